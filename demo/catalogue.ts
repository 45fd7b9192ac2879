import { bakery } from './categories/bakery.ts'
import { dairy } from './categories/dairy.ts'
import { drinks } from './categories/drinks.ts'
import { fruits } from './categories/fruits.ts'
import { grains } from './categories/grains.ts'
import { instant } from './categories/instant.ts'
import { vegetables } from './categories/vegetables.ts'
import type { DemoProduct } from './demo-product.ts'

/**
 * The demo's products in the shop's order: one of each category in turn, so that the first five, which the home page
 * shows, are varied.
 */
export const catalogue: DemoProduct[] = interleave([fruits, vegetables, dairy, bakery, grains, drinks, instant])

function interleave(categories: DemoProduct[][]): DemoProduct[] {
  const rounds = Math.max(...categories.map((products) => products.length))
  return Array.from({ length: rounds }, (_, index) => categories.flatMap((products) => products[index] ?? [])).flat()
}
