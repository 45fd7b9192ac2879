import { type FocusEvent, type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Calls } from '../../../contract/calls.ts'
import type { Reply } from '../../../contract/client.ts'
import type { Product, ProductEdit, SellerProduct } from '../../../contract/entities.ts'
import { newPicture } from '../../../contract/pictures.ts'
import { fieldFaultWords, refusalWords } from '../../../contract/refusals.ts'
import { shop } from '../../../shop.config.ts'
import { api } from '../../client/api.ts'
import { askAgain } from '../../client/ask-again.ts'
import { newKey } from '../../client/attempt.ts'
import { whenReconnected } from '../../client/connection.ts'
import { faultsOf, useSubmit } from '../../client/use-submit.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { categoryName } from '../../product/categories.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { money } from '../../ui/price.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { withSessionEnd } from '../area/session-end.ts'
import { LeaveGuard, useLeaveWarning } from './leave-guard.tsx'
import { PictureField } from './picture-field.tsx'
import { slotOfSent } from './picture-slots.ts'
import { draftOver, dropDraft, findDraft, keepDraft } from './product-draft.ts'
import { type SentEdit, saveEdit } from './save-edit.ts'
import { sendProduct } from './send-product.ts'
import {
  farPriceOf,
  faultsOfTyped,
  isOfferAbove,
  newProductOf,
  plainPrice,
  productOf,
  type Typed,
  typedFields,
  typedIn,
  typedOf,
} from './typed-product.ts'
import { type ChosenPicture, keptPicture, slotsOf, usePictures } from './use-pictures.ts'

const PriceDialog = lazy(() => import('./price-dialog.tsx'))

/** The category of the product that was added last: the next one's, until another is chosen. */
let lastCategory = ''

type ProductFormProps = {
  /** The product that is edited; a new one is added without. */
  product?: SellerProduct
  /** What a new product begins with: a copy of another. */
  copy?: Typed | undefined
  /** It is saved, as the shop has it now, which has said so. */
  onSaved: (saved: Product) => void
  /** Shows the product as it is now, in place of what was typed, or with it laid over. */
  onLoadNewest?: (keepTyped: boolean) => void
}

/** The form of a product, new or edited. What is typed outlives a failure, the end of the session and a reload. */
export function ProductForm(props: ProductFormProps) {
  const [round, setRound] = useState(0)
  return <Fields key={round} {...props} anew={round > 0} onAnew={() => setRound(round + 1)} />
}

/** What was typed before and isn't saved, over the product as it is now. */
function openDraft(of: string, product: SellerProduct | undefined) {
  const draft = findDraft(of)
  if (!draft || !product) return draft
  const opened = draftOver(draft, product)
  if (!opened) dropDraft(of)
  return opened
}

type FormState = { typed: Typed; slots: readonly (ChosenPicture | undefined)[] }

type FieldsProps = ProductFormProps & {
  /** An earlier form of this screen has been cleared. */
  anew: boolean
  onAnew: () => void
}

function Fields({ product, copy, anew, onSaved, onLoadNewest, onAnew }: FieldsProps) {
  const of = product?._id ?? 'new'
  const form = useSubmit()
  const element = useRef<HTMLFormElement>(null)
  const [before] = useState(() => ({ typed: typedOf(product), slots: slotsOf(product?.image.map(keptPicture)) }))
  const [draft] = useState(() => openDraft(of, product))
  const start = draft?.typed ?? (anew ? undefined : copy) ?? before.typed
  /** A form that is sent though a price is ten times what it was. */
  const [far, setFar] = useState<{ words: string; open: boolean }>()
  const sure = useRef(false)
  const touched = useRef(new Set<string>(start.price || start.offerPrice ? ['price', 'offerPrice'] : []))
  const seenAt = draft?.seenAt ?? product?.updatedAt ?? ''
  const seen = { seenAt, ...(product?.updatedAt === seenAt && { before: before.typed, beforePictures: product.image }) }
  const pictures = usePictures(draft?.pictures ? slotsOf(draft.pictures) : before.slots, keep)
  const restored = draft !== undefined
  const [offerAbove, setOfferAbove] = useState(false)
  /** Somebody else has saved the product meanwhile. */
  const [changed, setChanged] = useState(false)
  /** The part that has been sent, from 0 to 1. */
  const [sent, setSent] = useState<number>()
  const unsaved = useRef(draft !== undefined)
  /** The key with which a new product is sent, until an answer says that it was added: so it isn't added twice. */
  const attempt = useRef(draft?.attempt)
  const lostEdits = useRef<SentEdit[]>([])
  /** What was sent and got no answer; sent once more when the shop can be reached, if it wasn't typed on. */
  const unknown = useRef<FormState>(undefined)
  const again = useRef(false)
  const navigate = useNavigate()

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

  useEffect(() => {
    if (!anew) return
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [anew])
  useLeaveWarning(() => unsaved.current && (product !== undefined || pictures.slots.some((each) => each?.file)))

  useEffect(
    () =>
      whenReconnected(() => {
        if (!element.current || !unknown.current) return
        const { typed, slots } = unknown.current
        unknown.current = undefined
        if (JSON.stringify(typedIn(element.current)) !== JSON.stringify(typed) || slots !== pictures.latest()) return
        again.current = true
        sure.current = true
        element.current.requestSubmit()
      }),
    [pictures.latest],
  )

  function startAnew() {
    unsaved.current = false
    dropDraft(of)
    onAnew()
  }

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (form.pending) return
    const target = event.currentTarget
    const typed = typedIn(target)
    const faults = { ...faultsOfTyped(typed), ...faultsOf(target) }
    if (Object.keys(faults).length > 0) return form.show(faults, target)
    const farPrice = product && !sure.current ? farPriceOf(typed, product) : undefined
    sure.current = false
    if (farPrice) {
      const places = { before: money(farPrice.before), now: money(farPrice.now) }
      return setFar({ words: m.seller_price_far(places), open: true })
    }

    const { slots } = pictures
    const isAgain = again.current
    again.current = false
    unknown.current = undefined
    const reply = await form.send(async () => {
      const answer: Reply<Calls['product']['add']> = withSessionEnd(
        await send(typed, slots).catch(() => {
          if (!isAgain) unknown.current = { typed, slots }
          throw new Error(m.seller_save_unknown())
        }),
      )
      if (answer.success) return answer
      if (answer.code === 'attempt_reused' && (await goOnEditing(typed, slots)))
        return { ...answer, message: m.seller_added_before() }
      setChanged(answer.code === 'product_changed')
      if (!answer.fields) return answer
      const fields = byInput(answer.fields, slots)
      return { ...answer, fields, message: checkWords(fields) }
    })
    setSent(undefined)
    if (!reply) return
    toast.success(reply.message)
    unsaved.current = false
    dropDraft(of)
    if (!product) {
      lastCategory = typed.category
      onAnew()
    }
    onSaved(reply.product)
  }

  function send(typed: Typed, slots: readonly (ChosenPicture | undefined)[]) {
    const files = slots.flatMap((picture) => picture?.file ?? [])
    if (!product) {
      attempt.current ??= newKey()
      keep()
      const key = attempt.current
      return askAgain(() => sendProduct('add', newProductOf(typed), files, setSent, key))
    }
    const image = slots.flatMap((picture) => (picture ? (picture.url ?? newPicture) : []))
    const edit: ProductEdit = { ...productOf(typed), id: product._id, seenAt, image }
    return saveEdit((sent) => sendProduct('edit', sent.edit, sent.files, setSent), { edit, files }, lostEdits.current)
  }

  /** The product was added before its answer was lost, and typed on since: what is typed goes on as its edit. */
  async function goOnEditing(typed: Typed, slots: readonly (ChosenPicture | undefined)[]): Promise<boolean> {
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
    unsaved.current = false
    dropDraft(of)
    await navigate(`/seller/products/${added._id}`)
    return true
  }

  function input(name: keyof Typed) {
    return element.current?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null
  }

  /** Shows a price as it was understood, and whether the two fit each other. */
  function settlePrice(name: 'price' | 'offerPrice') {
    const field = input(name)
    if (field) field.value = plainPrice(field.value)
    const other = name === 'price' ? 'offerPrice' : 'price'
    const fellow = input(other)
    if (fellow && !touched.current.has(other)) fellow.value = plainPrice(fellow.value)
    if (element.current) setOfferAbove(isOfferAbove(typedIn(element.current)))
    keep()
  }

  /** Most goods have one price: what is typed as one is the other as well, until that is typed itself. */
  function typedPrice(name: 'price' | 'offerPrice') {
    const other = name === 'price' ? 'offerPrice' : 'price'
    touched.current.add(name)
    const [field, fellow] = [input(name), input(other)]
    if (field && fellow && !touched.current.has(other)) {
      fellow.value = field.value
      form.clearField(other)
    }
  }

  /** Most goods are added shelf by shelf: the category of the last one, as soon as the next one is begun. */
  function beginProduct() {
    const category = input('category')
    if (product || !lastCategory || !category || category.value !== '') return
    category.value = lastCategory
    form.clearField('category')
  }

  function clearPictureFaults() {
    for (const name of Object.keys(form.fields)) if (name.startsWith('images')) form.clearField(name)
  }

  const field = (name: keyof Typed) => ({
    name,
    defaultValue: start[name],
    fault: form.fields[name],
    readOnly: form.pending,
    onInput: () => form.clearField(name),
  })
  const price = (name: 'price' | 'offerPrice') => ({
    ...field(name),
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    required: true,
    onInput: () => {
      typedPrice(name)
      form.clearField(name)
      form.clearField('offerPrice')
      // A fault goes as soon as it is mended, but doesn't come while somebody is typing.
      if (offerAbove && element.current) setOfferAbove(isOfferAbove(typedIn(element.current)))
    },
    onBlur: () => settlePrice(name),
    // What was filled in for the seller is replaced by typing, not added to.
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.target.select(),
    end: <span className="pe-4 text-muted">{shop.currency.symbol}</span>,
  })

  /** Name and description in one language: those of the page come first, the others may be left out. */
  function wordsIn(language: 'en' | 'th') {
    const [name, description] =
      language === 'th' ? (['nameTh', 'descriptionTh'] as const) : (['name', 'description'] as const)
    const isFirst = language === getLocale()
    return (
      <>
        <TextField
          {...field(name)}
          {...(isFirst ? {} : { lang: language })}
          label={labels[name]()}
          autoComplete="off"
          // On a Thai page the Thai name is the English one as well, and a product that has only an English one keeps it.
          required={isFirst && language === 'en'}
          onInput={() => {
            form.clearField('name')
            form.clearField('nameTh')
            beginProduct()
          }}
        />
        <TextArea
          {...field(description)}
          {...(isFirst ? { hint: m.seller_description_hint() } : { lang: language })}
          label={labels[description]()}
          rows={4}
        />
      </>
    )
  }

  return (
    <Card className="p-4 sm:p-6">
      <form ref={element} onSubmit={save} onInput={() => keep()} noValidate className="grid gap-5">
        {restored && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-tile bg-mango-soft py-1.5 ps-4 pe-1.5">
            <p role="status" className="py-1.5">
              {draft.merged ? m.seller_merged() : m.seller_draft_back()}
              {draft.merged && draft.merged.taken.length > 0 && (
                <span className="block">{m.seller_merged_theirs({ fields: labelsOf(draft.merged.taken) })}</span>
              )}
              {draft.merged && draft.merged.clashes.length > 0 && (
                <strong className="block font-semibold">
                  {m.seller_merged_both({ fields: labelsOf(draft.merged.clashes) })}
                </strong>
              )}
            </p>
            <Button look="ghost" onClick={startAnew} className="max-[26rem]:-ms-4">
              {product ? m.seller_draft_drop_changes() : m.seller_draft_drop()}
            </Button>
          </div>
        )}
        <PictureField
          slots={pictures.slots}
          refused={pictures.refused}
          faults={form.fields}
          busy={form.pending}
          onPut={(files, at) => {
            clearPictureFaults()
            pictures.put(files, at)
          }}
          onRemove={(at) => {
            clearPictureFaults()
            pictures.remove(at)
          }}
          onMove={(at, by) => {
            clearPictureFaults()
            pictures.move(at, by)
          }}
        />
        {wordsIn(getLocale())}
        <Select
          name="category"
          label={m.seller_category()}
          defaultValue={start.category}
          fault={form.fields.category}
          onChange={() => form.clearField('category')}
        >
          <option value="">{m.seller_category_none()}</option>
          {shop.categories.map((category) => (
            <option key={category.path} value={category.path}>
              {categoryName(category)}
            </option>
          ))}
        </Select>
        <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
          <TextField {...price('price')} label={m.seller_price()} />
          <TextField
            {...price('offerPrice')}
            label={m.seller_offer_price()}
            fault={
              form.fields.offerPrice ?? (offerAbove ? fieldFaultWords('offer_above_price', getLocale()) : undefined)
            }
          />
          <TextField {...field('Weight')} label={m.seller_weight()} hint={m.seller_weight_hint()} autoComplete="off" />
          {!product && (
            <TextField
              {...field('stock')}
              inputMode="numeric"
              autoComplete="off"
              label={m.seller_stock()}
              hint={m.seller_stock_hint()}
            />
          )}
        </div>
        <fieldset className="grid min-w-0 gap-5 rounded-card border border-line px-4 pt-2 pb-5 sm:px-5">
          <legend className="px-2 font-medium">{m.seller_other_language()}</legend>
          {wordsIn(getLocale() === 'th' ? 'en' : 'th')}
          <p className="-mt-2 text-muted text-sm">{m.seller_other_language_hint()}</p>
        </fieldset>
        <FormMessage>{form.message}</FormMessage>
        {changed && form.message && (
          <div className="flex flex-wrap gap-3">
            <Button look="soft" onClick={() => onLoadNewest?.(true)}>
              {m.seller_merge()}
            </Button>
            <Button look="outline" onClick={() => onLoadNewest?.(false)}>
              {m.seller_load_newest()}
            </Button>
          </div>
        )}
        {form.slow && <Progress sent={sent} />}
        <Button
          type="submit"
          size="large"
          pending={form.slow}
          aria-disabled={form.pending}
          className="sm:justify-self-start sm:px-14"
        >
          {product ? m.seller_save() : m.seller_add()}
        </Button>
      </form>
      {far && (
        <Suspense>
          <PriceDialog
            open={far.open}
            words={far.words}
            onClose={() => setFar({ ...far, open: false })}
            onSure={() => {
              setFar({ ...far, open: false })
              sure.current = true
              element.current?.requestSubmit()
            }}
          />
        </Suspense>
      )}
      {product && <LeaveGuard unsaved={unsaved} onDiscard={() => dropDraft(of)} />}
    </Card>
  )
}

/** How far the pictures are; once they have all arrived the shop has yet to prepare them. */
function Progress({ sent = 0 }: { sent?: number | undefined }) {
  const percent = Math.floor(sent * 100)
  const text = percent >= 100 ? m.seller_preparing() : m.seller_uploading({ percent })
  return (
    <div className="grid gap-1.5">
      <div
        role="progressbar"
        aria-label={text}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-leaf-soft"
      >
        <span
          className="block h-full rounded-full bg-leaf transition-[width] duration-300"
          style={{ width: `${percent}%` }}
        />
      </div>
      <p className="figures text-muted text-sm">{text}</p>
    </div>
  )
}

const labels: Record<keyof Typed, () => string> = {
  name: m.seller_name,
  nameTh: m.seller_name_th,
  description: m.seller_description,
  descriptionTh: m.seller_description_th,
  category: m.seller_category,
  price: m.seller_price,
  offerPrice: m.seller_offer_price,
  Weight: m.seller_weight,
  stock: m.seller_stock,
}

const labelsOf = (names: readonly (keyof Typed)[]) => names.map((name) => labels[name]()).join(', ')

/** What is wrong, by the name that the field has on the screen. */
function checkWords(fields: Record<string, string>): string {
  const [[name = '', fault] = []] = Object.entries(fields)
  const label = Object.hasOwn(labels, name) ? `${labels[name as keyof Typed]()}: ` : ''
  return `${refusalWords('invalid_form', getLocale())} (${label}${fault})`
}

/** The shop counts the files that were sent, the form its slots; lines of the description share one field. */
function byInput(
  fields: Record<string, string>,
  slots: readonly (ChosenPicture | undefined)[],
): Record<string, string> {
  const files = slots.map((picture) => picture?.file)
  return Object.fromEntries(
    Object.entries(fields).map(([path, fault]) => {
      const picture = /^images\.(\d+)$/.exec(path)
      if (picture) return [`images.${slotOfSent(files, Number(picture[1]))}`, fault]
      const name = path.split('.')[0] ?? path
      return [name === 'image' ? 'images' : name, fault]
    }),
  )
}
