import type { Product, SellerProduct } from '../../../../contract/entities/product.ts'

/*
 * The product list that the seller saw last, so that returning from a product restores it, with that product updated.
 */

export type ProductPage = { products: SellerProduct[]; nextCursor: string | null; total: number }

let lastList: { key: string; page: ProductPage } | undefined
let returnTo: string | undefined

/** Stores the last shown page under the key of its list. */
export function rememberList(key: string, page: ProductPage): void {
  lastList = { key, page }
}

/** Returns the last shown page, if it has this key. */
export function rememberedList(key: string): ProductPage | undefined {
  return lastList?.key === key ? lastList.page : undefined
}

/** Updates the last shown page with a saved product. */
export function updateRememberedList(product: Product): void {
  if (!lastList) return
  const products = lastList.page.products.map((each) => (each._id === product._id ? { ...each, ...product } : each))
  lastList = { ...lastList, page: { ...lastList.page, products } }
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
