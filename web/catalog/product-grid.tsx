import { useCart } from '../cart/cart.ts'
import type { CardProduct } from '../product/card-product.ts'
import { ProductCard } from './product-card.tsx'

const sizes = '(min-width: 80rem) 15rem, (min-width: 64rem) 22vw, (min-width: 40rem) 30vw, calc(50vw - 2.4rem)'

/** Product cards in a grid. */
export function ProductGrid({
  products,
  label,
  heading = 'h2',
}: {
  products: CardProduct[]
  label: string
  heading?: 'h2' | 'h3'
}) {
  const { items } = useCart()
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-3 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] md:gap-4 lg:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]"
    >
      {products.map((product, index) => (
        <li key={product._id}>
          <ProductCard
            product={product}
            quantity={items[product._id] ?? 0}
            sizes={sizes}
            first={index < 4}
            heading={heading}
          />
        </li>
      ))}
    </ul>
  )
}

/** Product cards in one row, which scrolls if it is too long. */
export function ProductStrip({
  products,
  label,
  first = false,
}: {
  products: CardProduct[]
  label: string
  first?: boolean
}) {
  const { items } = useCart()
  return (
    <ul
      aria-label={label}
      className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 py-1 [scrollbar-width:thin] md:-mx-8 md:gap-4 md:scroll-px-8 md:px-8 lg:mx-0 lg:grid lg:grid-cols-5 lg:overflow-visible lg:px-0"
    >
      {products.map((product, index) => (
        <li key={product._id} className="w-[min(10.5rem,70vw)] shrink-0 snap-start md:w-52 lg:w-auto">
          <ProductCard
            product={product}
            quantity={items[product._id] ?? 0}
            sizes="(min-width: 64rem) 15rem, (min-width: 48rem) 12rem, 9.5rem"
            first={first && index < 2}
          />
        </li>
      ))}
    </ul>
  )
}
