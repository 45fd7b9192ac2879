import * as z from 'zod'
import { promotionCodePattern, promotionLimits } from '../pricing/promotion-limits.ts'
import { isDay } from '../values/day.ts'
import { limits } from '../values/limits.ts'
import { centsFromWire } from '../values/money.ts'
import { textField, wireMoney } from './fields.ts'

const scope = {
  products: z
    .array(textField(limits.shortText))
    .min(1, { error: 'choose_one' })
    .max(promotionLimits.products)
    .optional(),
  categories: z
    .array(textField(limits.shortText))
    .min(1, { error: 'choose_one' })
    .max(promotionLimits.categories)
    .optional(),
}

/** A sum above zero, with at most two decimals. */
const positiveMoney = z
  .number()
  .positive()
  .refine((value) => (centsFromWire(value) ?? Number.MAX_VALUE) <= limits.priceCents, { error: 'price' })

const piecesOfGroup = (min: number) => z.int().min(min).max(promotionLimits.pieces)

/** The discount of a promotion: `PromotionTerms` of contract/pricing/promotions.ts. */
export const promotionTerms = z.union([
  z.strictObject({ kind: z.literal('percent'), basisPoints: z.int().min(1).max(10_000), ...scope }),
  z.strictObject({ kind: z.literal('amount'), amount: positiveMoney, ...scope }),
  z.strictObject({ kind: z.literal('buyGet'), buy: piecesOfGroup(1), get: piecesOfGroup(1), ...scope }),
  z.strictObject({ kind: z.literal('pieces'), pieces: piecesOfGroup(2), amount: positiveMoney, ...scope }),
  z.strictObject({ kind: z.literal('freeDelivery') }),
])

/** A promotion that a cart can have now, as the API sends it. */
export const availablePromotion = z.object({
  id: z.string(),
  name: z.string(),
  nameTh: z.string().optional(),
  code: z.string().optional(),
  terms: promotionTerms,
  minimum: wireMoney.optional(),
  /** Not for every shopper: the call that checks a cart tells for whom. */
  personal: z.literal(true).optional(),
})
export type AvailablePromotion = z.infer<typeof availablePromotion>

/** A minute of the shop's time zone. */
const shopTime = z
  .string()
  .regex(/^.{10}T([01][0-9]|2[0-3]):[0-5][0-9]$/, { error: 'invalid' })
  .refine((time) => isDay(time.slice(0, 10)), { error: 'invalid' })

/** A promotion as a seller enters it. */
export const promotionInput = z.object({
  /** In English. One of the names is needed. */
  name: textField(promotionLimits.name, 0).nullish(),
  nameTh: textField(promotionLimits.name, 0).nullish(),
  /** Letters A to Z and digits; null if it is automatic. */
  code: z.string().regex(promotionCodePattern, { error: 'promotion_code' }).nullish(),
  terms: promotionTerms,
  /** The minimum price of the goods. */
  minimum: positiveMoney.nullish(),
  firstOrder: z.boolean(),
  /** 2026-11-22T09:00 in the shop's time zone; null for at once and never. */
  startsAt: shopTime.nullish(),
  endsAt: shopTime.nullish(),
  maxUses: z.int().min(1).max(promotionLimits.uses).nullish(),
  maxUsesOfShopper: z.int().min(1).max(promotionLimits.uses).nullish(),
  enabled: z.boolean(),
})
export type PromotionInput = z.infer<typeof promotionInput>

/** A promotion as sellers see it. */
export const promotion = promotionInput.extend({
  id: z.string(),
  name: z.string(),
  /** Whether it is in effect now, and if not, the reason. */
  state: z.enum(['on', 'off', 'later', 'ended', 'used up', 'archived']),
  /** Orders that used it, without cancelled ones; at most 1,000 if it has no limit. */
  uses: z.int(),
  version: z.int(),
  /** The seller's e-mail; null for the demo. */
  changedBy: z.string().nullable(),
  changedAt: z.string(),
})
export type Promotion = z.infer<typeof promotion>
