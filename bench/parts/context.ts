import type { Loader, Size } from '../measure.ts'
import type { BenchShopper, OpenedShop } from '../opened-shop.ts'

/** The open shop with 1,000 products that most parts measure, and its users. */
export type Context = {
  size: Size
  opened: OpenedShop
  loader: Loader
  people: readonly BenchShopper[]
  /** The cookie of a signed-in seller. */
  seller: string
}
