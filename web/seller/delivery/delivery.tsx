import type { MetaFunction } from 'react-router'
import { m } from '../../messages/messages.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import { LazyScreen } from '../ui/lazy-screen.tsx'

export const meta: MetaFunction = (page) => personalMeta(m.zones_screen(), '/seller/delivery', page)

const loadSections = () => import('./sections.tsx')

/** Where the shop delivers for which fee, and when it is open. */
export default function DeliveryScreen() {
  return <LazyScreen heading={m.zones_screen()} load={loadSections} />
}
