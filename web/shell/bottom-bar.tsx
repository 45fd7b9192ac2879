import { type MouseEvent, type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useCart } from '../cart/cart.ts'
import { m } from '../messages/messages.ts'
import { lazyDialog } from '../page/lazy.tsx'
import { House, type Icon, LayoutGrid, ReceiptText, ShoppingBasket } from '../ui/icons.tsx'

const CategorySheet = lazyDialog(() => import('./category-sheet.tsx'))

/**
 * The navigation bar at the bottom of a phone's window; at the end of the page if the window is low.
 */
export function BottomBar() {
  const { pathname } = useLocation()
  const { count } = useCart()
  const [sheet, setSheet] = useState(false)
  return (
    <nav
      aria-label={m.shell_bottom_navigation()}
      className="sticky bottom-(--unstick) z-40 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid h-(--bottom-bar-height) min-h-13 grid-cols-4">
        <BarLink to="/" icon={House} here={pathname === '/'}>
          {m.shell_home()}
        </BarLink>
        <BarLink
          to="/#categories"
          icon={LayoutGrid}
          here={pathname.startsWith('/products')}
          onClick={(event) => {
            event.preventDefault()
            setSheet(true)
          }}
        >
          {m.shell_categories()}
        </BarLink>
        <BarLink
          to="/cart"
          icon={ShoppingBasket}
          here={pathname === '/cart'}
          name={m.shell_cart_count({ count })}
          count={count}
        >
          {m.shell_cart()}
        </BarLink>
        <BarLink to="/my-orders" icon={ReceiptText} here={pathname === '/my-orders'}>
          {m.shell_orders()}
        </BarLink>
      </ul>
      <CategorySheet open={sheet} onClose={() => setSheet(false)} />
    </nav>
  )
}

type BarLinkProps = {
  to: string
  icon: Icon
  here: boolean
  name?: string
  count?: number
  /** Opens a dialog; without script the link to `to` works instead. */
  onClick?: (event: MouseEvent) => void
  children: ReactNode
}

function BarLink({ to, icon: Icon, here, name, count = 0, onClick, children }: BarLinkProps) {
  return (
    <li className="grid min-w-0">
      <Link
        to={to}
        onClick={onClick}
        aria-label={name}
        aria-haspopup={onClick && 'dialog'}
        aria-current={here ? 'page' : undefined}
        className="grid min-w-0 content-center justify-items-center gap-0.5 px-1 text-muted text-xs leading-tight focus-visible:-outline-offset-2 aria-[current=page]:font-semibold aria-[current=page]:text-leaf-deep"
      >
        <span
          className={`relative grid h-7 w-full max-w-14 place-items-center rounded-full transition-colors ${here ? 'bg-leaf-soft' : ''}`}
        >
          <Icon className="size-5.5" aria-hidden />
          {count > 0 && (
            <span className="figures absolute -top-1 left-1/2 grid h-5 min-w-5 translate-x-1 place-items-center rounded-full bg-leaf px-1 font-semibold text-on-leaf text-xs leading-none">
              {count > 99 ? '99+' : count}
            </span>
          )}
        </span>
        <span className="max-w-full truncate max-[16rem]:sr-only">{children}</span>
      </Link>
    </li>
  )
}
