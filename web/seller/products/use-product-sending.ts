import { useRef, useState } from 'react'
import type { Calls } from '../../../contract/calls.ts'
import type { Reply } from '../../../contract/client.ts'
import type { SellerProduct } from '../../../contract/entities/product.ts'
import { newPicture } from '../../../contract/products/pictures.ts'
import { withRetries } from '../../client/with-retries.ts'
import { type Draft, newProductOf, productOf } from './product-draft.ts'
import { type SentEdit, saveEdit } from './save-edit.ts'
import { sendProduct } from './send-product.ts'
import type { PictureSlots } from './use-pictures.ts'
import type { ProductDraft } from './use-product-draft.ts'

/** Sends a form's product, new or edited. `sent` is the uploaded fraction, from 0 to 1; undefined before and after. */
export function useProductSending(product: SellerProduct | undefined) {
  const [sent, setSent] = useState<number>()
  const lostEdits = useRef<SentEdit[]>([])

  /** Rejects if there is no reply: the product may or may not have been saved. Resending never saves it twice. */
  function send(
    draft: Draft,
    slots: PictureSlots,
    { attempt, seenAt }: ProductDraft,
  ): Promise<Reply<Calls['product']['add']>> {
    const files = slots.flatMap((picture) => picture?.file ?? [])
    if (!product) {
      const key = attempt.current
      return withRetries(() => sendProduct('add', newProductOf(draft), files, setSent, key))
    }
    const image = slots.flatMap((picture) => (picture ? (picture.url ?? newPicture) : []))
    const edit = { ...productOf(draft), id: product._id, seenAt, image }
    return saveEdit((each) => sendProduct('edit', each.edit, each.files, setSent), { edit, files }, lostEdits.current)
  }

  return { sent, setSent, send }
}
