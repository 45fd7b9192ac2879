import type { Product } from '../../contract/entities/product.ts'
import type { AvailablePromotion } from '../../contract/entities/promotion.ts'

/** What the shop has sent about a cart's products. */
export type CartProducts = {
  products: ReadonlyMap<string, Product>
  /** Promotions without a code. */
  promotions: readonly AvailablePromotion[]
}

export const noProducts: CartProducts = { products: new Map(), promotions: [] }

type ProductsReply = { products: readonly Product[]; promotions?: readonly AvailablePromotion[] | undefined }

/** Returns the products of a reply by their ids, with the promotions. */
export const productsOf = ({ products, promotions = [] }: ProductsReply): CartProducts => ({
  products: new Map(products.map((product) => [product._id, product])),
  promotions,
})

/**
 * Returns the ids of the products that the catalogue no longer has: those that were requested, weren't sent, and are
 * still in the cart when the reply arrives.
 */
export const goneIds = (
  requested: readonly string[],
  { products }: CartProducts,
  inCart: readonly string[],
): readonly string[] => requested.filter((id) => !products.has(id) && inCart.includes(id))

/**
 * Returns whether sums count as unknown during a call: `reload` has requested it, or has requested the running one that
 * it replaces.
 */
export const hidesSums = (before: boolean, { byHand, loading }: { byHand: boolean; loading: boolean }): boolean =>
  byHand || (before && loading)
