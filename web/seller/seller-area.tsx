import { ChartColumn, ClipboardList, LogOut, type LucideIcon, Package, SquarePlus } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { type MetaFunction, NavLink, Outlet, useNavigate } from 'react-router'
import { m } from '../messages/messages.ts'
import { api } from '../session/api.ts'
import { refreshSession, tellOtherTabs, useSession } from '../session/session.ts'
import { useSubmit } from '../session/use-submit.ts'
import { ConnectionBanner } from '../shell/connection-banner.tsx'
import { LanguageSwitch } from '../shell/language-switch.tsx'
import { Logo } from '../shell/logo.tsx'
import { personalMeta } from '../shell/personal-meta.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SellerLogin } from './seller-login.tsx'
import { ShopProblems } from './shop-problems.tsx'

export const meta: MetaFunction = (page) => personalMeta(m.seller_area(), '/seller', page)

export const handle = { bleed: true }

/** Lets a seller in, sends a signed-in shopper home, and shows everybody else the seller's login. */
export default function SellerArea() {
  const { status, user, isSeller } = useSession()
  const navigate = useNavigate()
  const justSignedIn = useRef(false)
  /** Somebody was at work here when the session ended. */
  const wasIn = useRef(false)
  useEffect(() => {
    if (isSeller) wasIn.current = true
  }, [isSeller])

  useEffect(() => {
    if (user) navigate('/', { replace: true })
  }, [user, navigate])

  // The form that had the focus has made way for the first screen.
  useEffect(() => {
    if (!isSeller || !justSignedIn.current) return
    justSignedIn.current = false
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [isSeller])

  if (status === 'unknown' || user) return <AreaSkeleton />
  if (!isSeller)
    return (
      <>
        <AreaHeader />
        <SellerLogin
          onSignedIn={() => {
            justSignedIn.current = true
            if (!wasIn.current) navigate('/seller', { replace: true })
          }}
        />
      </>
    )
  return (
    <>
      <AreaHeader>
        <p className="font-medium max-sm:hidden">{m.seller_greeting()}</p>
        <Logout />
      </AreaHeader>
      <div className="mx-auto grid w-full max-w-7xl md:grid-cols-[11rem_minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)]">
        <AreaNavigation />
        <div className="min-w-0 px-4 pt-6 pb-[calc(var(--bottom-bar-height)+2rem+env(safe-area-inset-bottom))] md:min-h-[calc(100dvh-4rem)] md:border-line md:border-s md:px-6 md:py-10 lg:px-8">
          <p className="mb-2 text-muted sm:hidden">{m.seller_greeting()}</p>
          <ShopProblems />
          <Outlet />
        </div>
      </div>
    </>
  )
}

function AreaHeader({ children }: { children?: ReactNode }) {
  return (
    <>
      <header className="sticky top-0 z-40 border-line border-b bg-surface max-[16rem]:static">
        <div className="mx-auto flex min-h-16 w-full max-w-7xl flex-wrap items-center gap-2 px-4 sm:gap-4 md:px-6">
          <Logo />
          <div className="ms-auto flex items-center gap-2 sm:gap-4">
            <LanguageSwitch className="grid min-h-11 min-w-11 place-items-center rounded-full px-2 font-medium text-muted hover:bg-sunken hover:text-ink" />
            {children}
          </div>
        </div>
      </header>
      <ConnectionBanner below="top-16" />
    </>
  )
}

function Logout() {
  const navigate = useNavigate()
  const form = useSubmit()

  async function signOut() {
    const reply = await form.send(() => api.seller.logout())
    if (!reply) return
    // Home first: the login form needn't flash by.
    await navigate('/', { state: { loggedOut: true } })
    await refreshSession({ fresh: true })
    tellOtherTabs()
  }

  return (
    <Button
      look="outline"
      onClick={signOut}
      pending={form.slow}
      aria-disabled={form.pending}
      className="max-[22rem]:size-11 max-[22rem]:px-0"
    >
      <LogOut className="size-5 shrink-0 min-[22rem]:max-sm:hidden" aria-hidden />
      <span className="max-[22rem]:sr-only">{m.seller_logout()}</span>
    </Button>
  )
}

/** Beside the screens; on a phone under the thumb. */
function AreaNavigation() {
  return (
    <nav
      aria-label={m.seller_navigation()}
      className="max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-40 max-md:border-line max-md:border-t max-md:bg-surface max-md:pb-[env(safe-area-inset-bottom)] md:sticky md:top-16 md:h-[calc(100dvh-4rem)] md:overflow-y-auto md:px-2 md:py-8 lg:px-4"
    >
      <ul className="max-md:grid max-md:h-(--bottom-bar-height) max-md:grid-cols-4 md:grid md:gap-1">
        <Place to="/seller" icon={SquarePlus}>
          {m.seller_add_title()}
        </Place>
        <Place to="/seller/product-list" icon={Package}>
          {m.seller_list_link()}
        </Place>
        <Place to="/seller/orders" icon={ClipboardList}>
          {m.seller_orders_link()}
        </Place>
        <Place to="/seller/today" icon={ChartColumn}>
          {m.seller_today_link()}
        </Place>
      </ul>
    </nav>
  )
}

function Place({ to, icon: Icon, children }: { to: string; icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="grid min-w-0">
      <NavLink
        to={to}
        end
        className="group text-muted aria-[current=page]:font-semibold aria-[current=page]:text-leaf-deep max-md:grid max-md:min-w-0 max-md:content-center max-md:justify-items-center max-md:gap-0.5 max-md:px-1 max-md:text-xs max-md:leading-tight max-md:focus-visible:-outline-offset-2 md:flex md:min-h-11 md:items-center md:gap-3 md:rounded-full md:px-3 lg:px-4 md:hover:bg-sunken md:hover:text-ink md:aria-[current=page]:bg-leaf-soft"
      >
        <span className="grid place-items-center rounded-full transition-colors max-md:h-7 max-md:w-full max-md:max-w-14 max-md:group-aria-[current=page]:bg-leaf-soft">
          <Icon className="size-5.5 shrink-0" aria-hidden />
        </span>
        <span className="max-w-full truncate max-[16rem]:sr-only">{children}</span>
      </NavLink>
    </li>
  )
}

/** What the server makes, and what stands until it is known who is asking. */
function AreaSkeleton() {
  return (
    <>
      <AreaHeader />
      <div role="status" className="mx-auto grid w-full max-w-3xl gap-5 px-4 py-10">
        <h1 className="sr-only">{m.seller_area()}</h1>
        <span className="sr-only">{m.account_loading()}</span>
        <Skeleton className="h-9 w-48" />
        <Skeleton className="h-40 w-full rounded-card" />
        <Skeleton className="h-12 w-full rounded-full" />
        <Skeleton className="h-12 w-full rounded-full" />
      </div>
    </>
  )
}
