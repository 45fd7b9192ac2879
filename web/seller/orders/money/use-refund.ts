import { useState } from 'react'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { newId } from '../../../client/new-id.ts'
import { withRetries } from '../../../client/with-retries.ts'
import { m } from '../../../messages/messages.ts'
import { formatCents } from '../../../ui/price.tsx'
import { toast } from '../../../ui/toast.ts'
import { sellerApi } from '../../client/seller-api.ts'
import { readOrder } from '../../order-ui/read-order.ts'
import { useFollowed } from '../../order-ui/use-shown.ts'
import { costCents, isCancelInstead, type RefundDraft, sumOfDraft } from './refund-draft.ts'
import { afterUnanswered, makeRefundSender, type RefundInput, refundInput, type SentRefund } from './refund-sending.ts'

type Options = {
  order: SellerOrder
  open: boolean
  onClose: () => void
  /** Called with the order after the refund, or as it is now if another seller has changed it. */
  onChanged: (order: SellerOrder) => void
}

/** The choice of a reason that isn't in the list. */
export const otherReason = 'other'

const emptyDraft: RefundDraft = { kind: 'pieces', pieces: {}, measures: {}, amount: '' }

/** The state of the form that refunds a part of an order. */
export function useRefund({ order, open, onClose, onChanged }: Options) {
  const [draft, setDraft] = useState(emptyDraft)
  const [reason, setReason] = useState('')
  const [otherText, setOtherText] = useState('')
  const [restock, setRestock] = useState(false)
  /** Whether it was tried to send: then the fields show what is missing. */
  const [tried, setTried] = useState(false)
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [unanswered, setUnanswered] = useState<SentRefund>()
  const { fresh, before } = useFollowed(costCents(order), open)
  const [sendOnce] = useState(() => makeRefundSender({ send: sendRefund, newId }))

  const text = reason === otherReason ? otherText.trim() : reason
  const content = JSON.stringify([draft, text, restock])
  // An unanswered refund may have been made: sent again, it is the same one.
  const cancelInstead = unanswered?.content !== content && isCancelInstead(order, draft)

  async function send() {
    // Enter in a field sends the form without its button.
    if (cancelInstead) return
    setTried(true)
    const input = refundInput(order, draft, { reason: text, restock })
    const next = afterUnanswered(input && { content, input, sum: sumOfDraft(order, draft).cents }, content, unanswered)
    // The press may have been meant for the sum before.
    if (sending || fresh || !next) return
    setSending(true)
    setFailure(undefined)
    const outcome = await sendOnce(next.input)
    setUnanswered(outcome.kind === 'unknown' ? next : undefined)
    if (outcome.kind === 'unknown') setFailure(m.money_refund_unknown())
    else if (outcome.kind === 'refused') {
      setFailure(outcome.message)
      if (outcome.isOutdated) await reload()
    } else {
      const amount = formatCents(next.sum)
      toast.success(m.money_refund_saved({ amount, number: order.number }))
      onChanged(outcome.order)
      onClose()
      clear()
    }
    setSending(false)
  }

  /** The dialog opens again for another refund, not for the same one. */
  function clear() {
    setDraft(emptyDraft)
    setReason('')
    setOtherText('')
    setRestock(false)
    setTried(false)
  }

  async function reload() {
    const current = await readOrder(order._id)
    if (current) onChanged(current)
  }

  return {
    draft,
    setDraft,
    reason,
    setReason,
    otherText,
    setOtherText,
    restock,
    setRestock,
    tried,
    sending,
    fresh,
    before,
    cancelInstead,
    failure,
    send,
  }
}

async function sendRefund(input: RefundInput, key: string) {
  const headers = { 'idempotency-key': key }
  return withRetries(() => sellerApi.order.refund(input, { headers }))
}
