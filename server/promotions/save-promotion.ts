import { textField } from '../../contract/entities/fields.ts'
import type { PromotionInput } from '../../contract/entities/promotion.ts'
import { normalCode } from '../../contract/pricing/promotion-code.ts'
import { promotionLimits } from '../../contract/pricing/promotion-limits.ts'
import { type PromotionTerms, scopeOf } from '../../contract/pricing/promotions.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { serverLimits } from '../../contract/values/limits.ts'
import { centsOf } from '../../contract/values/money.ts'
import { isId } from '../common/ids.ts'
import { normaliseText } from '../common/normalise-text.ts'
import { refuse, refuseField, refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction } from '../database/database.ts'
import { lockScope } from '../settings/product-choices.ts'
import {
  archivePromotion,
  countPromotions,
  insertPromotion,
  isCodeTaken,
  lockPromotion,
  lockPromotions,
  type StoredPromotion,
  updatePromotion,
} from './queries.ts'

type SavedBy = { id: string; seen: number; by: string | undefined }

/**
 * Saves a promotion, a new one if `seen` is 0. Orders that have it stay as they are; orders that are being placed with
 * the version before are decided again.
 *
 * Throws `invalid_form` without a name in either language, for a code that another promotion has, an end before the
 * start or set to the past, an unknown category or product unless the promotion named it before, and a new limit below
 * the uses so far; `promotion_changed` if its version isn't `seen` or the id of a new one is taken;
 * `too_many_promotions`; `promotion_unknown`.
 */
export async function savePromotion(
  db: Db,
  { timeZone, categories }: Pick<ShopConfig, 'timeZone' | 'categories'>,
  typed: PromotionInput,
  { id, seen, by }: SavedBy,
): Promise<void> {
  refuseUnless(isId(id), 'promotion_unknown')
  const promotion = storedPromotion(typed, id, by)
  const { startsAt, endsAt, code, maxUses } = promotion
  if (promotion.name === '') refuseField('name', 'required')
  if (startsAt !== null && endsAt !== null && startsAt >= endsAt) refuseField('endsAt', 'promotion_ends_first')
  await inTransaction(db, async (tx) => {
    // A new one is counted with the others, and any code compared with theirs.
    await lockPromotions(tx)
    const current = seen === 0 ? undefined : await lockPromotion(tx, id, timeZone)
    refuseUnless(seen === 0 || current, 'promotion_unknown')
    refuseUnless(current === undefined || current.version === seen, 'promotion_changed')
    if (endsAt !== null && endsAt !== current?.endsAt && endsAt <= minuteIn(timeZone))
      refuseField('endsAt', 'promotion_past')
    await lockScope(tx, newScope(promotion.terms, current?.terms), categories)
    if (code !== null && (await isCodeTaken(tx, code, id))) refuseField('code', 'promotion_code_taken')
    if (current) {
      const { uses } = current
      // Orders that were delivered although they had been cancelled may have exceeded a limit, which can stay.
      if (maxUses !== null && maxUses < uses && maxUses !== current.maxUses)
        refuse('invalid_form', { fields: { maxUses: { error: 'promotion_uses', values: { uses } } } })
      await updatePromotion(tx, promotion, { timeZone, uses })
      return
    }
    const max = serverLimits.promotions
    refuseUnless((await countPromotions(tx)) < max, 'too_many_promotions', { values: { max } })
    refuseUnless(await insertPromotion(tx, promotion, timeZone), 'promotion_changed')
  })
}

/**
 * Returns the categories and products that a promotion is about and wasn't before: a category of those before is kept
 * already.
 */
function newScope(terms: PromotionTerms, before: PromotionTerms | undefined) {
  const { categories = [], products = [] } = scopeOf(terms)
  const old = scopeOf(before)
  return {
    categories: categories.filter((each) => !old.categories?.includes(each)),
    products: products.filter((each) => !old.products?.includes(each)),
  }
}

/** Returns the current minute in a time zone, as 2026-11-22T09:00. */
function minuteIn(timeZone: string): string {
  // Swedish writes times in ISO 8601, with a space.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return format.format(new Date()).replace(' ', 'T')
}

/**
 * Ends a promotion for good. Throws `promotion_unknown` for an id that none can have, and `promotion_changed` if there
 * is none with this id, its version isn't `seen`, or it is archived already.
 */
export async function endPromotion(db: Db, { id, seen, by }: { id: string; seen: number; by: string }): Promise<void> {
  refuseUnless(isId(id), 'promotion_unknown')
  refuseUnless(await archivePromotion(db, { id, seen, by }), 'promotion_changed')
}

/** Returns a promotion as it is stored. `by` is the seller's e-mail; undefined for the demo. */
export function storedPromotion(typed: PromotionInput, id: string, by: string | undefined): StoredPromotion {
  const [name = '', nameTh = ''] = [typed.name, typed.nameTh].map((each) => normaliseText(each ?? '')).map(visibleText)
  return {
    id: id.toLowerCase(),
    // The only name is that of both languages.
    name: name || nameTh,
    nameTh: nameTh || null,
    code: typed.code ? normalCode(typed.code) : null,
    terms: typed.terms,
    minimumCents: typed.minimum ? centsOf(typed.minimum) : 0,
    firstOrder: typed.firstOrder,
    startsAt: typed.startsAt ?? null,
    endsAt: typed.endsAt ?? null,
    maxUses: typed.maxUses ?? null,
    maxUsesOfShopper: typed.maxUsesOfShopper ?? null,
    enabled: typed.enabled,
    changedBy: by ?? null,
  }
}

/** Returns a text that can be seen; else an empty one. */
const visibleText = (typed: string) => (textField(promotionLimits.name).safeParse(typed).success ? typed : '')
