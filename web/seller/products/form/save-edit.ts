import type { Calls } from '../../../../contract/calls.ts'
import type { Reply } from '../../../../contract/client.ts'
import type { ProductEdit } from '../../../../contract/entities/product.ts'
import { withRetries } from '../../../client/with-retries.ts'

type EditReply = Reply<Calls['product']['edit']>

/** An edit to send, with the files of its new pictures. */
export type SentEdit = { edit: ProductEdit; files: readonly File[] }

/**
 * Sends an edit, with retries, which are idempotent. If the shop answers that the product has changed, the reason may
 * be an earlier save of the same form whose reply was lost: that one is resent to learn whether it was saved, and the
 * edit is then saved over it. A price changed in the list since then is another seller's.
 *
 * `lost` has the form's edits without a reply, and is updated. Rejects if there is no reply: the edit may or may not
 * have been saved.
 */
export async function saveEdit(
  send: (sent: SentEdit) => Promise<EditReply>,
  sent: SentEdit,
  lost: SentEdit[],
  retry = withRetries,
): Promise<EditReply> {
  const sendNoted = (edit: SentEdit) =>
    retry(() => send(edit)).catch((error: unknown) => {
      if (!lost.some((each) => isSame(each, edit))) lost.push(edit)
      throw error
    })
  const earlier = lost.toReversed()
  let reply = await sendNoted(sent)
  if (!reply.success && reply.code === 'product_changed')
    for (const before of earlier) {
      const own = await retry(() => send(before))
      if (!own.success || !hasPrices(own.product, before.edit)) continue
      reply = await sendNoted({ ...sent, edit: { ...sent.edit, seenAt: own.product.updatedAt } })
      break
    }
  if (reply.success) lost.length = 0
  return reply
}

function isSame(one: SentEdit, other: SentEdit): boolean {
  return (
    JSON.stringify(one.edit) === JSON.stringify(other.edit) &&
    one.files.every((file, index) => file === other.files[index])
  )
}

function hasPrices(product: { price: number; offerPrice: number }, edit: ProductEdit): boolean {
  return product.price === Number(edit.price) && product.offerPrice === Number(edit.offerPrice)
}
