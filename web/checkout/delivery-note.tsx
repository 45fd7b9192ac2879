import { missingToFree } from '../../contract/delivery.ts'
import { type Cents, cents, centsOf } from '../../contract/money.ts'
import { type DeliveryOptions, tiersOf } from '../cart/delivery.ts'
import { m } from '../messages/messages.ts'
import { TriangleAlert } from '../ui/icons.tsx'
import { formatCents } from '../ui/price.tsx'

type DeliveryNoteProps = {
  options: DeliveryOptions
  /** What the goods cost after promotions. */
  goods: Cents
  /** The fee after promotions. */
  shipping: Cents
}

/** Says, before the order, what is missing for a delivery or for a free one. */
export function DeliveryNote({ options, goods, shipping }: DeliveryNoteProps) {
  const minimum = centsOf(options.minimum)
  if (!options.delivers) return <Note isWarning>{m.delivery_outside_address()}</Note>
  if (goods < minimum)
    return (
      <Note isWarning>
        {m.delivery_below_minimum({ minimum: formatCents(minimum), missing: formatCents(cents(minimum - goods)) })}
      </Note>
    )
  const missing = missingToFree(tiersOf(options), goods)
  if (shipping === 0 || missing === null || missing === 0) return null
  return <Note>{m.delivery_missing_to_free({ missing: formatCents(missing) })}</Note>
}

function Note({ isWarning = false, children }: { isWarning?: boolean; children: string }) {
  return (
    <p
      role="status"
      className={`mb-3 flex items-start gap-2 rounded-tile px-4 py-2 text-sm ${isWarning ? 'bg-mango-soft font-medium' : 'bg-leaf-soft text-leaf-deep'}`}
    >
      {isWarning && <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />}
      {children}
    </p>
  )
}
