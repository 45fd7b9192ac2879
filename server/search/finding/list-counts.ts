import type { ListCounts } from '../../../contract/entities/search.ts'
import { cents, toWire } from '../../../contract/values/money.ts'
import type { ProductFilter } from './filter-queries.ts'
import type { FoundProduct } from './search-queries.ts'

/** Counts products with each filter switched and the others kept. */
export function countsOf(
  products: readonly Pick<FoundProduct, 'category' | 'sellable' | 'onOffer' | 'offerPriceCents'>[],
  filter: ProductFilter,
  paths: readonly string[],
): ListCounts {
  const { category, sellable, onOffer, minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = filter
  type Product = (typeof products)[number]
  const conditions = {
    category: (product: Product) => category === undefined || product.category === category,
    stock: (product: Product) => sellable === undefined || product.sellable === sellable,
    offer: (product: Product) => onOffer === undefined || product.onOffer === onOffer,
    price: ({ offerPriceCents }: Product) => offerPriceCents >= minPrice && offerPriceCents <= maxPrice,
  }
  const without = (left: keyof typeof conditions) =>
    products.filter((product) => Object.entries(conditions).every(([name, holds]) => name === left || holds(product)))
  const categories = Map.groupBy(without('category'), (product) => product.category)
  const prices = without('price').map(({ offerPriceCents }) => offerPriceCents)
  const wire = (amount: number) => toWire(cents(amount))
  return {
    inStock: without('stock').filter((product) => product.sellable).length,
    onOffer: without('offer').filter((product) => product.onOffer).length,
    categories: paths.flatMap((path) => {
      const count = categories.get(path)?.length ?? 0
      return count > 0 ? [{ path, count }] : []
    }),
    lowestPrice: prices.length > 0 ? wire(Math.min(...prices)) : null,
    highestPrice: prices.length > 0 ? wire(Math.max(...prices)) : null,
  }
}
