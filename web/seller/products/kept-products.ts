import type { Product, SellerProduct } from '../../../contract/entities.ts'

/*
 * The seller's list as it was shown last, so that coming back from a product finds it where it was, with the product as
 * it is now.
 */

export type ProductPage = { products: SellerProduct[]; nextCursor: string | null; total: number }

let last: { key: string; page: ProductPage } | undefined
let returnTo: string | undefined

export function keepProducts(key: string, page: ProductPage): void {
  last = { key, page }
}

/** The page that was shown last, if it is the one with this key. */
export function findKeptProducts(key: string): ProductPage | undefined {
  return last?.key === key ? last.page : undefined
}

/** Brings the page that was shown last up to date with a product as the shop has saved it. */
export function keepProduct(product: Product): void {
  if (!last) return
  const products = last.page.products.map((each) => (each._id === product._id ? { ...each, ...product } : each))
  last = { ...last, page: { ...last.page, products } }
}

/**
 * Whether a product that was read again is another than the one shown. Orders take pieces and put them back without
 * touching `updatedAt`, which stands for what sellers changed; what is older than a seller's change never replaces it.
 */
export function hasChanged(shown: SellerProduct, read: SellerProduct): boolean {
  if (shown.updatedAt !== read.updatedAt) return shown.updatedAt < read.updatedAt
  return shown.stock !== read.stock || shown.inStock !== read.inStock
}

/** Notes which product was opened from the list, for the focus to return to its row. */
export function leaveFor(id: string): void {
  returnTo = id
}

/** The product that was opened from the list, once. */
export function takeReturn(): string | undefined {
  const id = returnTo
  returnTo = undefined
  return id
}
