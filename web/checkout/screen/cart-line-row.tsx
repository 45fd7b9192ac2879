import { Link } from 'react-router'
import { display } from '../../../contract/values/limits.ts'
import { cents } from '../../../contract/values/money.ts'
import { removeLine, setQuantity } from '../../cart/cart.ts'
import type { CartLine } from '../../cart/cart-lines.ts'
import { localName } from '../../messages/local-name.ts'
import { m } from '../../messages/messages.ts'
import { localizedWeight } from '../../product/localized-weight.ts'
import { productPath } from '../../product/product-path.ts'
import { Badge } from '../../ui/badge.tsx'
import { Trash2 } from '../../ui/icons.tsx'
import { Picture } from '../../ui/picture.tsx'
import { formatCents, struckPriceLabel } from '../../ui/price.tsx'
import type { PromotionOfLine } from './promotion-of-line.ts'
import { QuantityControl } from './quantity-control.tsx'

type CartLineRowProps = {
  line: CartLine
  promotion: PromotionOfLine
  /** Called if the removed product is restored. */
  onBack: (id: string) => void
}

/** A product of the cart: quantity, price, changes, and the button that removes it. */
export function CartLineRow({ line, promotion, onBack }: CartLineRowProps) {
  const { product, quantity, available, unitPrice, total, was, regularPrice } = line
  const name = localName(product)
  const weight = product.Weight ? localizedWeight(product.Weight) : undefined
  return (
    <li
      data-line={product._id}
      className="grid grid-cols-[5rem_minmax(0,1fr)_auto] items-start gap-x-4 border-line border-b py-4 first:pt-0 @max-[16rem]:flex @max-[16rem]:flex-col @min-[32rem]:grid-cols-[5.75rem_minmax(0,1fr)_auto_6rem] @min-[32rem]:gap-x-5"
    >
      <Picture
        image={product.image[0]}
        sizes="92px"
        className={`row-span-2 aspect-square overflow-hidden rounded-tile @max-[16rem]:w-20 ${product.inStock ? '' : 'opacity-50'}`}
      />
      <div className="wrap-anywhere min-w-0">
        <Link to={productPath(product)} className="font-semibold hover:underline">
          {name}
        </Link>
        {weight && (
          <p lang={weight.weightLang} className="text-muted text-sm">
            {weight.Weight}
          </p>
        )}
        <StockNote line={line} name={name} />
        {was !== undefined && product.inStock && (
          <p className="mt-1">
            <Badge variant="low">{m.cart_price_was({ price: formatCents(was) })}</Badge>
          </p>
        )}
        {product.inStock && <PromotionNote promotion={promotion} />}
      </div>
      <p className="figures text-right @max-[16rem]:text-start @min-[32rem]:col-start-4 @min-[32rem]:row-span-2 @min-[32rem]:row-start-1 @min-[32rem]:self-center">
        <span className={`block font-semibold ${product.inStock ? '' : 'text-muted line-through'}`}>
          {formatCents(product.inStock ? total : unitPrice)}
        </span>
        {product.inStock && regularPrice > unitPrice && (
          <s className="block text-muted text-sm">
            <span className="sr-only">{`${struckPriceLabel()} `}</span>
            {formatCents(cents(regularPrice * available))}
          </s>
        )}
        {quantity > 1 && (
          <span className="block text-muted text-sm">
            {/* The sum is that of the pieces that are left. */}
            {product.inStock && available < quantity
              ? `${available} × ${formatCents(unitPrice)}`
              : m.sums_each({ price: formatCents(unitPrice) })}
          </span>
        )}
      </p>
      <div className="col-span-2 mt-2 flex flex-wrap items-center justify-between gap-x-2 @min-[32rem]:contents">
        <div className="@min-[32rem]:col-start-3 @min-[32rem]:row-span-2 @min-[32rem]:row-start-1 @min-[32rem]:self-center">
          <QuantityControl
            id={product._id}
            name={name}
            quantity={quantity}
            stock={product.stock}
            onBack={() => onBack(product._id)}
          />
        </div>
        <button
          type="button"
          data-remove
          onClick={() => removeLine(product._id, () => onBack(product._id))}
          // The focus moves to the next line's button, so a held key would empty the cart.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          aria-label={m.cart_remove_named({ name })}
          className="-mr-2 inline-flex min-h-11 items-center gap-1.5 justify-self-start rounded-full px-2 text-muted text-sm transition-colors hover:text-tomato @min-[32rem]:-ml-2 @min-[32rem]:col-start-2 @min-[32rem]:row-start-2"
        >
          <Trash2 className="size-4" aria-hidden />
          {m.cart_remove_line()}
        </button>
      </div>
    </li>
  )
}

/** The promotions that take something off a line, and how many pieces make the next one count. */
function PromotionNote({ promotion: { labels, off, hint } }: { promotion: PromotionOfLine }) {
  return (
    <>
      {off > 0 && (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
          {labels.map((label) => (
            <Badge key={label} variant="offer">
              {label}
            </Badge>
          ))}
          <span className="figures font-semibold text-leaf text-sm">−{formatCents(off)}</span>
        </p>
      )}
      {hint && (
        <p role="status" className="mt-1 text-leaf-deep text-sm">
          {m.cart_promotion_pieces({ label: hint.label, count: hint.pieces })}
        </p>
      )}
    </>
  )
}

/** Says that a product is sold out, or that fewer are in stock, and what to do. */
function StockNote({ line: { product, quantity, available }, name }: { line: CartLine; name: string }) {
  if (!product.inStock)
    return (
      <p className="flex flex-wrap items-center gap-x-3 text-sm">
        <Badge variant="warning">{m.cart_sold_out()}</Badge>
        <Link
          to={`/products/${encodeURIComponent(product.category.toLowerCase())}`}
          aria-label={m.cart_similar_named({ name })}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {m.cart_similar()}
        </Link>
      </p>
    )
  if (available < quantity)
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        <Badge variant="warning">{m.product_only_left({ left: available })}</Badge>
        <button
          type="button"
          onClick={(event) => {
            event.currentTarget.closest('li')?.querySelector('select')?.focus()
            setQuantity(product._id, available)
          }}
          aria-label={m.cart_set_to_named({ left: available, name })}
          className="min-h-11 font-semibold underline underline-offset-4"
        >
          {m.cart_set_to({ left: available })}
        </button>
      </p>
    )
  if (product.stock === null || product.stock > display.lowStock) return null
  return (
    <Badge variant="low" className="mt-1">
      {m.product_only_left({ left: product.stock })}
    </Badge>
  )
}
