import type { Product, SellerProduct } from '../../../contract/entities/product.ts'

/*
 * The product list that the seller saw last, so that returning from a product restores it, with that product updated.
 */

export type ProductPage = { products: SellerProduct[]; nextCursor: string | null; total: number }

let last: { key: string; page: ProductPage } | undefined
let returnTo: string | undefined

/** Stores the last shown page under the key of its list. */
export function rememberList(key: string, page: ProductPage): void {
  last = { key, page }
}

/** Returns the last shown page, if it has this key. */
export function rememberedList(key: string): ProductPage | undefined {
  return last?.key === key ? last.page : undefined
}

/** Updates the last shown page with a saved product. */
export function updateRememberedList(product: Product): void {
  if (!last) return
  const products = last.page.products.map((each) => (each._id === product._id ? { ...each, ...product } : each))
  last = { ...last, page: { ...last.page, products } }
}

/**
 * Returns whether a product that was read differs from the shown one. Orders change stock without `updatedAt`, which is
 * the time of sellers' changes; data older than a seller's change never replaces it.
 */
export function hasChanged(shown: SellerProduct, read: SellerProduct): boolean {
  if (shown.updatedAt !== read.updatedAt) return shown.updatedAt < read.updatedAt
  return shown.stock !== read.stock || shown.inStock !== read.inStock
}

/** Remembers which product was opened from the list, so that the focus can return to its row. */
export function rememberOpened(id: string): void {
  returnTo = id
}

/** Returns the product that was opened from the list, once. */
export function consumeOpened(): string | undefined {
  const id = returnTo
  returnTo = undefined
  return id
}
