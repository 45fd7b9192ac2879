import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { openLogin, useSession } from '../client/session.ts'
import { m } from '../messages/messages.ts'
import { tellLost } from '../page/lazy-window.tsx'
import { buttonClasses } from '../ui/button.tsx'
import { ProfileButton } from './profile-button.tsx'

const loadMenu = () => import('./shopper-menu.tsx')
const ShopperMenu = lazy(loadMenu)

/** A login link for visitors, the profile menu for shoppers, and reserved space while the session is unknown. */
export function ProfileMenu() {
  const { status, user } = useSession()
  // The menu is loaded by the first press of its button.
  const [wanted, setWanted] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const pressed = useRef(false)

  // The button that opened the login window disappears on signing in: its replacement gets the focus.
  useEffect(() => {
    if (!user || !pressed.current) return
    pressed.current = false
    const timer = setTimeout(() => place.current?.querySelector('button')?.focus({ preventScroll: true }), 0)
    return () => clearTimeout(timer)
  }, [user])

  if (user) {
    const button = (
      <ProfileButton
        user={user}
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerEnter={loadMenu}
        onFocus={loadMenu}
        onClick={() => void loadMenu().then(() => setWanted(true), tellLost)}
      />
    )
    return (
      <span ref={place} className="grid items-center justify-items-end *:[grid-area:1/1]">
        {/* As wide as the login link, so that its neighbours don't move. */}
        <span aria-hidden className={`${buttonClasses('ghost')} invisible whitespace-nowrap max-md:hidden`}>
          {m.account_login()}
        </span>
        {wanted ? (
          <Suspense fallback={button}>
            <ShopperMenu user={user} openAtOnce />
          </Suspense>
        ) : (
          button
        )}
      </span>
    )
  }
  return (
    <a
      href="/login"
      onClick={(event) => {
        // With a modifier key the link opens the screen in a new tab or window.
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        pressed.current = true
        openLogin(window.location.pathname + window.location.search)
      }}
      className={`${buttonClasses('ghost')} whitespace-nowrap ${status === 'unknown' ? 'invisible' : ''}`}
    >
      {m.account_login()}
    </a>
  )
}
