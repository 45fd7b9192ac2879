import { useRef, useState } from 'react'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { m } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { sellerApi } from '../../client/seller-api.ts'
import { useTransferSum } from '../../order-ui/use-transfer-sum.ts'
import { priceText } from '../../ui/price-text.ts'

type ReceivedAgainDialogProps = {
  order: SellerOrder
  open: boolean
  onClose: () => void
  onChanged: (order: SellerOrder) => void
}

/** Asks how much a second transfer for a paid order was, and records it as money to pay out. */
export function ReceivedAgainDialog({ order, open, onClose, onChanged }: ReceivedAgainDialogProps) {
  const backButton = useRef<HTMLButtonElement>(null)
  const sum = useTransferSum(priceText(order.amount), order.amount)
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  /**
   * What had been received when the dialog opened: after a lost reply the order may be read again with this transfer in
   * it.
   */
  const received = order.money.received
  const [seen, setSeen] = useState({ open, received })
  if (seen.open !== open) setSeen({ open, received: open ? received : seen.received })

  async function send() {
    const amount = sending ? undefined : sum.press()
    if (amount === undefined) return
    setSending(true)
    setFailure(undefined)
    try {
      const input = { orderId: order._id, amount, seen: { received: seen.received } }
      const reply = await sellerApi.payment.receivedAgain(input)
      if (reply.success) {
        toast.success(reply.message)
        onChanged(reply.order)
        onClose()
      } else setFailure(reply.message)
    } catch {
      // Pressed again, it is recorded once: the shop compares what had been received.
      setFailure(m.seller_unanswered())
    }
    setSending(false)
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={(order.isPaid ? m.slips_again_title : m.slips_received_title)({ number: order.number })}
      initialFocus={backButton}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        className="grid gap-4"
      >
        <p className="text-muted">{order.isPaid ? m.slips_again_text() : m.slips_received_besides()}</p>
        <TextField {...sum.field} />
        <FormMessage>{failure ?? sum.question}</FormMessage>
        <div className="grid gap-3 sm:grid-cols-2">
          <Button ref={backButton} variant="outline" onClick={onClose}>
            {m.slips_received_no()}
          </Button>
          <Button type="submit" pending={sending} aria-disabled={sending}>
            {m.slips_again_yes()}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
