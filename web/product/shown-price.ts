import type { Product } from '../../contract/entities/product.ts'
import { shop } from '../shop.ts'

/**
 * Returns a product's regular price if the shop may show it struck through beside the offer, else the offer price. A
 * shop may restrict it to prices at which the product was sold in the last 30 days.
 */
export function shownPrice({ price, offerPrice, struckUntil }: Pick<Product, 'price' | 'offerPrice' | 'struckUntil'>) {
  return shop.struckPrices !== 'asked' || struckUntil ? price : offerPrice
}
