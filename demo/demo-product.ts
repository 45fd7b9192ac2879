/** One product of the demo catalogue, before it has an id and addresses of pictures. */
export type DemoProduct = {
  /** Names the files of its pictures in demo/pictures; the shop never shows it. */
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
  /** How many pictures demo/pictures has of it. */
  pictures: number
}

/** A product as its shelf lists it: in stock, uncounted, with one picture and without a category of its own, unless said otherwise. */
export type ShelfProduct = Omit<DemoProduct, 'category' | 'inStock' | 'stock' | 'pictures'> &
  Partial<Pick<DemoProduct, 'inStock' | 'stock' | 'pictures'>>

/** Puts products on a shelf. */
export function shelf(category: string, products: ShelfProduct[]): DemoProduct[] {
  return products.map((product) => ({ category, inStock: true, stock: null, pictures: 1, ...product }))
}
