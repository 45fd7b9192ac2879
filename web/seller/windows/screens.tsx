import { useSearchParams } from 'react-router'
import { useMay } from '../client/role.ts'
import { Board } from './board.tsx'
import { Templates } from './templates.tsx'

/** The orders of a day by window, or with `?week` the weekly templates. */
export default function WindowsScreens() {
  const [search] = useSearchParams()
  const mayPlan = useMay('delivery.templates')
  return mayPlan && search.has('week') ? <Templates /> : <Board />
}
