import { type RefObject, useRef, useState } from 'react'
import type { SellerProduct } from '../../../contract/entities.ts'
import { deleteDraft, draftOver, findDraft, storeDraft } from './product-draft.ts'
import { type Typed, typedFields, typedIn, typedOf } from './typed-product.ts'
import { productPicture, slotsOf, usePictures } from './use-pictures.ts'

type Options = {
  element: RefObject<HTMLFormElement | null>
  /** The product that is edited; undefined for a new one. */
  product: SellerProduct | undefined
  /** Initial values if there is neither a draft nor a product. */
  copy: Typed | undefined
}

/** The initial values of a product's form, and its draft: unsaved text and pictures, stored after each change. */
export function useProductDraft({ element, product, copy }: Options) {
  const of = product?._id ?? 'new'
  const [before] = useState(() => ({ typed: typedOf(product), slots: slotsOf(product?.image.map(productPicture)) }))
  const [draft] = useState(() => openDraft(of, product))
  const seenAt = draft?.seenAt ?? product?.updatedAt ?? ''
  const seen = { seenAt, ...(product?.updatedAt === seenAt && { before: before.typed, beforePictures: product.image }) }
  const pictures = usePictures(draft?.pictures ? slotsOf(draft.pictures) : before.slots, store)
  const unsaved = useRef(draft !== undefined)
  /** The Idempotency-Key of a new product, used until a reply says that it was added. */
  const attempt = useRef(draft?.attempt)

  /** Stores the form's values as a draft if they differ from the product; otherwise deletes the draft. */
  function store(slots = pictures.slots) {
    if (!element.current) return
    const typed = typedIn(element.current)
    const same =
      typedFields.every((name) => typed[name] === before.typed[name]) &&
      slots.every((each, at) => each?.url === before.slots[at]?.url && !each?.file)
    unsaved.current = !same
    if (!same) return storeDraft(of, { typed, pictures: slots, ...(product ? seen : { attempt: attempt.current }) })
    attempt.current = undefined
    deleteDraft(of)
  }

  function discard() {
    unsaved.current = false
    deleteDraft(of)
  }

  return { draft, start: draft?.typed ?? copy ?? before.typed, seenAt, pictures, unsaved, attempt, store, discard }
}

export type ProductDraft = ReturnType<typeof useProductDraft>

/** Returns the stored draft, merged with the current product; undefined if nothing is left to save. */
function openDraft(of: string, product: SellerProduct | undefined) {
  const draft = findDraft(of)
  if (!draft || !product) return draft
  const opened = draftOver(draft, product)
  if (!opened) deleteDraft(of)
  return opened
}
