import { useId } from 'react'
import { promotionLimits } from '../../../contract/pricing/promotion-limits.ts'
import { api } from '../../client/api.ts'
import { useRead } from '../../client/use-read.ts'
import { localName } from '../../messages/local-name.ts'
import { m } from '../../messages/messages.ts'
import { categoryName } from '../../product/categories.ts'
import { ProductSize } from '../../product/product-size.tsx'
import { sizedName } from '../../product/sized-name.ts'
import { shop } from '../../shop.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FieldNotes, noteIds } from '../../ui/field-notes.tsx'
import { X } from '../../ui/icons.tsx'
import { formatCents } from '../../ui/price.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { SwitchRow } from '../form/switch-row.tsx'
import type { UnchosenSearch } from '../form/use-unchosen.ts'
import { ProductPicker } from './product-picker.tsx'
import { freeUpTo, type PromotionDraft } from './promotion-draft.ts'
import type { PromotionFields } from './use-promotion-form.ts'

const kindLabels: Record<PromotionDraft['kind'], () => string> = {
  percent: m.promotions_kind_percent,
  amount: m.promotions_kind_amount,
  pieces: m.promotions_kind_pieces,
  buyGet: m.promotions_kind_buy_get,
  freeDelivery: m.promotions_kind_delivery,
}
const kinds = Object.keys(kindLabels) as PromotionDraft['kind'][]

/** Its names and its code. */
export function Names({ text }: PromotionFields) {
  return (
    <>
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
    </>
  )
}

/** Its kind and amount. */
export function Kind({ draft, change, text }: PromotionFields) {
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
export function Goods({ draft, change, errors, search }: PromotionFields & { search: UnchosenSearch }) {
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
export function Conditions({ draft, change, text }: PromotionFields) {
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
              {product ? localName(product) : '…'}
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
