import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useMatches, useNavigation } from 'react-router'
import { LazyLoginDialog } from '../accounts/lazy-login-dialog.tsx'
import { refreshSession } from '../client/session.ts'
import { m } from '../messages/messages.ts'
import { ConnectionBanner } from '../page/connection-banner.tsx'
import { focusHeading } from '../page/focus-heading.ts'
import { Toaster } from '../ui/toaster.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { DeliveryStrip } from './delivery-strip.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { isSellerPath } from './seller-path.ts'

// Constant elements: React skips them when only the screen changes.
const header = (
  <>
    <Header />
    <ConnectionBanner />
    <DeliveryStrip />
  </>
)
const footer = (
  <>
    <Footer />
    <div className="h-(--stuck-bottom)" />
    <BottomBar />
  </>
)

/** The frame around every screen, except those of the seller's area, which has its own. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const bleeds = useMatches().some(({ handle }) => (handle as { bleed?: boolean } | undefined)?.bleed)
  const framed = !isSellerPath(pathname)

  // biome-ignore lint/correctness/useExhaustiveDependencies: who is signed in is asked again on each screen
  useEffect(() => {
    void refreshSession()
  }, [pathname])
  useFocusOnHeading(pathname)

  return (
    <div className="flex min-h-dvh flex-col">
      {/* biome-ignore lint/a11y/useValidAnchor: it links to the page's content; a press focuses the innermost target */}
      <a
        href="#main"
        onClick={skipToInnermost}
        className="fixed start-3 top-3 z-60 rounded-full bg-leaf px-5 py-3 font-semibold text-on-leaf not-focus:sr-only"
      >
        {m.shell_skip()}
      </a>
      {framed && header}
      <Toaster />
      <main id="main" tabIndex={-1} className={`grow outline-none ${bleeds ? '' : 'page'}`}>
        <NavigationMark />
        {children}
      </main>
      {framed && footer}
      <LazyLoginDialog />
    </div>
  )
}

/** Focuses the innermost element with `data-skip-to`, by which screens mark the start of their content. */
function skipToInnermost(event: MouseEvent) {
  const target = [...document.querySelectorAll<HTMLElement>('[data-skip-to]')].at(-1)
  if (!target) return
  event.preventDefault()
  target.focus()
}

/** Focuses the heading of a new screen, unless the focus is in an input. */
function useFocusOnHeading(pathname: string) {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    if (document.activeElement instanceof HTMLInputElement || window.location.hash) return
    focusHeading()
  }, [pathname])
}

/** A progress bar at the top while the next page is loading for more than a moment. */
function NavigationMark() {
  const busy = useNavigation().state !== 'idle'
  if (!busy) return null
  return (
    <div
      role="progressbar"
      aria-label={m.shell_loading_page()}
      className="fixed inset-x-0 top-0 z-60 h-1 animate-[appear_200ms_linear_300ms_backwards] overflow-hidden bg-leaf-soft"
    >
      <span className="block h-full w-1/3 animate-[sweep_1.1s_ease-in-out_infinite] rounded-full bg-leaf motion-reduce:w-full motion-reduce:animate-none" />
    </div>
  )
}
