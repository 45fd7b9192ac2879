import { standardTaxClass } from '../contract/pricing/pricing.ts'

/** A product of the demo catalogue, before it has an id and picture URLs. */
export type DemoProduct = {
  /** The name of its picture files in demo/pictures; never shown. */
  slug: string
  name: string
  nameTh: string
  /** One entry per bullet point. */
  description: string[]
  descriptionTh: string[]
  /** A category path of shop.config.ts. */
  category: string
  priceCents: number
  offerPriceCents: number
  /** A tax class of the shop's settings. */
  taxClass: string
  weight: string | null
  inStock: boolean
  /** Pieces left; null if they aren't counted. */
  stock: number | null
  /** The number of its pictures in demo/pictures. */
  pictures: number
}

/** A product as a category file lists it: by default in stock, uncounted, and with one picture. */
export type CategoryProduct = Omit<DemoProduct, 'category' | 'taxClass' | 'inStock' | 'stock' | 'pictures'> &
  Partial<Pick<DemoProduct, 'inStock' | 'stock' | 'pictures'>>

/** Adds the category and the defaults to products. */
export function inCategory(category: string, products: CategoryProduct[]): DemoProduct[] {
  return products.map((product) => ({
    category,
    taxClass: standardTaxClass,
    inStock: true,
    stock: null,
    pictures: 1,
    ...product,
  }))
}
