import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { type LinksFunction, type MetaFunction, Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { type Role, roleNames } from '../../../contract/staff/staff-roles.ts'
import { refreshSession, tellOtherTabs, useSession } from '../../client/session.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { focusHeading } from '../../page/focus-heading.ts'
import { useLazy } from '../../page/lazy.tsx'
import { personalMeta } from '../../page/personal-meta.ts'
import { Button } from '../../ui/button.tsx'
import { LogOut } from '../../ui/icons.tsx'
import { Volume2, VolumeX } from '../../ui/seller-icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { SellerLogin } from '../account/seller-login.tsx'
import { mayOpen, startOf, useMay } from '../client/role.ts'
import { sellerApi } from '../client/seller-api.ts'
import { AreaHeader } from '../ui/area-header.tsx'
import { AreaNavigation } from './area-navigation.tsx'
import { RiderTaps, TapsOfAll, TapsUntilSetUp } from './kept-taps.tsx'
import { ring, useOrderSound } from './order-sound.ts'
import { slipsMessage, useOrderWatch, useWaitingOrders, useWaitingSlips } from './order-watch.ts'
import { ShopProblems } from './shop-problems.tsx'
import { endPush, usePush } from './use-push.ts'

export const meta: MetaFunction = (page) => personalMeta(m.seller_area(), '/seller', page)

/** The seller's area installs as an app. */
export const links: LinksFunction = () => [{ rel: 'manifest', href: `/seller/app.webmanifest?lang=${getLocale()}` }]

export const handle = { bleed: true }

const loadJoin = () => import('../account/join.tsx')
const loadSetUp = () => import('../account/set-up-second-factor.tsx')

/** Milliseconds for which a screen waits for the shop's problems, which are shown above it. */
const longestWait = 1000

/**
 * The frame of the seller's screens. Redirects a signed-in shopper home, and shows the login to visitors. If a shopper
 * signs in on another tab, a seller's open tab stays, and says so.
 */
export default function SellerArea() {
  const { status, user, isSeller, sellerEmail, role } = useSession()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const justSignedIn = useRef(false)
  /** Whether a seller was signed in here before. */
  const wasIn = useRef(false)
  useOrderWatch(isSeller && role !== undefined)
  usePush(isSeller && role !== undefined ? sellerEmail : undefined)
  useRoleNote()
  const isOut = !isSeller && wasIn.current && !user
  /** Whether a shopper has signed in on another tab: what is open here waits until that shopper has logged out. */
  const isShutOut = Boolean(user) && wasIn.current
  const wasSentHome = useRef(false)
  useEffect(() => {
    if (isSeller && !user) wasIn.current = true
  }, [isSeller, user])

  // Tells the seller that the screen has gone.
  useEffect(() => {
    if (!isOut && !isShutOut) return
    ring()
    // The message above the login says that no input is lost.
    window.scrollTo(0, 0)
  }, [isOut, isShutOut])

  useEffect(() => {
    if (!user || wasIn.current || wasSentHome.current) return
    wasSentHome.current = true
    toast.error(m.seller_only_sellers())
    navigate('/', { replace: true })
  }, [user, navigate])

  const seesProblems = useMay('seller.health')
  // The shop's problems are above the screen, which waits for them so that nothing moves later.
  const [settled, setSettled] = useState(false)
  const settle = useCallback(() => setSettled(true), [])
  useEffect(() => {
    if (!isSeller) return
    const timer = setTimeout(settle, seesProblems ? longestWait : 0)
    return () => clearTimeout(timer)
  }, [isSeller, settle, seesProblems])

  // The login form, which had the focus, is gone.
  useEffect(() => {
    if (!isSeller || !settled || !justSignedIn.current) return
    justSignedIn.current = false
    focusHeading()
  }, [isSeller, settled])

  // The token of an invitation's link: of one that was cut off, the shop says so.
  const token = /^#join=([\w-]*)/.exec(hash)?.[1]
  const Join = useLazy(loadJoin, token !== undefined)

  // A seller without a role has to set up a second factor first, and then to store the recovery codes.
  const [settingUp, setSettingUp] = useState(false)
  const mustSetUp = isSeller && (role === undefined || settingUp)
  const SetUp = useLazy(loadSetUp, mustSetUp)
  useEffect(() => {
    if (isSeller && role === undefined) setSettingUp(true)
    else if (!isSeller) setSettingUp(false)
  }, [isSeller, role])

  if (isShutOut)
    return (
      <>
        <AreaHeader />
        <h1 className="sr-only">{m.seller_area()}</h1>
        <AreaAlert>
          {m.seller_shopper_here()} {m.seller_shopper_here_kept()}
        </AreaAlert>
      </>
    )
  if (status === 'unknown' || user || (token !== undefined && !Join) || (mustSetUp && !SetUp)) return <AreaSkeleton />
  if (token !== undefined && Join)
    return (
      <>
        <AreaHeader />
        <Join key={token} token={token} />
      </>
    )
  if (!isSeller)
    return (
      <>
        <AreaHeader />
        {isOut && (
          <AreaAlert>
            {m.seller_logged_out()} {m.seller_logged_out_kept()}
          </AreaAlert>
        )}
        <TapsOfAll />
        <SellerLogin
          onSignedIn={() => {
            justSignedIn.current = true
            if (!wasIn.current) navigate('/seller', { replace: true })
          }}
        />
      </>
    )
  if (mustSetUp && SetUp)
    return (
      <>
        <AreaHeader>
          <Greeting />
          <Logout />
        </AreaHeader>
        <TapsUntilSetUp />
        <SetUp onDone={() => void refreshSession({ fresh: true }).then(() => setSettingUp(false))} />
      </>
    )
  return (
    <>
      <AreaHeader>
        <SoundAndGreeting />
        <Logout />
      </AreaHeader>
      <Screens isSettled={settled} onSettled={settle} />
    </>
  )
}

/** Says that the role of a seller who works here was changed: the menu changes, and the screen may be gone. */
function useRoleNote(): void {
  const { sellerEmail, role } = useSession()
  const known = useRef<{ sellerEmail: string | undefined; role: Role }>(undefined)
  useEffect(() => {
    // Without a role until a second step is set up.
    if (role === undefined) return
    const before = known.current
    known.current = { sellerEmail, role }
    if (before && before.sellerEmail === sellerEmail && before.role !== role)
      toast.note(m.seller_role_now({ role: roleNames[role][getLocale()] }))
  }, [sellerEmail, role])
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
            {m.seller_sound_blocked_short()}
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

function Logout() {
  const navigate = useNavigate()
  const form = useSubmit()

  async function signOut() {
    const reply = await form.send(() => sellerApi.seller.logout())
    if (!reply) return
    await endPush()
    // Navigates first, so that the login form doesn't appear for a moment.
    await navigate('/', { state: { loggedOut: true } })
    await refreshSession({ fresh: true })
    tellOtherTabs()
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
        <span className="sr-only">{m.account_loading()}</span>
        <Skeleton className="h-9 w-48" />
        <Skeleton className="h-40 w-full rounded-card" />
        <Skeleton className="h-12 w-full rounded-full" />
        <Skeleton className="h-12 w-full rounded-full" />
      </div>
    </>
  )
}
