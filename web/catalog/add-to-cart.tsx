import { useLayoutEffect, useRef } from 'react'
import { limits } from '../../contract/values/limits.ts'
import { addToCart, removeFromCart } from '../cart/cart.ts'
import { nameWithLanguage } from '../messages/local-name.ts'
import { m } from '../messages/messages.ts'
import type { CardProduct } from '../product/card-product.ts'
import { Button } from '../ui/button.tsx'
import { Plus } from '../ui/icons.tsx'
import { Stepper } from '../ui/stepper.tsx'

type AddToCartProps = {
  product: Pick<CardProduct, '_id' | 'name' | 'nameTh' | 'inStock' | 'stock'>
  /** The quantity in the cart. */
  quantity: number
  /** On a card the button is soft and short; on the product's screen it is the primary action. */
  layout: 'card' | 'screen'
  className?: string
}

/** Adds the product, then becomes − n + of the same size. Keeps the focus while it changes. */
export function AddToCart({ product, quantity, layout, className = '' }: AddToCartProps) {
  const { name } = nameWithLanguage(product)
  const whole = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  const some = quantity > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the stepper replaces the button or the reverse
  useLayoutEffect(() => {
    if (!hadFocus.current) return
    hadFocus.current = false
    const buttons = whole.current?.querySelectorAll('button')
    buttons?.[buttons.length - 1]?.focus()
  }, [some])

  const remember = () => {
    hadFocus.current = whole.current?.contains(document.activeElement) ?? false
  }

  return (
    <div ref={whole} className={className}>
      {some ? (
        <Stepper
          name={name}
          quantity={quantity}
          max={product.inStock ? Math.min(product.stock ?? limits.quantity, limits.quantity) : quantity}
          className={`w-full ${layout === 'screen' ? 'min-h-13' : ''}`}
          onAdd={() => addToCart(product._id, product.stock)}
          onRemove={() => {
            if (quantity === 1) remember()
            // Brought back by the message's button, it gets the focus that is gone with that.
            removeFromCart(product._id, () => {
              hadFocus.current = true
            })
          }}
        />
      ) : (
        <Button
          variant={layout === 'card' ? 'soft' : 'primary'}
          size={layout === 'card' ? 'medium' : 'large'}
          aria-label={layout === 'card' ? m.product_add_named({ name }) : undefined}
          aria-disabled={!product.inStock || undefined}
          data-early
          className="w-full px-2!"
          onClick={() => {
            if (!product.inStock) return
            remember()
            addToCart(product._id, product.stock)
          }}
        >
          {product.inStock && <Plus className="size-5 shrink-0" />}
          {!product.inStock ? m.product_out() : layout === 'card' ? m.product_add() : m.product_add_to_cart()}
        </Button>
      )}
    </div>
  )
}
