import type { DemoProduct } from './demo-product.ts'
import { bakery } from './shelves/bakery.ts'
import { dairy } from './shelves/dairy.ts'
import { drinks } from './shelves/drinks.ts'
import { fruits } from './shelves/fruits.ts'
import { grains } from './shelves/grains.ts'
import { instant } from './shelves/instant.ts'
import { vegetables } from './shelves/vegetables.ts'

/**
 * The demo's products in the shop's order: one of each category in turn, so that the first five, which the home page
 * shows, are varied.
 */
export const catalogue: DemoProduct[] = interleave([fruits, vegetables, dairy, bakery, grains, drinks, instant])

function interleave(shelves: DemoProduct[][]): DemoProduct[] {
  const rounds = Math.max(...shelves.map((products) => products.length))
  return Array.from({ length: rounds }, (_, at) => shelves.flatMap((products) => products[at] ?? [])).flat()
}
