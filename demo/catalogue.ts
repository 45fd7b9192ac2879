import type { DemoProduct } from './demo-product.ts'
import { bakery } from './shelves/bakery.ts'
import { dairy } from './shelves/dairy.ts'
import { drinks } from './shelves/drinks.ts'
import { fruits } from './shelves/fruits.ts'
import { grains } from './shelves/grains.ts'
import { instant } from './shelves/instant.ts'
import { vegetables } from './shelves/vegetables.ts'

/**
 * The demo shop's products, in the order in which the shop shows them: one from each shelf in turn, so that the first
 * five, which the home page shows, are as varied as the shop.
 */
export const catalogue: DemoProduct[] = inTurn([fruits, vegetables, dairy, bakery, grains, drinks, instant])

function inTurn(shelves: DemoProduct[][]): DemoProduct[] {
  const longest = Math.max(...shelves.map((products) => products.length))
  return Array.from({ length: longest }, (_, at) => shelves.flatMap((products) => products[at] ?? [])).flat()
}
