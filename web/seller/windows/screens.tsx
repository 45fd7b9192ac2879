import { useSearchParams } from 'react-router'
import { Board } from './board.tsx'
import { Templates } from './templates.tsx'

/** The orders of a day by window, or with `?week` the times of a week. */
export default function Screens() {
  const [search] = useSearchParams()
  return search.has('week') ? <Templates /> : <Board />
}
