import type { PictureRecipe } from './compose-picture.ts'

/** One product of the demo catalogue, before it has an id and encoded pictures. */
export type DemoProduct = {
  /** For people reading this list and for tests; the shop never shows it. */
  slug: string
  name: string
  nameTh: string
  /** One entry for each bullet. */
  description: string[]
  descriptionTh: string[]
  /** A category path of shop.config.ts. */
  category: string
  priceCents: number
  offerPriceCents: number
  weight: string | null
  inStock: boolean
  /** Pieces left; null where they aren't counted. */
  stock: number | null
  pictures: PictureRecipe[]
}

/** A product as its shelf lists it: in stock, uncounted and without a category of its own, unless said otherwise. */
export type ShelfProduct = Omit<DemoProduct, 'category' | 'inStock' | 'stock'> &
  Partial<Pick<DemoProduct, 'inStock' | 'stock'>>

/** Puts products on a shelf. */
export function shelf(category: string, products: ShelfProduct[]): DemoProduct[] {
  return products.map((product) => ({ category, inStock: true, stock: null, ...product }))
}
