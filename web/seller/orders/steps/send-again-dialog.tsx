import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { m } from '../../../messages/messages.ts'
import { AskDialog, type StepQuestionProps } from '../../ui/ask-dialog.tsx'

/** Asks before an order goes out again that its shopper refused at the door. */
export function SendAgainDialog({ order, ...asked }: StepQuestionProps & { order: SellerOrder }) {
  return (
    <AskDialog
      {...asked}
      title={m.fulfilment_send_again_title({ number: order.number })}
      no={m.fulfilment_send_again_keep()}
      yes={m.fulfilment_send_again()}
    >
      <p>{m.fulfilment_send_again_text()}</p>
    </AskDialog>
  )
}
