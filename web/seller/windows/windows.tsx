import type { MetaFunction } from 'react-router'
import { m } from '../../messages/messages.ts'
import { useLazy } from '../../page/lazy.tsx'
import { personalMeta } from '../../page/personal-meta.ts'

export const meta: MetaFunction = (page) =>
  personalMeta(
    new URLSearchParams(page.location.search).has('week') ? m.windows_week_title() : m.windows_board_title(),
    '/seller/windows',
    page,
  )

// Loaded apart: every page lists the scripts that a route itself imports.
const loadScreens = () => import('./screens.tsx')

/**
 * Delivery windows: the orders of a day, or with `?week` the weekly templates. One route, as every page names all
 * routes.
 */
export default function WindowsScreen() {
  const WindowsScreens = useLazy(loadScreens, true)
  return WindowsScreens && <WindowsScreens />
}
