import { useEffect, useRef } from 'react'
import { openLogin, useSession } from '../client/session.ts'
import { m } from '../messages/messages.ts'
import { lazyMenu } from '../page/lazy.tsx'
import { buttonClasses } from '../ui/button.tsx'
import { ProfileButton } from './profile-button.tsx'

const ShopperMenu = lazyMenu(() => import('./shopper-menu.tsx'), ProfileButton)

/** A login link for visitors, the profile menu for shoppers, and reserved space while the session is unknown. */
export function ProfileMenu() {
  const { status, user } = useSession()
  const anchor = useRef<HTMLSpanElement>(null)
  const pressed = useRef(false)

  // The button that opened the login dialog disappears on signing in: its replacement gets the focus.
  useEffect(() => {
    if (!user || !pressed.current) return
    pressed.current = false
    const timer = setTimeout(() => anchor.current?.querySelector('button')?.focus({ preventScroll: true }), 0)
    return () => clearTimeout(timer)
  }, [user])

  if (user) {
    return (
      <span ref={anchor} className="grid items-center justify-items-end *:[grid-area:1/1]">
        {/* As wide as the login link, so that its neighbours don't move. */}
        <span aria-hidden className={`${buttonClasses('ghost')} invisible whitespace-nowrap max-md:hidden`}>
          {m.account_login()}
        </span>
        <ShopperMenu user={user} />
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
