import { type RefObject, useRef, useState } from 'react'
import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { newKey } from '../../../client/attempt.ts'
import { draftFields, draftIn, draftOf } from './product-draft.ts'
import { type Copy, deleteDraft, draftKey, openDraft, storeDraft } from './stored-draft.ts'
import { type PictureSlots, productPicture, slotsOf, usePictures } from './use-pictures.ts'

type Options = {
  element: RefObject<HTMLFormElement | null>
  /** The product that is edited; undefined for a new one. */
  product: SellerProduct | undefined
  /** The copy that a new product begins with. */
  copy: Copy | undefined
}

/** The initial values of a product's form, and its draft: unsaved text and pictures, stored after each change. */
export function useProductDraft({ element, product, copy }: Options) {
  const [key] = useState(() => draftKey(product, copy))
  const [before] = useState(() => ({
    draft: copy?.draft ?? draftOf(product),
    slots: slotsOf(product?.image.map(productPicture)),
  }))
  const [stored] = useState(() => openDraft(key, product, copy))
  const seenAt = stored?.seenAt ?? product?.updatedAt ?? ''
  const seen = { seenAt, ...(product?.updatedAt === seenAt && { before: before.draft, beforePictures: product.image }) }
  const pictures = usePictures(stored?.pictures ? slotsOf(stored.pictures) : before.slots, store)
  const unsaved = useRef(stored !== undefined)
  /** The Idempotency-Key of a new product, used until a reply says that it was added. */
  const attempt = useRef(stored?.attempt)

  /** Stores the form's values as a draft if they differ from the product; otherwise deletes the draft. */
  function store(slots = pictures.slots) {
    if (!element.current) return
    const draft = draftIn(element.current)
    const same =
      draftFields.every((name) => draft[name] === before.draft[name]) &&
      slots.every((each, index) => each?.url === before.slots[index]?.url && !each?.file)
    unsaved.current = !same
    // A copy is sent as it is, too: the attempt to add it outlives a lost reply.
    if (!same || (copy && attempt.current)) {
      const how = product ? seen : { attempt: attempt.current, copyKey: copy?.key }
      return storeDraft(key, { draft, pictures: slots, lostPictures: stored?.lostPictures, ...how })
    }
    attempt.current = undefined
    deleteDraft(key)
  }

  function storeAttempt(slots: PictureSlots): string {
    attempt.current ??= newKey()
    store(slots)
    return attempt.current
  }

  function discard() {
    unsaved.current = false
    deleteDraft(key)
  }

  return { stored, start: stored?.draft ?? before.draft, seenAt, pictures, unsaved, store, storeAttempt, discard }
}

export type ProductDraftHandle = ReturnType<typeof useProductDraft>
