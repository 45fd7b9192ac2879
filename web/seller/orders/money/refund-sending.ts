import type { Calls } from '../../../../contract/calls.ts'
import type { Input } from '../../../../contract/client.ts'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import type { RefusalCode } from '../../../../contract/messages/refusals.ts'
import { type Cents, cents, centsOf, toWire } from '../../../../contract/values/money.ts'
import { costCents, hasWrongMeasure, linesOfDraft, type RefundDraft, sumOfDraft } from './refund-draft.ts'

export type RefundInput = Input<Calls['order']['refund']>
type RefundReply = { success: true; order: SellerOrder } | { success: false; code?: RefusalCode; message: string }

/** Returns whether the seller is asked if the pieces go back into stock: if one of them is counted. */
export function asksRestock(order: SellerOrder, draft: RefundDraft): boolean {
  return draft.kind === 'pieces' && linesOfDraft(order, draft).some(({ line }) => line.product.stock !== null)
}

/** Returns a refund as it is sent; undefined if something is missing or wrong, which the form shows. */
export function refundInput(
  order: SellerOrder,
  draft: RefundDraft,
  { reason, restock }: { reason: string; restock: boolean },
): RefundInput | undefined {
  const sum = sumOfDraft(order, draft).cents
  const most = costCents(order)
  if (sum === 0 || sum > most || reason === '' || hasWrongMeasure(order, draft)) return undefined
  const lines = linesOfDraft(order, draft).map(({ part }) => part)
  return {
    id: order._id,
    ...(draft.kind === 'amount' ? { amount: toWire(sum) } : { lines, restock: restock && asksRestock(order, draft) }),
    reason,
    seen: { reduction: toWire(cents(centsOf(order.amount) - most)) },
  }
}

/** A form that is sent: its content, as text to compare, the refund that it asks for, and its sum. */
export type SentRefund = { content: string; input: RefundInput; sum: Cents }

/**
 * Returns what to send after a refund without a reply, which may have been made. An unchanged form is sent again as it
 * was, so it refunds once, also if the order was read again since. A changed form is sent with the figures seen before
 * that refund, so the shop refuses it if the refund was made.
 */
export function afterUnanswered(next: SentRefund | undefined, content: string, unanswered: SentRefund | undefined) {
  if (unanswered?.content === content) return unanswered
  return next && unanswered ? { ...next, input: { ...next.input, seen: unanswered.input.seen } } : next
}

export type RefundOutcome =
  | { kind: 'saved'; order: SellerOrder }
  /** `isOutdated`: another seller has changed the order meanwhile. */
  | { kind: 'refused'; message: string; isOutdated: boolean }
  /** There was no reply: it may or may not have been made. Sending the same again makes it once. */
  | { kind: 'unknown' }

const outdated: readonly (RefusalCode | undefined)[] = [
  'refund_changed',
  'pieces_refunded',
  'weight_refunded',
  'nothing_to_deliver',
]

/** Makes the sender of one form's refunds. The same content has the same idempotency key, however often it is sent. */
export function makeRefundSender(deps: {
  /** Sends a refund with its Idempotency-Key. Rejects if there is no reply. */
  send: (input: RefundInput, key: string) => Promise<RefundReply>
  newId: () => string
}) {
  let sent = { content: '', key: '' }
  return async (input: RefundInput): Promise<RefundOutcome> => {
    const content = JSON.stringify(input)
    if (sent.content !== content) sent = { content, key: deps.newId() }
    const reply = await deps.send(input, sent.key).catch(() => undefined)
    if (!reply) return { kind: 'unknown' }
    if (reply.success) return { kind: 'saved', order: reply.order }
    return { kind: 'refused', message: reply.message, isOutdated: outdated.includes(reply.code) }
  }
}
