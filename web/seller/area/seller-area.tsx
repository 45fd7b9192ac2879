import type { ReactNode } from 'react'
import { type LinksFunction, type MetaFunction, Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import type { Role } from '../../../contract/staff/staff-roles.ts'
import { refreshSession, tellOtherTabs, useSession } from '../../client/session.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import { Button } from '../../ui/button.tsx'
import { LogOut } from '../../ui/icons.tsx'
import { Volume2, VolumeX } from '../../ui/seller-icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { UnbrokenWords } from '../../ui/unbroken-words.tsx'
import { SellerLogin } from '../account/seller-login.tsx'
import { mayOpen, startOf, useMay } from '../client/role.ts'
import { sellerApi } from '../client/seller-api.ts'
import { RiderTaps, TapsOfAll, TapsUntilSetUp } from '../taps/kept-taps.tsx'
import { AreaHeader } from '../ui/area-header.tsx'
import { AreaNavigation } from './area-navigation.tsx'
import { useOrderSound } from './order-sound.ts'
import { slipsMessage, useWaitingOrders, useWaitingSlips } from './order-watch.ts'
import { ShopProblems } from './shop-problems.tsx'
import { useArea } from './use-area.ts'
import { endPush } from './use-push.ts'

export const meta: MetaFunction = (page) => personalMeta(m.seller_area(), '/seller', page)

/** The seller's area installs as an app. */
export const links: LinksFunction = () => [{ rel: 'manifest', href: `/seller/app.webmanifest?lang=${getLocale()}` }]

export const handle = { bleed: true }

/**
 * The frame of the seller's screens. Redirects a signed-in shopper home, and shows the login to visitors. If a shopper
 * signs in on another tab, a seller's open tab stays, and says so.
 */
export default function SellerArea() {
  const { view, token, Join, SetUp, isSettled, settle, onSignedIn, onLoggedOut, onSetUp } = useArea()
  switch (view) {
    case 'loading':
      return <AreaSkeleton />
    case 'shut out':
      return (
        <>
          <AreaHeader />
          <h1 className="sr-only">{m.seller_area()}</h1>
          <AreaAlert>
            {m.seller_shopper_here()} {m.seller_shopper_here_kept()}
          </AreaAlert>
        </>
      )
    case 'invited':
      return (
        <>
          <AreaHeader />
          {Join && token !== undefined && <Join key={token} token={token} />}
        </>
      )
    case 'visitor':
    case 'logged out':
      return (
        <>
          <AreaHeader />
          {view === 'logged out' && (
            <AreaAlert>
              {m.seller_logged_out()} {m.seller_logged_out_kept()}
            </AreaAlert>
          )}
          <TapsOfAll />
          <SellerLogin onSignedIn={onSignedIn} />
        </>
      )
    case 'to set up':
      return (
        <>
          <AreaHeader>
            <Greeting />
            <Logout onLoggedOut={onLoggedOut} />
          </AreaHeader>
          <TapsUntilSetUp />
          {SetUp && <SetUp onDone={onSetUp} />}
        </>
      )
    case 'open':
      return (
        <>
          <AreaHeader>
            <SoundAndGreeting />
            <Logout onLoggedOut={onLoggedOut} />
          </AreaHeader>
          <Screens isSettled={isSettled} onSettled={settle} />
        </>
      )
  }
}

/** Why the screens are gone. */
function AreaAlert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mx-auto mt-4 w-[min(28rem,calc(100%-2rem))] rounded-tile bg-mango-soft px-4 py-2.5">
      {children}
    </p>
  )
}

/** The menu, what is wrong with the shop, and the screen. */
function Screens({ isSettled, onSettled }: { isSettled: boolean; onSettled: () => void }) {
  const { sellerEmail, role } = useSession()
  const { pathname } = useLocation()
  const seesProblems = useMay('seller.health')
  return (
    <div className="mx-auto grid w-full max-w-7xl grid-cols-1 md:grid-cols-[11rem_minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
      <AreaNavigation />
      <div
        data-skip-to
        tabIndex={-1}
        className="min-w-0 scroll-mt-20 px-4 pt-3 outline-none pb-[calc(max(var(--bottom-bar-height),3.25rem)+2rem+env(safe-area-inset-bottom))] md:min-h-[calc(100dvh-4rem)] md:border-line md:border-s md:px-6 md:py-8 lg:px-8 print:min-h-0 print:border-0 print:p-0"
      >
        {seesProblems && <ShopProblems onSettled={onSettled} />}
        <RiderTaps />
        <div className={isSettled ? '' : 'invisible'}>
          {/* Another seller, who signed in on another tab, gets new screens, without what is typed in these. */}
          {role && !mayOpen(role, pathname) ? <NotForRole role={role} /> : <Outlet key={sellerEmail} />}
        </div>
      </div>
    </div>
  )
}

/** Instead of a screen that the seller's role may not open: the one with which the role's work begins. */
function NotForRole({ role }: { role: Role }) {
  return <Navigate to={startOf(role)} replace />
}

/**
 * The switch of the sound for new orders, and who is signed in; on a phone, the hint of a blocked sound takes the
 * latter's place.
 */
function SoundAndGreeting() {
  const sound = useOrderSound()
  return (
    <>
      <Greeting className={sound.blocked ? 'max-sm:hidden' : ''} />
      <Sound {...sound} />
    </>
  )
}

/** The signed-in seller's email address, since a shop's tablet is often shared. */
function Greeting({ className = '' }: { className?: string }) {
  const { sellerEmail, role } = useSession()
  const isOwner = role === undefined || role === 'owner'
  return (
    <p className={`order-first min-w-0 text-end leading-tight max-sm:text-xs ${className}`}>
      <span className="block truncate font-medium">{isOwner ? m.seller_greeting() : m.seller_greeting_staff()}</span>
      <span title={sellerEmail} className="block max-w-[min(16rem,20vw)] truncate text-muted text-xs sm:text-sm">
        {sellerEmail}
      </span>
    </p>
  )
}

/** The switch of the sound for new orders. */
function Sound({ on, blocked, turn }: ReturnType<typeof useOrderSound>) {
  const waiting = useWaitingOrders()
  const slips = useWaitingSlips()
  const { pathname } = useLocation()
  const Icon = on && !blocked ? Volume2 : VolumeX
  return (
    <>
      <Button
        variant="outline"
        aria-pressed={on}
        aria-label={m.seller_sound()}
        title={on ? m.seller_sound_is_on() : m.seller_sound_is_off()}
        onClick={() => turn(!on)}
        className={`size-11 shrink-0 px-0! ${on ? '' : 'text-muted'}`}
      >
        {/* The press that unblocks sound changes the icon: removing the pressed element would lose its click. */}
        <Icon className="pointer-events-none size-5" aria-hidden />
      </Button>
      {blocked && (
        // In the header, where it covers no order and nothing moves when it disappears. Any press unblocks sound.
        <p className="order-first min-w-0 max-w-44 max-[22rem]:sr-only rounded-tile bg-mango-soft px-2 py-1 text-center text-ink text-xs leading-tight sm:text-sm lg:max-w-none lg:px-4 lg:py-2">
          <span aria-hidden className="sm:hidden">
            <UnbrokenWords>{m.seller_sound_blocked_short()}</UnbrokenWords>
          </span>
          <span className="max-sm:sr-only">{m.seller_sound_blocked()}</span>
        </p>
      )}
      {/* The orders screen announces orders itself. */}
      <span role="status" className="sr-only">
        {waiting > 0 && pathname !== '/seller/orders' && `${m.seller_orders_waiting({ count: waiting })} `}
        {slips > 0 && pathname !== '/seller/slips' && slipsMessage({ count: slips })}
      </span>
    </>
  )
}

function Logout({ onLoggedOut }: { onLoggedOut: () => void }) {
  const navigate = useNavigate()
  const form = useSubmit()

  async function signOut() {
    const reply = await form.send(() => sellerApi.seller.logout())
    if (!reply) return
    onLoggedOut()
    await endPush()
    await refreshSession({ fresh: true })
    tellOtherTabs()
    await navigate('/seller', { state: { loggedOut: true } })
  }

  return (
    <Button
      variant="outline"
      onClick={signOut}
      pending={form.slow}
      aria-disabled={form.pending}
      className="max-sm:size-11 max-sm:shrink-0 max-sm:px-0!"
    >
      <LogOut className="size-5 shrink-0" aria-hidden />
      <span className="max-sm:sr-only">{m.seller_logout()}</span>
    </Button>
  )
}

/** Rendered on the server, and until the session is known. */
function AreaSkeleton() {
  return (
    <>
      <AreaHeader />
      <div role="status" className="mx-auto grid w-full max-w-3xl gap-5 px-4 py-10">
        <h1 className="sr-only">{m.seller_area()}</h1>
        <span className="sr-only">{m.ui_loading()}</span>
        <Skeleton className="h-9 w-48" />
        <Skeleton className="h-40 w-full rounded-card" />
        <Skeleton className="h-12 w-full rounded-full" />
        <Skeleton className="h-12 w-full rounded-full" />
      </div>
    </>
  )
}
