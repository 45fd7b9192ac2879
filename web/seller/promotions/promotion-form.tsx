import { type FormEvent, useId, useRef, useState } from 'react'
import type { Promotion, PromotionInput } from '../../../contract/entities/promotion.ts'
import { promotionLimits } from '../../../contract/pricing/promotion-limits.ts'
import { cents } from '../../../contract/values/money.ts'
import { api } from '../../client/api.ts'
import { useRead } from '../../client/use-read.ts'
import { incompleteFieldsOf, useSubmit } from '../../client/use-submit.ts'
import { m } from '../../messages/messages.ts'
import { categoryName } from '../../product/categories.ts'
import { productName } from '../../product/product-name.ts'
import { ProductSize } from '../../product/product-size.tsx'
import { sizedName } from '../../product/sized-name.ts'
import { shop } from '../../shop.ts'
import { Card } from '../../ui/card.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FieldNotes, noteIds } from '../../ui/field-notes.tsx'
import { X } from '../../ui/icons.tsx'
import { formatCents } from '../../ui/price.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { sellerApi } from '../client/seller-api.ts'
import { useRowDraft } from '../drafts/use-row-draft.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { fieldMessages } from '../ui/field-messages.ts'
import { FormEnd } from '../ui/form-end.tsx'
import { SwitchRow } from '../ui/switch-row.tsx'
import { textProps } from '../ui/text-props.ts'
import { type UnchosenSearch, useUnchosen } from '../ui/use-unchosen.ts'
import { CartPreview } from './cart-preview.tsx'
import { promotionOfDraft } from './preview.ts'
import { ProductPicker } from './product-picker.tsx'
import {
  type Doubt,
  doubtsOf,
  draftOf,
  emptyPromotion,
  freeUpTo,
  type PromotionDraft,
  readPromotion,
} from './promotion-draft.ts'

const shownPromotion = (promotion: Promotion) => ({
  id: promotion.id,
  version: promotion.version,
  draft: draftOf(promotion),
})

type PromotionFormProps = {
  /** The promotion to change; undefined for a new one. */
  promotion: Promotion | undefined
  /** The id of a new one: a repeated request makes no second one. */
  newId: string
  /** The shop's promotions, which the preview applies too. */
  promotions: readonly Promotion[]
  onClose: () => void
}

const kinds = ['percent', 'amount', 'pieces', 'buyGet', 'freeDelivery'] as const
const kindLabels: Record<PromotionDraft['kind'], () => string> = {
  percent: m.promotions_kind_percent,
  amount: m.promotions_kind_amount,
  pieces: m.promotions_kind_pieces,
  buyGet: m.promotions_kind_buy_get,
  freeDelivery: m.promotions_kind_delivery,
}

/** The form of a promotion, with a cart that previews its effect. */
export function PromotionForm({ promotion, newId, promotions, onClose }: PromotionFormProps) {
  const shown = promotion ? shownPromotion(promotion) : { id: newId, version: 0, draft: emptyPromotion }
  const row = useRowDraft('promotion', shown, async (id) => {
    const reply = await sellerApi.promotion.list({})
    const current = reply.success ? reply.promotions.find((each) => each.id === id) : undefined
    return current && shownPromotion(current)
  })
  const { draft } = row
  const form = useSubmit({ toasts: false })
  const element = useRef<HTMLFormElement>(null)
  const errors = form.fields
  const read = readPromotion(draft)
  /** What is probably a typing error. Closed, the question is still fading away. */
  const [question, setQuestion] = useState<{ doubts: readonly Doubt[]; open: boolean }>()

  const unchosen = useUnchosen(form, m.promotions_choose_product)

  function change(next: Partial<PromotionDraft>) {
    row.change(next)
    for (const name of Object.keys(next)) form.clearField(name)
    if ('goods' in next || 'kind' in next) unchosen.search.onChosen()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = 'errors' in read ? fieldMessages(read.errors) : {}
    const errors = { ...found, ...incompleteFieldsOf(element.current), ...unchosen.errors() }
    if ('errors' in read || Object.keys(errors).length > 0) return form.show(errors, element.current)
    const doubts = doubtsOf(draft, promotion && draftOf(promotion))
    if (doubts.length === 0) return void save(read.input)
    setQuestion({ doubts, open: true })
  }

  async function save(input: PromotionInput) {
    const reply = await form.send(
      () => row.save((to) => sellerApi.promotion.save({ ...input, ...to })),
      element.current,
    )
    if (!reply) return
    toast.success(reply.message)
    if (!row.isUnsaved()) onClose()
  }

  const text = textProps({ draft, errors, change })
  const part = { draft, change, errors, text }

  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
      <Card className="p-4 sm:p-6">
        <form ref={element} onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
          <SwitchRow label={m.promotions_on()} on={draft.enabled} onSwitch={(enabled) => change({ enabled })} />
          <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
            <TextField
              label={m.promotions_name()}
              hint={m.promotions_name_hint()}
              maxLength={promotionLimits.name}
              {...text('name')}
            />
            <TextField label={m.promotions_name_th()} lang="th" maxLength={promotionLimits.name} {...text('nameTh')} />
          </div>
          <TextField
            label={m.promotions_code()}
            hint={m.promotions_code_hint()}
            maxLength={promotionLimits.codeMax}
            autoCapitalize="characters"
            spellCheck={false}
            {...text('code')}
          />
          <Kind {...part} />
          {draft.kind !== 'freeDelivery' && <Goods {...part} search={unchosen.search} />}
          <Conditions {...part} />
          <p className="rounded-tile bg-sunken px-4 py-3 text-sm">{m.promotions_rule()}</p>
          <FormEnd
            form={form}
            save={m.promotions_save()}
            close={{ label: m.form_back_to_list(), isUnsaved: row.isUnsaved(), discard: row.discard, onClose }}
          />
        </form>
      </Card>
      {question && 'input' in read && (
        <ConfirmDialog
          open={question.open}
          title={m.promotions_sure()}
          onClose={() => setQuestion({ ...question, open: false })}
          onConfirm={() => {
            setQuestion({ ...question, open: false })
            void save(read.input)
          }}
        >
          {question.doubts.map((each) => (
            <p key={each}>{doubtText(each, draft)}</p>
          ))}
        </ConfirmDialog>
      )}
      <CartPreview edited={promotionOfDraft(row.id, draft)} promotions={promotions} />
    </div>
  )
}

function doubtText(doubt: Doubt, draft: PromotionDraft): string {
  if (doubt === 'percent') return m.promotions_sure_percent({ percent: draft.percent.replace(/[%\s]/g, '') })
  if (doubt === 'once') return m.promotions_sure_once()
  return m.promotions_sure_free({ amount: formatCents(freeUpTo(draft) ?? cents(0)) })
}

type PartProps = {
  draft: PromotionDraft
  change: (next: Partial<PromotionDraft>) => void
  errors: Record<string, string>
  text: ReturnType<typeof textProps<PromotionDraft>>
}

/** The kind and the amount of the promotion. */
function Kind({ draft, change, text }: PartProps) {
  return (
    <>
      <Select
        label={m.promotions_kind()}
        name="kind"
        value={draft.kind}
        onChange={({ target }) => {
          const kind = kinds.find((each) => each === target.value)
          if (kind) change({ kind })
        }}
      >
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindLabels[kind]()}
          </option>
        ))}
      </Select>
      <div className="grid grid-cols-1 items-start gap-5 empty:hidden sm:grid-cols-2">
        {draft.kind === 'percent' && (
          <TextField label={m.promotions_percent()} inputMode="decimal" {...text('percent')} />
        )}
        {draft.kind === 'pieces' && <TextField label={m.promotions_pieces()} inputMode="numeric" {...text('pieces')} />}
        {draft.kind === 'buyGet' && (
          <>
            <TextField label={m.promotions_buy()} inputMode="numeric" {...text('buy')} />
            <TextField label={m.promotions_get()} inputMode="numeric" {...text('get')} />
          </>
        )}
        {(draft.kind === 'amount' || draft.kind === 'pieces') && (
          <TextField
            label={
              draft.kind === 'pieces'
                ? m.promotions_pieces_price({ symbol: shop.currency.symbol })
                : m.promotions_amount({ symbol: shop.currency.symbol })
            }
            hint={draft.kind === 'amount' && draft.goods !== 'order' ? m.promotions_amount_each() : undefined}
            inputMode="decimal"
            {...text('amount')}
          />
        )}
      </div>
    </>
  )
}

/** Its goods. */
function Goods({ draft, change, errors, search }: PartProps & { search: UnchosenSearch }) {
  const isBundle = draft.kind === 'pieces' || draft.kind === 'buyGet'
  return (
    <>
      <Select
        label={m.promotions_goods()}
        name="goods"
        value={draft.goods}
        onChange={({ target }) => {
          const goods = (['order', 'categories', 'products'] as const).find((each) => each === target.value)
          if (goods) change({ goods })
        }}
      >
        <option value="order">{isBundle ? m.promotions_goods_any() : m.promotions_goods_order()}</option>
        <option value="categories">{m.promotions_goods_categories()}</option>
        <option value="products">{m.promotions_goods_products()}</option>
      </Select>
      {draft.goods === 'categories' && (
        <Categories
          chosen={draft.categories}
          error={errors.categories ?? errors['terms.categories']}
          onChange={(categories) => change({ categories })}
        />
      )}
      {draft.goods === 'products' && (
        <Products
          chosen={draft.products}
          error={errors.products ?? errors['terms.products']}
          onChange={(products) => change({ products })}
          search={search}
        />
      )}
    </>
  )
}

/** Its conditions: for whom, when, and how often. */
function Conditions({ draft, change, text }: PartProps) {
  const free = freeUpTo(draft)
  return (
    <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
      <TextField
        label={m.promotions_minimum({ symbol: shop.currency.symbol })}
        hint={free ? m.promotions_minimum_free({ amount: formatCents(free) }) : m.promotions_minimum_hint()}
        inputMode="decimal"
        {...text('minimum')}
      />
      <div className="sm:mt-7.5">
        <SwitchRow
          label={m.promotions_first()}
          on={draft.firstOrder}
          onSwitch={(firstOrder) => change({ firstOrder })}
        />
      </div>
      <DateField
        label={m.promotions_starts()}
        withTime
        {...text('startsAt')}
        onDate={(startsAt) => change({ startsAt })}
      />
      <DateField
        label={m.promotions_ends()}
        withTime
        hint={m.promotions_time_hint({ zone: shop.timeZone })}
        {...text('endsAt')}
        onDate={(endsAt) => change({ endsAt })}
      />
      <TextField label={m.promotions_max()} hint={m.promotions_max_hint()} inputMode="numeric" {...text('maxUses')} />
      <TextField label={m.promotions_max_shopper()} inputMode="numeric" {...text('maxUsesOfShopper')} />
    </div>
  )
}

type ChoiceProps = { chosen: readonly string[]; error: string | undefined; onChange: (chosen: string[]) => void }

function Categories({ chosen, error, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={noteIds(id, undefined, error)} className="grid gap-1">
      <legend className="sr-only">{m.promotions_goods_categories()}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {shop.categories.map((category) => (
          <label key={category.path} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="categories"
              checked={chosen.includes(category.path)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, category.path] : chosen.filter((each) => each !== category.path))
              }
              className="size-5 accent-leaf"
            />
            {categoryName(category)}
          </label>
        ))}
      </div>
      <FieldNotes id={id} error={error} />
    </fieldset>
  )
}

function Products({ chosen, error, onChange, search }: ChoiceProps & { search: UnchosenSearch }) {
  const notesId = useId()
  const ids = chosen.join(',')
  const { data } = useRead(ids === '' ? undefined : ids, (signal) => api.product.byIds({ ids }, { signal }))
  const known = [...(data?.products ?? []), ...(data?.gone ?? [])]
  const shown = chosen.map((id) => ({ id, product: known.find(({ _id }) => _id === id) }))
  return (
    <fieldset name="products" aria-describedby={noteIds(notesId, undefined, error)} className="grid gap-2">
      <legend className="sr-only">{m.promotions_goods_products()}</legend>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {shown.map(({ id, product }) => (
          <li key={id} className="flex items-center rounded-full bg-leaf-soft ps-4 text-leaf-deep">
            <span className="wrap-anywhere min-w-0 py-1 leading-snug">
              {product ? productName(product) : '…'}
              <ProductSize size={product?.Weight} />
            </span>
            <button
              type="button"
              aria-label={m.promotions_remove({ name: product ? sizedName(product) : '…' })}
              onClick={() => onChange(chosen.filter((each) => each !== id))}
              className="grid size-11 shrink-0 place-items-center"
            >
              <X className="size-4" aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {chosen.length < promotionLimits.products && (
        <ProductPicker
          label={m.promotions_add_product()}
          without={chosen}
          onPick={({ _id }) => onChange([...chosen, _id])}
          search={search}
        />
      )}
      <FieldNotes id={notesId} error={error} />
    </fieldset>
  )
}
