import { useLazy } from '../page/lazy.tsx'
import { shop } from '../shop.ts'

const load = () => import('./deliver-to.tsx')

/**
 * Below the header, in a shop with delivery zones: the destination of the order. Reserves its height until it is
 * loaded.
 */
export function DeliveryStrip() {
  const DeliverTo = useLazy(load, shop.hasZones === true)
  return (
    shop.hasZones && (
      <div className="min-h-11 bg-leaf-soft max-sm:min-h-13 print:hidden">{DeliverTo && <DeliverTo />}</div>
    )
  )
}
