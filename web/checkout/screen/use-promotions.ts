import { useState } from 'react'
import { applyWithDelivery } from '../../../contract/delivery/delivery.ts'
import type { AvailablePromotion } from '../../../contract/entities/promotion.ts'
import { type Cents, toWire } from '../../../contract/values/money.ts'
import type { CartLine } from '../../cart/cart-lines.ts'
import { api } from '../../client/api.ts'
import { useRead } from '../../client/use-read.ts'
import { isAboutCode, usePromotionCode } from '../placing/promotion-code.ts'
import { type DiscountedCart, promotionsOfCart } from './promotions-of-cart.ts'

export type CartPromotions = DiscountedCart & {
  /** The delivery fee without promotions. */
  usualFee: Cents
  /** What the shopper has entered. */
  entered: string | undefined
  /** Asks the shop again. */
  reload: () => void
}

type PromotionsInput = {
  lines: readonly CartLine[]
  automaticPromotions: readonly AvailablePromotion[]
  userId: string | undefined
  /** An unpaid order that the next one replaces: its uses of promotions don't count. */
  replaces: string | undefined
  /** Returns the delivery fee for goods that cost this much. */
  feeFor: (goodsCents: Cents) => number
}

/**
 * Returns what promotions take off a cart. The shop is asked only about a code, and about promotions that not every
 * shopper can have; quantities then change the sums at once, by the rules that the order uses.
 */
export function usePromotions({
  lines,
  automaticPromotions,
  userId,
  replaces,
  feeFor,
}: PromotionsInput): CartPromotions {
  const entered = usePromotionCode()
  const inStock = lines.filter(({ available }) => available > 0)
  const items = inStock.map(({ product, available }) => ({ product: product._id, quantity: available }))
  const priced = inStock.map(({ product, unitPrice, available }) => ({
    product: product._id,
    category: product.category,
    offerPriceCents: unitPrice,
    quantity: available,
  }))
  // A code of free delivery only counts if there is a fee.
  const usualFee = applyWithDelivery(priced, [], feeFor).fee
  const fee = toWire(usualFee)
  const about = JSON.stringify([userId, replaces, items, fee])
  const check = (code: string | undefined) => (signal: AbortSignal) =>
    api.promotion.check({ code, items, replaces, ...(fee > 0 && { fee }) }, { signal })

  const needsOwn = userId !== undefined && items.length > 0 && automaticPromotions.some(({ personal }) => personal)
  const own = useRead(needsOwn ? about : undefined, check(undefined))
  const needsCode = entered !== undefined && items.length > 0
  const coded = useRead(needsCode ? `${entered} ${about}` : undefined, async (signal) => {
    const reply = await check(entered)(signal)
    // A reply, too: the code that counted until now counts no more.
    if (!reply.success && isAboutCode(reply.code))
      return { success: true as const, promotions: [], refused: reply.message }
    return reply.success ? { ...reply, refused: undefined } : reply
  })
  const refused = coded.data?.refused

  // While the shop is asked about another quantity, the promotions stay as they were.
  const ownPromotions = useLast(own.data?.promotions, needsOwn ? userId : undefined)
  const withCode = useLast(
    coded.data?.promotions.find(({ code }) => code),
    needsCode && refused === undefined && (coded.loading || coded.data) ? `${userId} ${entered}` : undefined,
  )
  const { failure, loading } = coded
  return {
    ...promotionsOfCart({
      lines: priced,
      feeFor,
      automaticPromotions,
      own: needsOwn ? { promotions: ownPromotions, failure: own.failure } : undefined,
      coded: needsCode ? { entered, promotion: withCode, refused, failure, loading } : undefined,
    }),
    usualFee,
    entered,
    reload: () => {
      own.reload()
      coded.reload()
    },
  }
}

/** Returns a value, or the last one that there was for this key; undefined without a key. */
function useLast<T>(value: T | undefined, key: string | undefined): T | undefined {
  const [last, setLast] = useState<{ key: string; value: T }>()
  if (key === undefined) {
    if (last) setLast(undefined)
    return undefined
  }
  if (value === undefined) return last?.key === key ? last.value : undefined
  if (last?.key !== key || last.value !== value) setLast({ key, value })
  return value
}
