import { readPrice } from '../../../contract/catalog/read-price.ts'
import type { Promotion, PromotionInput } from '../../../contract/entities/promotion.ts'
import { promotionCodePattern, promotionLimits } from '../../../contract/pricing/promotion-limits.ts'
import { type PromotionTerms, type Scope, scopeOf } from '../../../contract/pricing/promotions.ts'
import { type Cents, toWire } from '../../../contract/values/money.ts'
import { readWhole } from '../../../contract/values/read-whole.ts'
import { readBasisPoints } from '../drafts/read-basis-points.ts'
import { type DraftError, readWholeField } from '../drafts/read-fields.ts'
import { priceText } from '../ui/price-text.ts'

/** The values of a promotion's form: texts as they are typed. */
export type PromotionDraft = {
  name: string
  nameTh: string
  code: string
  kind: PromotionTerms['kind']
  percent: string
  amount: string
  buy: string
  get: string
  pieces: string
  goods: 'order' | 'categories' | 'products'
  categories: string[]
  products: string[]
  minimum: string
  firstOrder: boolean
  startsAt: string
  endsAt: string
  maxUses: string
  maxUsesOfShopper: string
  enabled: boolean
}

export type DraftErrors = Partial<Record<keyof PromotionDraft, DraftError>>

/**
 * Returns the sum, in cents, below which the promotion makes an order's goods free: the amount off the whole order, if
 * the minimum is smaller or missing. Undefined if there is no such sum.
 */
export function freeUpTo({ kind, goods, amount, minimum }: PromotionDraft): Cents | undefined {
  if (kind !== 'amount' || goods !== 'order') return undefined
  const off = readPrice(amount).cents
  return off !== undefined && off > (readPrice(minimum).cents ?? 0) ? (off as Cents) : undefined
}

/** What is probably a typing error: a percentage above half, goods that cost nothing, one use in all. */
export type Doubt = 'percent' | 'free' | 'once'

/** Returns what of a promotion is probably a typing error, unless it was so before. */
export function doubtsOf(draft: PromotionDraft, before?: PromotionDraft): Doubt[] {
  const [now, saved] = [doubtfulValues(draft), before && doubtfulValues(before)]
  return (Object.keys(now) as Doubt[]).filter((each) => now[each] !== undefined && now[each] !== saved?.[each])
}

function doubtfulValues(draft: PromotionDraft): Record<Doubt, number | undefined> {
  const basisPoints = draft.kind === 'percent' ? readBasisPoints(draft.percent) : undefined
  const isOnce = readWhole(draft.maxUses, { min: 1, max: 1 }) === 1 && draft.maxUsesOfShopper.trim() === ''
  return {
    percent: basisPoints !== undefined && basisPoints > 5000 ? basisPoints : undefined,
    free: freeUpTo(draft),
    once: isOnce ? 1 : undefined,
  }
}

/** The fields of an empty form. */
export const emptyPromotion: PromotionDraft = {
  name: '',
  nameTh: '',
  code: '',
  kind: 'percent',
  percent: '10',
  amount: '',
  buy: '2',
  get: '1',
  pieces: '2',
  goods: 'order',
  categories: [],
  products: [],
  minimum: '',
  firstOrder: false,
  startsAt: '',
  endsAt: '',
  maxUses: '',
  maxUsesOfShopper: '',
  enabled: true,
}

/** Returns a promotion as the form shows it. */
export function draftOf(promotion: Promotion): PromotionDraft {
  const { terms } = promotion
  const { products = [], categories = [] } = scopeOf(terms)
  const { percent, amount, buy, get, pieces } = emptyPromotion
  return {
    name: promotion.name === promotion.nameTh ? '' : promotion.name,
    nameTh: promotion.nameTh ?? '',
    code: promotion.code ?? '',
    kind: terms.kind,
    percent: terms.kind === 'percent' ? String(terms.basisPoints / 100) : percent,
    amount: 'amount' in terms ? priceText(terms.amount) : amount,
    buy: terms.kind === 'buyGet' ? String(terms.buy) : buy,
    get: terms.kind === 'buyGet' ? String(terms.get) : get,
    pieces: terms.kind === 'pieces' ? String(terms.pieces) : pieces,
    goods: products.length > 0 ? 'products' : categories.length > 0 ? 'categories' : 'order',
    categories,
    products,
    minimum: promotion.minimum ? priceText(promotion.minimum) : '',
    firstOrder: promotion.firstOrder,
    startsAt: promotion.startsAt ?? '',
    endsAt: promotion.endsAt ?? '',
    maxUses: promotion.maxUses ? String(promotion.maxUses) : '',
    maxUsesOfShopper: promotion.maxUsesOfShopper ? String(promotion.maxUsesOfShopper) : '',
    enabled: promotion.enabled,
  }
}

/** Parses the typed fields; returns the promotion, or the errors of the fields. */
export function readPromotion(
  draft: PromotionDraft,
): { input: PromotionInput & { name: string } } | { errors: DraftErrors } {
  const errors: DraftErrors = {}
  const whole = (field: keyof PromotionDraft, text: string, min: number, max: number): number => {
    const { value, wrong } = readWholeField(text, { min, max })
    if (wrong) errors[field] = wrong
    return value ?? min
  }
  const optional = (field: 'maxUses' | 'maxUsesOfShopper') =>
    draft[field].trim() === '' ? null : whole(field, draft[field], 1, promotionLimits.uses)
  const money = (field: 'amount' | 'minimum'): number => {
    const read = readPrice(draft[field])
    if (read.error === undefined) return toWire(read.cents as Cents)
    errors[field] = { error: read.error, ...(read.values && { values: { ...read.values } }) }
    return 1
  }
  const terms = (): PromotionTerms => {
    const most = promotionLimits.pieces
    const scope: Scope = {
      ...(draft.goods === 'products' && { products: draft.products }),
      ...(draft.goods === 'categories' && { categories: draft.categories }),
    }
    switch (draft.kind) {
      case 'percent': {
        const basisPoints = readBasisPoints(draft.percent) ?? 0
        if (draft.percent.trim() === '') errors.percent = { error: 'required' }
        else if (basisPoints === 0) errors.percent = { error: 'percentage' }
        return { kind: 'percent', basisPoints, ...scope }
      }
      case 'amount':
        return { kind: 'amount', amount: money('amount'), ...scope }
      case 'buyGet':
        return {
          kind: 'buyGet',
          buy: whole('buy', draft.buy, 1, most),
          get: whole('get', draft.get, 1, most),
          ...scope,
        }
      case 'pieces':
        return { kind: 'pieces', pieces: whole('pieces', draft.pieces, 2, most), amount: money('amount'), ...scope }
      case 'freeDelivery':
        return { kind: 'freeDelivery' }
    }
  }
  const name = draft.name.trim()
  const nameTh = draft.nameTh.trim()
  if (name === '' && nameTh === '') errors.name = { error: 'required' }
  const code = draft.code.trim()
  if (code !== '' && !promotionCodePattern.test(code)) errors.code = { error: 'promotion_code' }
  if (draft.kind !== 'freeDelivery') {
    if (draft.goods === 'products' && draft.products.length === 0) errors.products = { error: 'choose_one' }
    if (draft.goods === 'categories' && draft.categories.length === 0) errors.categories = { error: 'choose_one' }
  }
  if (draft.startsAt !== '' && draft.endsAt !== '' && draft.startsAt >= draft.endsAt)
    errors.endsAt = { error: 'promotion_ends_first' }
  const input: PromotionInput & { name: string } = {
    // A name in one language is enough: the other shows it too.
    name: name || nameTh,
    nameTh: nameTh || null,
    code: code || null,
    terms: terms(),
    minimum: draft.minimum.trim() === '' ? null : money('minimum'),
    firstOrder: draft.firstOrder,
    startsAt: draft.startsAt || null,
    endsAt: draft.endsAt || null,
    maxUses: optional('maxUses'),
    maxUsesOfShopper: optional('maxUsesOfShopper'),
    enabled: draft.enabled,
  }
  return Object.keys(errors).length > 0 ? { errors } : { input }
}
