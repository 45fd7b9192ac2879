import type { Product } from '../../contract/entities/product.ts'
import type { AvailablePromotion } from '../../contract/entities/promotion.ts'
import { promotionLabel } from '../../contract/pricing/promotion-label.ts'
import { isInScope, isOnProducts, scopeOf } from '../../contract/pricing/promotions.ts'
import { isId } from '../common/ids.ts'
import { loadedOnce } from '../common/loaded-once.ts'
import type { Db } from '../database/database.ts'
import { availablePromotionOf } from './available-promotions.ts'
import { automaticPromotions } from './queries.ts'

/** The current automatic promotions, as lists and carts show them. */
export type CurrentPromotions = {
  promotions: AvailablePromotion[]
  /** Returns the label of a product's promotion. */
  labelOf: (product: { id: string; category: string }) => Product['promotion']
  /** The products and categories that promotions with a label name. */
  offers: { products: string[]; categories: string[] }
}

/** The most products that are on offer because promotions name them: a list compares each of its products with them. */
const offeredProducts = 1000

/** The longest delay of a timer. */
const longestDelay = 2 ** 31 - 1

/**
 * Returns a reader of the automatic promotions. They are cached until `drop`, or until one begins or ends: then
 * `onChange` is called too, because cached responses show them. `symbol` is the currency's.
 */
export function promotionReader(
  db: Db,
  {
    symbol,
    onChange,
    after = setTimeout,
  }: { symbol: string; onChange: () => void; after?: (call: () => void, milliseconds: number) => NodeJS.Timeout },
) {
  const current = loadedOnce(load)
  let timer: NodeJS.Timeout | undefined

  function drop() {
    current.drop()
    clearTimeout(timer)
  }

  async function load(): Promise<CurrentPromotions> {
    const { rows, changesIn } = await automaticPromotions(db)
    if (changesIn !== null) {
      clearTimeout(timer)
      const change = () => {
        drop()
        onChange()
      }
      timer = after(change, Math.min(Math.ceil(changesIn) + 1, longestDelay)).unref()
    }
    const promotions = rows.map(availablePromotionOf)
    const shown = rows
      .filter(({ terms, minimumCents }) => isOnProducts(terms) && minimumCents === 0)
      // A label is a promise to every shopper, and replies are the same for all: not if it depends on who orders.
      .filter(({ firstOrder, maxUsesOfShopper }) => !firstOrder && maxUsesOfShopper === null)
      .map(({ terms }) => ({ terms, label: promotionLabel(terms, symbol) }))
    const labelOf = ({ id, category }: { id: string; category: string }) =>
      shown.find(({ terms }) => isInScope(terms, { product: id, category }))?.label
    const named = (goods: 'products' | 'categories') => [
      ...new Set(shown.flatMap(({ terms }) => scopeOf(terms)[goods] ?? [])),
    ]
    const products = named('products')
      .filter(isId)
      .map((id) => id.toLowerCase())
    const offers = { products: products.slice(0, offeredProducts), categories: named('categories') }
    return { promotions, labelOf, offers }
  }

  return { drop, read: current.read }
}
export type PromotionReader = ReturnType<typeof promotionReader>
