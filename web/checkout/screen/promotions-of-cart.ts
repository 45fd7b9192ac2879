import { applyWithDelivery, type DeliveredCart } from '../../../contract/delivery/delivery.ts'
import type { AvailablePromotion } from '../../../contract/entities/promotion.ts'
import type { Cents } from '../../../contract/values/money.ts'

type CartToDiscount = {
  lines: Parameters<typeof applyWithDelivery>[0]
  /** Returns the delivery fee for goods that cost this much. */
  feeFor: (goodsCents: Cents) => number
  automaticPromotions: readonly AvailablePromotion[]
  /**
   * What the shop has said about promotions that not every shopper can have; undefined if it isn't asked. Without its
   * promotions it hasn't replied yet.
   */
  own: { promotions: readonly AvailablePromotion[] | undefined; failure: string | undefined } | undefined
  /** What the shop has said about the entered code; undefined if it isn't asked. */
  coded: CodeReply | undefined
}

type CodeReply = {
  entered: string
  /** The promotion of the code; undefined if the shop hasn't replied, or doesn't take it. */
  promotion: AvailablePromotion | undefined
  refused: string | undefined
  failure: string | undefined
  loading: boolean
}

export type DiscountedCart = {
  /** With the delivery fee, which depends on them. */
  result: DeliveredCart<AvailablePromotion>
  /** False while it isn't known which promotions this shopper can have. */
  certain: boolean
  /** The code, if the shop takes it for this cart. */
  code: string | undefined
  /** Why the shop doesn't take the code. */
  refusal: string | undefined
}

/** Returns what promotions take off a cart, by what the shop has replied so far. */
export function promotionsOfCart({ lines, feeFor, automaticPromotions, own, coded }: CartToDiscount): DiscountedCart {
  // Until the shop has replied, none that this shopper may not have.
  const automatic = own
    ? (own.promotions ?? automaticPromotions.filter(({ personal }) => !personal))
    : automaticPromotions
  const promotions = [...automatic.filter(({ code }) => !code), ...(coded?.promotion ? [coded.promotion] : [])]
  const result = applyWithDelivery(lines, promotions, feeFor)
  const waitsForOwn = own !== undefined && !own.promotions && own.failure === undefined
  const waitsForCode = coded !== undefined && !coded.promotion && coded.loading
  return {
    result,
    certain: !waitsForOwn && !waitsForCode,
    code: coded?.promotion && result.noEffect === undefined ? coded.entered : undefined,
    refusal: coded && !coded.loading ? (coded.refused ?? coded.failure) : undefined,
  }
}
