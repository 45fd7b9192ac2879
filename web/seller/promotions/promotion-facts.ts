import type { Promotion } from '../../../contract/entities/promotion.ts'
import { promotionLabel } from '../../../contract/pricing/promotion-label.ts'
import { isOnProducts, scopeOf } from '../../../contract/pricing/promotions.ts'
import { cappedCount } from '../../../contract/values/capped-count.ts'
import { limits } from '../../../contract/values/limits.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { shortAmount } from '../../page/delivery-text.ts'
import { categoryName } from '../../product/categories.ts'
import { shop } from '../../shop.ts'

type Terms = Promotion['terms']

/** Goods of a promotion that the list names; it counts the others. */
const namedGoods = 3

/** Returns the ids of the products that the list names, as many as one call reads. */
export function namedProducts(promotions: readonly Pick<Promotion, 'terms'>[]): string[] {
  const ids = promotions.flatMap(({ terms }) => scopeOf(terms).products?.slice(0, namedGoods) ?? [])
  return [...new Set(ids)].slice(0, limits.cartProducts)
}

/** Returns a promotion's discount and goods, its minimum, its limit for each shopper, and its uses. */
export function promotionFacts(
  { terms, minimum, firstOrder, uses, maxUses, maxUsesOfShopper }: Promotion,
  productNames: ReadonlyMap<string, string>,
): string {
  return [
    promotionLabel(terms, shop.currency.symbol)[getLocale()],
    goodsText(terms, productNames),
    ...(minimum ? [m.promotions_from_minimum({ amount: shortAmount(minimum) })] : []),
    ...(firstOrder ? [m.promotions_first()] : []),
    ...(maxUsesOfShopper ? [m.promotions_each_shopper({ max: maxUsesOfShopper })] : []),
    maxUses ? m.promotions_uses_of({ uses, max: maxUses }) : m.promotions_uses({ uses: cappedCount(uses) }),
  ]
    .filter((each) => each !== undefined)
    .join(' · ')
}

/** Returns the goods of a promotion; undefined for the delivery fee, which has none. */
function goodsText(terms: Terms, productNames: ReadonlyMap<string, string>): string | undefined {
  if (terms.kind === 'freeDelivery') return undefined
  const { products = [], categories = [] } = scopeOf(terms)
  const all = products.length + categories.length
  if (all === 0) return isOnProducts(terms) ? m.promotions_goods_any() : m.promotions_goods_order()
  const names = [
    ...categories.map((path) => {
      const category = shop.categories.find((each) => each.path === path)
      return category ? categoryName(category) : path
    }),
    ...products.slice(0, namedGoods).map((id) => productNames.get(id.toLowerCase()) ?? m.promotions_gone_product()),
  ].slice(0, namedGoods)
  const shown = names.join(', ')
  return all > names.length ? m.promotions_and_more({ names: shown, count: all - names.length }) : shown
}
