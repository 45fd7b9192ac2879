import { type RefObject, type SubmitEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Calls } from '../../../contract/calls.ts'
import type { Reply } from '../../../contract/client.ts'
import type { Product, SellerProduct } from '../../../contract/entities/product.ts'
import { newKey } from '../../client/attempt.ts'
import { errorsOf, useSubmit } from '../../client/use-submit.ts'
import { m } from '../../messages/messages.ts'
import { formatAmount } from '../../ui/price.tsx'
import { toast } from '../../ui/toast.ts'
import { sellerApi } from '../client/seller-api.ts'
import { withSessionEnd } from '../client/session-end.ts'
import { type Draft, draftIn, draftOf, errorsOfDraft, suspiciousPriceOf } from './product-draft.ts'
import { errorsByInput, invalidFormMessage } from './product-errors.ts'
import { storeDraft } from './stored-draft.ts'
import type { PictureSlots } from './use-pictures.ts'
import type { ProductDraft } from './use-product-draft.ts'
import { useProductSending } from './use-product-sending.ts'
import { useRetry } from './use-retry.ts'

type Options = {
  element: RefObject<HTMLFormElement | null>
  /** The product that is edited; undefined for a new one. */
  product: SellerProduct | undefined
  productDraft: ProductDraft
  onSaved: (saved: Product, draft: Draft) => void
}

/** Saves a product's form. Asks first if a price is ten times, or a tenth of, the previous one. */
export function useProductSave({ element, product, productDraft, onSaved }: Options) {
  const { pictures, attempt } = productDraft
  const form = useSubmit()
  const navigate = useNavigate()
  const sending = useProductSending(product)
  /** The question about such a price. Closed, it is still fading away. */
  const [priceQuestion, setPriceQuestion] = useState<{ text: string; open: boolean }>()
  const isConfirmed = useRef(false)
  /** Another person has saved the product since it was read. */
  const [changed, setChanged] = useState(false)
  const retry = useRetry(element, pictures.latest, submitConfirmed)

  function submitConfirmed() {
    isConfirmed.current = true
    element.current?.requestSubmit()
  }

  /** Asks about a price that differs much from the previous one; returns false if there is none. */
  function asksAboutPrice(draft: Draft): boolean {
    const unusual = product && !isConfirmed.current ? suspiciousPriceOf(draft, product) : undefined
    isConfirmed.current = false
    if (!unusual) return false
    const values = { before: formatAmount(unusual.before), now: formatAmount(unusual.now) }
    setPriceQuestion({ text: m.seller_price_far(values), open: true })
    return true
  }

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (form.pending) return
    const target = event.currentTarget
    const draft = draftIn(target)
    const errors = { ...errorsOfDraft(draft), ...errorsOf(target) }
    if (Object.keys(errors).length > 0) return form.show(errors, target)
    if (asksAboutPrice(draft)) return
    const { slots } = pictures
    const reply = await form.send(() => sendForm(draft, slots))
    sending.setSent(undefined)
    if (!reply) return
    toast.success(reply.message)
    productDraft.discard()
    onSaved(reply.product, draft)
  }

  /** Sends the form and returns the reply, with errors by input. Rejects with a message if there is no reply. */
  async function sendForm(draft: Draft, slots: PictureSlots): Promise<Reply<Calls['product']['add']>> {
    if (!product) {
      attempt.current ??= newKey()
      productDraft.store()
    }
    const onLost = retry.begin({ draft, slots })
    const reply: Reply<Calls['product']['add']> = withSessionEnd(
      await sending.send(draft, slots, productDraft).catch(() => {
        onLost()
        throw new Error(m.seller_save_unknown())
      }),
    )
    if (reply.success) return reply
    if (reply.code === 'attempt_reused' && (await continueAsEdit(draft, slots)))
      return { ...reply, message: m.seller_added_before() }
    setChanged(reply.code === 'product_changed')
    if (!reply.fields) return reply
    const fields = errorsByInput(reply.fields, slots)
    return { ...reply, fields, message: invalidFormMessage(fields) }
  }

  /** If the product was added although its response was lost, opens it with the form's values as its draft. */
  async function continueAsEdit(draft: Draft, slots: PictureSlots): Promise<boolean> {
    const reply = await sellerApi.product.seller({ attempt: attempt.current })
    const [added] = reply.success ? reply.products : []
    if (!added) return false
    storeDraft(added._id, {
      draft: { ...draft, stock: '' },
      pictures: slots,
      seenAt: added.updatedAt,
      before: draftOf(added),
      beforePictures: added.image,
    })
    productDraft.discard()
    await navigate(`/seller/products/${added._id}`)
    return true
  }

  /** Closes the question about a price, and saves if the seller is sure. */
  function answerPriceQuestion(isSure: boolean) {
    setPriceQuestion((before) => before && { ...before, open: false })
    if (isSure) submitConfirmed()
  }

  return { form, priceQuestion, answerPriceQuestion, changed, sent: sending.sent, save }
}
