import { type RefObject, type SubmitEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Calls } from '../../../contract/calls.ts'
import type { Reply } from '../../../contract/client.ts'
import type { Product, SellerProduct } from '../../../contract/entities.ts'
import { api } from '../../client/api.ts'
import { newKey } from '../../client/attempt.ts'
import { errorsOf, useSubmit } from '../../client/use-submit.ts'
import { m } from '../../messages/messages.ts'
import { formatAmount } from '../../ui/price.tsx'
import { toast } from '../../ui/toast.tsx'
import { withSessionEnd } from '../area/session-end.ts'
import { keepDraft } from './product-draft.ts'
import { byInput, checkWords } from './product-errors.ts'
import { errorsOfTyped, farPriceOf, type Typed, typedIn, typedOf } from './typed-product.ts'
import type { PictureSlots } from './use-pictures.ts'
import type { ProductDraft } from './use-product-draft.ts'
import { useProductSending } from './use-product-sending.ts'
import { useSendAgain } from './use-send-again.ts'

type Options = {
  element: RefObject<HTMLFormElement | null>
  /** The product that is edited; undefined for a new one. */
  product: SellerProduct | undefined
  draft: ProductDraft
  onSaved: (saved: Product, typed: Typed) => void
}

/** Saves what stands in a product's form, once the seller is sure of a price that is far from the one before. */
export function useProductSave({ element, product, draft, onSaved }: Options) {
  const { pictures, attempt } = draft
  const form = useSubmit()
  const navigate = useNavigate()
  const sending = useProductSending(product)
  /** A form that is sent though a price is ten times what it was. */
  const [far, setFar] = useState<{ words: string; open: boolean }>()
  const sure = useRef(false)
  /** Somebody else has saved the product meanwhile. */
  const [changed, setChanged] = useState(false)
  const again = useSendAgain(element, pictures.latest, submitSurely)

  function submitSurely() {
    sure.current = true
    element.current?.requestSubmit()
  }

  /** Asks about a price that is far from the one before; false where there is nothing to ask. */
  function asks(typed: Typed): boolean {
    const farPrice = product && !sure.current ? farPriceOf(typed, product) : undefined
    sure.current = false
    if (!farPrice) return false
    const values = { before: formatAmount(farPrice.before), now: formatAmount(farPrice.now) }
    setFar({ words: m.seller_price_far(values), open: true })
    return true
  }

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (form.pending) return
    const target = event.currentTarget
    const typed = typedIn(target)
    const errors = { ...errorsOfTyped(typed), ...errorsOf(target) }
    if (Object.keys(errors).length > 0) return form.show(errors, target)
    if (asks(typed)) return
    const { slots } = pictures
    const reply = await form.send(() => answer(typed, slots))
    sending.setSent(undefined)
    if (!reply) return
    toast.success(reply.message)
    draft.drop()
    onSaved(reply.product, typed)
  }

  /** The shop's answer, in the form's own words where it is a refusal. Rejects, saying so, when it isn't known. */
  async function answer(typed: Typed, slots: PictureSlots): Promise<Reply<Calls['product']['add']>> {
    if (!product) {
      attempt.current ??= newKey()
      draft.keep()
    }
    const unanswered = again.begin({ typed, slots })
    const reply: Reply<Calls['product']['add']> = withSessionEnd(
      await sending.send(typed, slots, draft).catch(() => {
        unanswered()
        throw new Error(m.seller_save_unknown())
      }),
    )
    if (reply.success) return reply
    if (reply.code === 'attempt_reused' && (await goOnEditing(typed, slots)))
      return { ...reply, message: m.seller_added_before() }
    setChanged(reply.code === 'product_changed')
    if (!reply.fields) return reply
    const fields = byInput(reply.fields, slots)
    return { ...reply, fields, message: checkWords(fields) }
  }

  /** The product was added before its answer was lost, and typed on since: what is typed goes on as its edit. */
  async function goOnEditing(typed: Typed, slots: PictureSlots): Promise<boolean> {
    const reply = await api.product.seller({ attempt: attempt.current })
    const [added] = reply.success ? reply.products : []
    if (!added) return false
    keepDraft(added._id, {
      typed: { ...typed, stock: '' },
      pictures: slots,
      seenAt: added.updatedAt,
      before: typedOf(added),
      beforePictures: added.image,
    })
    draft.drop()
    await navigate(`/seller/products/${added._id}`)
    return true
  }

  /** Answers the question about a price. */
  function answerFar(isSure: boolean) {
    setFar((before) => before && { ...before, open: false })
    if (isSure) submitSurely()
  }

  return { form, far, answerFar, changed, sent: sending.sent, save }
}
