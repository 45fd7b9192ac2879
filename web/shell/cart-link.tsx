import { Link } from 'react-router'
import { useCart } from '../cart/cart.ts'
import { m } from '../messages/messages.ts'
import { buttonClasses } from '../ui/button.tsx'
import { ShoppingBasket } from '../ui/icons.tsx'

/** The link to the cart, labelled with its count. */
export function CartLink() {
  const { count } = useCart()
  return (
    <Link
      to="/cart"
      aria-label={m.shell_cart_count({ count })}
      className={`${buttonClasses('primary')} whitespace-nowrap`}
    >
      <ShoppingBasket className="size-5 shrink-0" aria-hidden />
      {m.shell_cart()}
      {/* Reserves its space while the count isn't known, to prevent a layout shift. */}
      <span
        className={`figures grid h-6 min-w-6 place-items-center rounded-full bg-on-leaf px-1.5 text-leaf text-sm leading-none ${count === 0 ? 'opacity-60' : ''}`}
      >
        {count}
      </span>
    </Link>
  )
}
