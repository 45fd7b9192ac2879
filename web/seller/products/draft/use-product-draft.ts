import { type RefObject, useRef, useState } from 'react'
import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { newId } from '../../../client/new-id.ts'
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
  const idempotencyKey = useRef(stored?.idempotencyKey)

  /** Stores the form's values as a draft if they differ from the product; otherwise deletes the draft. */
  function store(slots = pictures.slots) {
    if (!element.current) return
    const draft = draftIn(element.current)
    const same =
      draftFields.every((name) => draft[name] === before.draft[name]) &&
      slots.every((each, index) => each?.url === before.slots[index]?.url && !each?.file)
    unsaved.current = !same
    // A copy is sent as it is, too: its idempotency key outlives a lost reply.
    if (!same || (copy && idempotencyKey.current)) {
      const how = product ? seen : { idempotencyKey: idempotencyKey.current, copyKey: copy?.key }
      return storeDraft(key, { draft, pictures: slots, lostPictures: stored?.lostPictures, ...how })
    }
    idempotencyKey.current = undefined
    deleteDraft(key)
  }

  function storeKey(slots: PictureSlots): string {
    idempotencyKey.current ??= newId()
    store(slots)
    return idempotencyKey.current
  }

  function discard() {
    unsaved.current = false
    deleteDraft(key)
  }

  return { stored, start: stored?.draft ?? before.draft, seenAt, pictures, unsaved, store, storeKey, discard }
}

export type ProductDraftHandle = ReturnType<typeof useProductDraft>
