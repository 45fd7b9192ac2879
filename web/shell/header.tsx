import { useState } from 'react'
import { Link, NavLink } from 'react-router'
import { ProfileMenu } from '../accounts/profile-menu.tsx'
import { m } from '../messages/messages.ts'
import { LanguageSwitch } from '../page/language-switch.tsx'
import { lazyDialog, lazyMenu } from '../page/lazy.tsx'
import { Logo, logoRoom } from '../page/logo.tsx'
import { Menu as MenuIcon } from '../ui/icons.tsx'
import { CartLink } from './cart-link.tsx'
import { CategoryButton } from './category-button.tsx'
import { SearchBox } from './search-box.tsx'

const MobileMenu = lazyDialog(() => import('./mobile-menu.tsx'))
const CategoryMenu = lazyMenu(() => import('./category-menu.tsx'), CategoryButton)

const navLink =
  'inline-flex min-h-11 items-center whitespace-nowrap rounded-full px-3 font-medium transition-colors hover:text-leaf-deep aria-[current=page]:text-leaf-deep aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8'
const language =
  'grid min-h-11 min-w-11 place-items-center rounded-full px-2 font-medium transition-colors hover:bg-leaf-soft hover:text-leaf-deep'

/**
 * The header: logo, search, navigation, language, cart and profile. On a phone it has two rows; the lower one with the
 * search is sticky.
 */
export function Header() {
  const [menu, setMenu] = useState(false)
  return (
    <header className="sticky top-(--header-top) z-40 border-line border-b bg-paper max-[16rem]:static">
      <div className="page flex flex-wrap items-center gap-x-0 md:min-h-18 md:gap-x-3">
        <div className={`flex h-14 grow items-center md:h-auto md:grow-0 ${logoRoom()}`}>
          <Logo />
        </div>
        <div className="order-last w-full pb-2.5 md:order-none md:w-auto md:grow md:basis-48 md:pb-0">
          <SearchBox />
        </div>
        <nav aria-label={m.shell_main_navigation()} className="hidden lg:flex">
          <NavLink to="/" end className={navLink}>
            {m.shell_home()}
          </NavLink>
          <NavLink to="/products" end className={navLink}>
            {m.shell_all_products()}
          </NavLink>
          <CategoryMenu />
        </nav>
        <LanguageSwitch className={language} />
        <div className="flex h-14 items-center md:h-auto max-sm:[&>a]:px-2.5">
          <ProfileMenu />
        </div>
        <div className="hidden md:block">
          <CartLink />
        </div>
        <button
          type="button"
          aria-label={m.shell_menu()}
          aria-haspopup="dialog"
          onClick={() => setMenu(true)}
          className="grid size-11 place-items-center rounded-full transition-colors hover:bg-leaf-soft hover:text-leaf-deep lg:hidden"
        >
          <MenuIcon className="size-6" aria-hidden />
        </button>
      </div>
      <MobileMenu open={menu} onClose={() => setMenu(false)} />
      <noscript>
        <p className="page pb-3">{m.shell_needs_script()}</p>
        <nav className="page flex flex-wrap gap-4 pb-3 lg:hidden">
          <Link to="/products">{m.shell_all_products()}</Link>
          <Link to="/contact">{m.shell_contact()}</Link>
        </nav>
      </noscript>
    </header>
  )
}
