import type { MetaFunction } from 'react-router'
import { m } from '../../messages/messages.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import { LazyScreen } from '../ui/lazy-screen.tsx'

export const meta: MetaFunction = (page) => personalMeta(m.notices_title(), '/seller/notices', page)

const loadSections = () => import('./sections.tsx')

/** What the shop tells its staff, and where. */
export default function NoticesScreen() {
  return <LazyScreen heading={m.notices_title()} load={loadSections} />
}
