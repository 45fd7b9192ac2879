import type { MetaFunction } from 'react-router'
import { m } from '../../messages/messages.ts'
import { useLazy } from '../../page/lazy.tsx'
import { personalMeta } from '../../page/personal-meta.ts'

export const meta: MetaFunction = (page) => personalMeta(m.zones_screen(), '/seller/delivery', page)

// Loaded apart: every page lists the scripts that a route itself imports.
const loadSections = () => import('./sections.tsx')

/** Where the shop delivers for which fee, and when it is open. */
export default function DeliveryScreen() {
  const DeliverySections = useLazy(loadSections, true)
  return (
    <>
      <h1 tabIndex={-1} className="display-2 mb-4">
        {m.zones_screen()}
      </h1>
      {DeliverySections && <DeliverySections />}
    </>
  )
}
