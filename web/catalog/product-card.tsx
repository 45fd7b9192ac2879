import { memo } from 'react'
import { Link } from 'react-router'
import { findCategory } from '../../contract/settings/shop.ts'
import { display } from '../../contract/values/limits.ts'
import { nameWithLanguage } from '../messages/local-name.ts'
import { m } from '../messages/messages.ts'
import type { CardProduct } from '../product/card-product.ts'
import { tintOf } from '../product/categories.ts'
import { productPath } from '../product/product-path.ts'
import { shop } from '../shop.ts'
import { Badge } from '../ui/badge.tsx'
import { Check } from '../ui/icons.tsx'
import { Picture } from '../ui/picture.tsx'
import { Price, percentOff } from '../ui/price.tsx'
import { AddToCart } from './add-to-cart.tsx'

type ProductCardProps = {
  product: CardProduct
  /** The quantity in the cart. */
  quantity: number
  sizes: string
  /** Visible when the page opens. */
  first?: boolean
  heading?: 'h2' | 'h3'
}

/** A product in a list: the whole card is a link to its screen, its button adds it to the cart. */
export const ProductCard = memo(function ProductCard({
  product,
  quantity,
  sizes,
  first = false,
  heading: Heading = 'h3',
}: ProductCardProps) {
  const inCart = quantity > 0
  const { name, lang } = nameWithLanguage(product)
  const off = percentOff(product.price, product.offerPrice)
  const low = product.inStock && product.stock !== null && product.stock <= display.lowStock
  return (
    <article
      className={`group relative flex h-full flex-col rounded-card border bg-surface p-2 shadow-card transition-[border-color,box-shadow] has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-leaf has-[a:focus-visible]:outline-offset-2 ${
        inCart ? 'border-leaf ring-1 ring-leaf' : 'border-line hover:border-edge'
      }`}
    >
      <div
        className="relative aspect-square low:aspect-3/2 overflow-hidden rounded-[0.875rem]"
        style={{ backgroundColor: tintOf(findCategory(shop, product.category)) }}
      >
        <Picture
          image={product.image}
          sizes={sizes}
          first={first}
          className={`block size-full transition-transform duration-200 ease-out group-hover:scale-[1.03] motion-reduce:transform-none ${product.inStock ? '' : 'opacity-55 grayscale-[0.4]'}`}
        />
        {!product.inStock ? (
          <Badge variant="warning" className="absolute start-2 top-2">
            {m.product_out()}
          </Badge>
        ) : (
          off > 0 && (
            <Badge variant="offer" className="absolute start-2 top-2">
              <span aria-hidden>{`−${off}%`}</span>
              <span className="sr-only">{m.product_off({ percent: off })}</span>
            </Badge>
          )
        )}
        {inCart && (
          <Badge variant="leaf" className="absolute end-2 bottom-2">
            <Check className="size-3.5" aria-hidden />
            {m.product_in_cart()}
          </Badge>
        )}
      </div>
      <div className="flex grow flex-col px-1.5 pt-2.5 pb-1">
        <Heading className="wrap-anywhere line-clamp-2 font-semibold text-base tracking-normal">
          <Link
            to={productPath(product)}
            prefetch="intent"
            lang={lang}
            className="outline-none after:absolute after:inset-0 after:rounded-card"
          >
            {name}
          </Link>
        </Heading>
        {product.note && <p className="wrap-anywhere line-clamp-2 text-leaf-deep text-sm">{product.note}</p>}
        <p className="wrap-anywhere flex flex-wrap gap-x-2 text-muted text-sm">
          <span lang={product.weightLang}>{product.Weight ?? ' '}</span>
          {product.unitPrice && <span className="figures">{product.unitPrice}</span>}
          {low && <Badge variant="low">{m.product_only_left({ left: product.stock ?? 0 })}</Badge>}
          {product.promotion && product.inStock && <Badge variant="offer">{product.promotion}</Badge>}
        </p>
        <Price price={product.price} offerPrice={product.offerPrice} className="mt-auto pt-2 pb-2.5" />
        <AddToCart product={product} quantity={quantity} layout="card" className="relative z-1 -mx-0.5" />
      </div>
    </article>
  )
})
