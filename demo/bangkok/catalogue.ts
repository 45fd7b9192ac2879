import { standardTaxClass } from '../../contract/pricing/pricing.ts'
import { centsOf } from '../../contract/values/money.ts'
import { catalogue } from '../catalogue.ts'
import type { DemoProduct } from '../demo-product.ts'
import { bangkokPrices } from './prices.ts'

/**
 * Returns whether a product is farm produce that carries no VAT in Thailand (Revenue Code, section 81 (1) (a) and (b)):
 * fresh vegetables and fruit, also cut; milled rice; dried beans and grains; raw nuts and eggs. What is cooked,
 * roasted, seasoned or canned is taxed, as are flour, flakes and milk products. The Revenue Department rules product by
 * product, so an owner asks an accountant.
 */
const isExempt = ({ category, slug }: DemoProduct) =>
  category === 'Vegetables' || category === 'Fruits' || otherProduce.has(slug)

const otherProduce = new Set([
  'jasmine-rice',
  'brown-rice',
  'riceberry',
  'sticky-rice',
  'kidney-beans',
  'peanuts',
  'popping-corn',
  'eggs',
])

/** The demo's products at Bangkok's prices, with the class of Thai VAT. */
export const bangkokCatalogue: DemoProduct[] = catalogue.map((product) => {
  const prices = bangkokPrices[product.slug]
  if (!prices) throw new Error(`${product.slug} has no price in Bangkok`)
  const [regular, offer = regular] = prices
  return {
    ...product,
    priceCents: centsOf(regular),
    offerPriceCents: centsOf(offer),
    taxClass: isExempt(product) ? 'exempt' : standardTaxClass,
  }
})
