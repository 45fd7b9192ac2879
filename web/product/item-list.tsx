import { Link } from 'react-router'
import type { Product } from '../../contract/entities/product.ts'
import { localName } from '../messages/local-name.ts'
import { Picture } from '../ui/picture.tsx'
import { formatAmount } from '../ui/price.tsx'
import { productPath } from './product-path.ts'
import { ProductSize } from './product-size.tsx'

/** Products with their sizes, quantities and prices, each with a link to its screen. */
export function ItemList({ items }: { items: readonly { product: Product; quantity: number }[] }) {
  return (
    <ul className="grid gap-3">
      {items.map(({ product, quantity }) => (
        <li key={product._id} className="flex items-center gap-x-4 max-[16rem]:flex-wrap">
          <Picture image={product.image[0]} sizes="64px" className="size-16 shrink-0 overflow-hidden rounded-tile" />
          <div className="wrap-anywhere min-w-0 flex-1 max-[16rem]:basis-full">
            <Link to={productPath(product)} className="font-medium hover:underline">
              {localName(product)}
            </Link>
            <ProductSize size={product.Weight} />
            <p className="figures text-muted text-sm">
              {quantity} × {formatAmount(product.offerPrice)}
            </p>
          </div>
          <p className="figures ms-auto font-medium">{formatAmount(product.offerPrice * quantity)}</p>
        </li>
      ))}
    </ul>
  )
}
