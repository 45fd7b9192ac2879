import type { Calls } from '../../../../contract/calls.ts'
import { newPicture } from '../../../../contract/catalog/pictures.ts'
import type { Reply } from '../../../../contract/client.ts'
import type { ProductInput, SellerProduct } from '../../../../contract/entities/product.ts'
import { withRetries } from '../../../client/with-retries.ts'
import { m } from '../../../messages/messages.ts'
import { makeStore } from '../../../store.ts'
import { formatAmount } from '../../../ui/price.tsx'
import { draftOf, newProductOf, type ProductDraft, productOf, suspiciousPriceOf } from '../draft/product-draft.ts'
import { errorsByInput, invalidFormMessage } from '../draft/product-errors.ts'
import { storeDraft } from '../draft/stored-draft.ts'
import type { PictureSlots } from '../draft/use-pictures.ts'
import { type SentEdit, saveEdit } from './save-edit.ts'

/*
 * Sending a product's form, new or edited, from the question about an unusual price until the shop's reply. A form
 * whose reply was lost is sent again, once, when the shop is reachable; nothing is saved twice. Calls and the form's
 * stored draft are passed in as `SendingDeps`.
 */

export type FormValues = { draft: ProductDraft; slots: PictureSlots }

type ProductReply = Reply<Calls['product']['add']>
type EditReply = Reply<Calls['product']['edit']>
type OnProgress = (sent: number) => void

export type ProductSending = {
  /** The uploaded fraction, from 0 to 1; undefined before. */
  sent: number | undefined
  /** Another person has saved the product since it was read. */
  isChanged: boolean
  /** The question about an unusual price. Closed, it is still fading away. */
  priceQuestion: { text: string; open: boolean } | undefined
}

/** The calls reject if there is no reply. */
export type SendingDeps = {
  /** The product that is edited; undefined for a new one. */
  product: SellerProduct | undefined
  /** The `updatedAt` of the product as the seller saw it. */
  seenAt: string
  /** Returns the Idempotency-Key of a new product, and stores it with the form's draft. */
  storeKey: (slots: PictureSlots) => string
  /** Deletes the form's draft. */
  discard: () => void
  add: (
    product: ProductInput,
    files: readonly File[],
    onProgress: OnProgress,
    idempotencyKey?: string,
  ) => Promise<ProductReply>
  edit: (edit: SentEdit, onProgress: OnProgress) => Promise<EditReply>
  /** Returns the product that was added with a key. */
  findAdded: (idempotencyKey: string) => Promise<SellerProduct | undefined>
  /** Opens the form of a product. */
  open: (id: string) => unknown
}

/** Makes the sending of one form. */
export function makeProductSending(deps: SendingDeps, retry = withRetries) {
  const { product, seenAt } = deps
  const state = makeStore<ProductSending>({ sent: undefined, isChanged: false, priceQuestion: undefined })
  const change = (changes: Partial<ProductSending>) => state.set({ ...state.get(), ...changes })
  const onProgress = (sent: number) => change({ sent })
  /** The values that were sent without a reply, until they are sent again. */
  let lost: FormValues | undefined
  const lostEdits: SentEdit[] = []

  /** Asks about a price that is ten times, or a tenth of, the previous one; returns false if there is none. */
  function asksAboutPrice(draft: ProductDraft): boolean {
    const unusual = product && suspiciousPriceOf(draft, product)
    if (!unusual) return false
    const values = { before: formatAmount(unusual.before), now: formatAmount(unusual.now) }
    change({ priceQuestion: { text: m.sellerProducts_price_far(values), open: true } })
    return true
  }

  function closePriceQuestion(): void {
    const { priceQuestion } = state.get()
    change({ priceQuestion: priceQuestion && { ...priceQuestion, open: false } })
  }

  /**
   * Sends a form and returns the reply, with errors by input. Rejects with a message if there is no reply: the product
   * may or may not have been saved.
   */
  async function send(values: FormValues, { isRetry = false } = {}): Promise<ProductReply> {
    change({ sent: undefined })
    lost = undefined
    const idempotencyKey = product ? undefined : deps.storeKey(values.slots)
    const reply = await (product ? sendEdit(product, values) : sendNew(values, idempotencyKey)).catch(() => {
      if (!isRetry) lost = values
      throw new Error(m.sellerProducts_save_unknown())
    })
    if (reply.success) return reply
    if (
      reply.code === 'idempotency_key_reused' &&
      idempotencyKey !== undefined &&
      (await continueAsEdit(values, idempotencyKey))
    )
      return { ...reply, message: m.sellerProducts_added_before() }
    change({ isChanged: reply.code === 'product_changed' })
    if (!reply.fields) return reply
    const fields = errorsByInput(reply.fields, values.slots)
    return { ...reply, fields, message: invalidFormMessage(fields) }
  }

  function sendNew({ draft, slots }: FormValues, idempotencyKey?: string): Promise<ProductReply> {
    return retry(() => deps.add(newProductOf(draft), filesIn(slots), onProgress, idempotencyKey))
  }

  function sendEdit({ _id: id }: SellerProduct, { draft, slots }: FormValues): Promise<EditReply> {
    const image = slots.flatMap((picture) => (picture ? (picture.url ?? newPicture) : []))
    const sent = { edit: { ...productOf(draft), id, seenAt, image }, files: filesIn(slots) }
    return saveEdit((each) => deps.edit(each, onProgress), sent, lostEdits, retry)
  }

  /** If the product was added although its reply was lost, opens it with the form's values as its draft. */
  async function continueAsEdit({ draft, slots }: FormValues, idempotencyKey: string): Promise<boolean> {
    const added = await deps.findAdded(idempotencyKey)
    if (!added) return false
    storeDraft(added._id, {
      draft: { ...draft, stock: '' },
      pictures: slots,
      seenAt: added.updatedAt,
      before: draftOf(added),
      beforePictures: added.image,
    })
    deps.discard()
    await deps.open(added._id)
    return true
  }

  /** Returns, once, whether to send a form again now that the shop is reachable: if it has the lost values. */
  function takeRetry(values: FormValues): boolean {
    const before = lost
    lost = undefined
    return before?.slots === values.slots && JSON.stringify(before.draft) === JSON.stringify(values.draft)
  }

  return { state, asksAboutPrice, closePriceQuestion, send, takeRetry }
}

const filesIn = (slots: PictureSlots): File[] => slots.flatMap((picture) => picture?.file ?? [])
