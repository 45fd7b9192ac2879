import type { RiderOrder } from '../../../contract/calls/rider.ts'
import {
  type Consequence,
  consequenceOf,
  type FailedAttemptReason,
  reasonsFor,
} from '../../../contract/delivery/failed-attempt-rule.ts'
import { reasonText } from '../../messages/failed-attempt-reason.ts'
import { m } from '../../messages/messages.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ChangedLine } from '../order-ui/changed-line.tsx'

type FailedAttemptDialogProps = {
  order: RiderOrder
  hasLeft: boolean
  onClose: () => void
  onReason: (reason: FailedAttemptReason) => void
}

const consequenceTexts: Record<Consequence, () => string> = {
  again: m.trip_follows_again,
  back: m.trip_follows_back,
  cancel: m.trip_follows_cancel,
}

/** Asks why an order couldn't be handed over; each reason says what follows. */
export function FailedAttemptDialog({ order, hasLeft, onClose, onReason }: FailedAttemptDialogProps) {
  return (
    <Dialog open position="bottom" onClose={onClose} title={m.trip_failed_attempt_title({ number: order.number })}>
      <ChangedLine text={hasLeft ? m.trip_left() : order.cancelled && m.trip_cancelled()} />
      <ul className="grid gap-3">
        {reasonsFor(order).map((reason) => (
          <li key={reason}>
            <button
              type="button"
              onClick={() => onReason(reason)}
              className={`${buttonClasses('outline')} min-h-14 w-full flex-col gap-0! py-2`}
            >
              <span className="text-lg">{reasonText(reason)}</span>
              <span className="text-balance font-normal text-muted text-sm">
                {consequenceTexts[consequenceOf(reason, order.attempts + 1)]()}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
