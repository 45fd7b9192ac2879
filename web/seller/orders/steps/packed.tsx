import { useState } from 'react'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { m } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { useMay } from '../../client/role.ts'
import { sellerApi } from '../../client/seller-api.ts'
import { toastFailure } from '../../ui/toast-failure.ts'

/** The button that says that an order is ready for a rider, or takes it back. */
export function PackedButton({ order, onChanged }: { order: SellerOrder; onChanged: (order: SellerOrder) => void }) {
  const may = useMay('order.packed')
  const [isSending, setSending] = useState(false)
  const isPacked = order.packed !== undefined
  const text = isPacked ? m.sellerOrders_packed_undo() : m.sellerOrders_packed()

  async function send() {
    if (isSending) return
    setSending(true)
    try {
      const reply = await sellerApi.order.packed({ id: order._id, packed: !isPacked })
      if (reply.success) onChanged(reply.order)
      else toast.error(reply.message)
    } catch (error) {
      toastFailure(error)
    }
    setSending(false)
  }

  if (!may) return null
  return (
    <Button
      variant={isPacked ? 'ghost' : 'outline'}
      aria-label={m.sellerOrders_step_of({ action: text, number: order.number })}
      aria-disabled={isSending}
      onClick={send}
    >
      {text}
    </Button>
  )
}
