import type { SellerSlip } from '../../../contract/entities/payment.ts'
import { isOtherAmount } from '../../../contract/payments/slip-reasons.ts'
import { m } from '../../messages/messages.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ChangedLine } from '../order-ui/changed-line.tsx'
import { ConfirmStepDialog } from '../order-ui/confirm-step-dialog.tsx'
import type { useFollowed } from '../order-ui/use-shown.ts'
import { useTransferSum } from '../order-ui/use-transfer-sum.ts'
import { priceText } from '../ui/price-text.ts'

type ReceiveLateDialogProps = {
  slip: Pick<SellerSlip, 'orderNumber' | 'amount' | 'reason' | 'received'>
  /** The state of the slip and its order, in words. */
  state: string
  /** What the question that is open follows of it. */
  followed: ReturnType<typeof useFollowed<string>>
  onClose: () => void
  onReceived: (amount: number) => void
}

/** Asks how much came by a transfer that its order doesn't need: it is recorded as money to pay out. */
export function ReceiveLateDialog({ slip, state, followed, onClose, onReceived }: ReceiveLateDialogProps) {
  const { shown, before } = followed
  // A slip that was rejected for its amount is of another sum than the price.
  const sum = useTransferSum(slip.reason && isOtherAmount(slip.reason) ? '' : priceText(slip.amount), slip.amount)
  return (
    <ConfirmStepDialog
      open
      onClose={onClose}
      onYes={() => {
        const amount = sum.press()
        if (amount !== undefined) onReceived(amount)
      }}
      title={m.slips_received_title({ number: slip.orderNumber })}
      no={m.slips_received_no()}
      yes={m.slips_received_yes()}
      shown={shown}
    >
      <ChangedLine text={before && m.sellerOrders_state_changed({ now: state })} />
      <p className="mb-4 text-muted">{m.slips_received_besides()}</p>
      {slip.received !== undefined && (
        <p className="mb-4 font-medium">{m.slips_received_before({ amount: formatAmount(slip.received) })}</p>
      )}
      <div className="grid gap-4">
        <TextField {...sum.field} />
        <FormMessage>{sum.question}</FormMessage>
      </div>
    </ConfirmStepDialog>
  )
}
