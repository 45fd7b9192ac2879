import { type RefObject, useRef, useState } from 'react'
import type { SellerProduct } from '../../../contract/entities.ts'
import { draftOver, dropDraft, findDraft, keepDraft } from './product-draft.ts'
import { type Typed, typedFields, typedIn, typedOf } from './typed-product.ts'
import { keptPicture, slotsOf, usePictures } from './use-pictures.ts'

type Options = {
  element: RefObject<HTMLFormElement | null>
  /** The product that is edited; undefined for a new one. */
  product: SellerProduct | undefined
  /** What the form begins with where there is neither draft nor product. */
  copy: Typed | undefined
}

/** What a product's form begins with, and what is kept of it until it is saved: the words in its fields, the pictures. */
export function useProductDraft({ element, product, copy }: Options) {
  const of = product?._id ?? 'new'
  const [before] = useState(() => ({ typed: typedOf(product), slots: slotsOf(product?.image.map(keptPicture)) }))
  const [draft] = useState(() => openDraft(of, product))
  const seenAt = draft?.seenAt ?? product?.updatedAt ?? ''
  const seen = { seenAt, ...(product?.updatedAt === seenAt && { before: before.typed, beforePictures: product.image }) }
  const pictures = usePictures(draft?.pictures ? slotsOf(draft.pictures) : before.slots, keep)
  const unsaved = useRef(draft !== undefined)
  /** The key with which a new product is sent, until an answer says that it was added: so it isn't added twice. */
  const attempt = useRef(draft?.attempt)

  /** Keeps what is typed and chosen for as long as it differs from what the shop has. */
  function keep(slots = pictures.slots) {
    if (!element.current) return
    const typed = typedIn(element.current)
    const same =
      typedFields.every((name) => typed[name] === before.typed[name]) &&
      slots.every((each, at) => each?.url === before.slots[at]?.url && !each?.file)
    unsaved.current = !same
    if (!same) return keepDraft(of, { typed, pictures: slots, ...(product ? seen : { attempt: attempt.current }) })
    attempt.current = undefined
    dropDraft(of)
  }

  function drop() {
    unsaved.current = false
    dropDraft(of)
  }

  return { draft, start: draft?.typed ?? copy ?? before.typed, seenAt, pictures, unsaved, attempt, keep, drop }
}

export type ProductDraft = ReturnType<typeof useProductDraft>

/** What was typed before and isn't saved, over the product as it is now. */
function openDraft(of: string, product: SellerProduct | undefined) {
  const draft = findDraft(of)
  if (!draft || !product) return draft
  const opened = draftOver(draft, product)
  if (!opened) dropDraft(of)
  return opened
}
