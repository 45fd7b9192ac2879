import { type MetaFunction, useSearchParams } from 'react-router'
import { m } from '../../messages/messages.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import { Board } from './board.tsx'
import { Templates } from './templates.tsx'

export const meta: MetaFunction = (page) =>
  personalMeta(
    new URLSearchParams(page.location.search).has('week') ? m.windows_week_title() : m.windows_board_title(),
    '/seller/windows',
    page,
  )

/** Delivery windows: the orders of a day, or with `?week` the times of a week. One route, as every page names all routes. */
export default function WindowsScreen() {
  const [search] = useSearchParams()
  return search.has('week') ? <Templates /> : <Board />
}
