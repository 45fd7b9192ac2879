import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { refusalMessage } from '../../../contract/messages/refusals.ts'
import { roleNames } from '../../../contract/staff/staff-roles.ts'
import { refreshSession, useSession } from '../../client/session.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { focusHeading } from '../../page/focus-heading.ts'
import { useLazy } from '../../page/lazy.tsx'
import { dismissText, toast } from '../../ui/toast.ts'
import { useMay } from '../client/role.ts'
import {
  areaViewOf,
  invitationToken,
  isRoleChanged,
  isSettingUp,
  type KnownSeller,
  mustSetUp,
  screensLost,
} from './area-view.ts'
import { ring } from './order-sound.ts'
import { useOrderWatch } from './order-watch.ts'
import { usePush } from './use-push.ts'

const loadJoin = () => import('../account/join.tsx')
const loadSetUp = () => import('../account/set-up-second-factor.tsx')

/** Milliseconds for which a screen waits for the shop's problems, which are shown above it. */
const longestWait = 1000

/**
 * What the seller's area shows, and what it does beside: it watches the orders, redirects shoppers home, and tells
 * sellers that their screens are gone.
 */
export function useArea() {
  const { status, user, isSeller, sellerEmail, role } = useSession()
  const { hash } = useLocation()
  useOrderWatch(isSeller && role !== undefined)
  usePush(isSeller && role !== undefined ? sellerEmail : undefined)
  useRoleNote()
  const { wasIn, forget } = useWasIn()
  const { isSettled, settle, focusWhenSettled } = useSettled()

  const token = invitationToken(hash)
  const Join = useLazy(loadJoin, token !== undefined)

  // A seller without a role has to set up a second factor first, and then to store the recovery codes.
  const [settingUp, setSettingUp] = useState(false)
  const SetUp = useLazy(loadSetUp, mustSetUp({ isSeller, role, settingUp }))
  useEffect(() => {
    setSettingUp((before) => isSettingUp(before, { isSeller, role }))
  }, [isSeller, role])

  const loaded = { join: Join !== undefined, setUp: SetUp !== undefined }
  return {
    view: areaViewOf({ status, user, isSeller, role, wasIn, token, settingUp, loaded }),
    token,
    Join,
    SetUp,
    /** Whether the screen is shown: the shop's problems are above it. */
    isSettled,
    settle,
    /** To be called at a login. The screen of the address is shown: a mail's link leads to its orders. */
    onSignedIn: focusWhenSettled,
    /** To be called at a logout, before the session is read again: the screens aren't missed. */
    onLoggedOut: forget,
    onSetUp: () => void refreshSession({ fresh: true }).then(() => setSettingUp(false)),
  }
}

/**
 * Sends a signed-in shopper home with a message.
 *
 * `wasIn` is whether a seller was signed in on this page before. If that seller's session ends, or a shopper signs in
 * on another tab, the page stays: it rings, and shows a message. `forget` sets `wasIn` to false; a logout calls it, so
 * that it doesn't ring.
 */
function useWasIn() {
  const { user, isSeller } = useSession()
  const navigate = useNavigate()
  const [wasIn, setWasIn] = useState(false)
  const lost = screensLost({ user, isSeller, wasIn })
  const wasSentHome = useRef(false)
  useEffect(() => {
    if (isSeller && !user) setWasIn(true)
  }, [isSeller, user])

  // The refusal of what was pressed after the session had ended.
  useEffect(() => {
    if (isSeller) dismissText(refusalMessage('not_signed_in', getLocale()))
  }, [isSeller])

  // Tells the seller that the screen has gone.
  useEffect(() => {
    if (!lost) return
    ring()
    // The message above the login says that no input is lost.
    window.scrollTo(0, 0)
  }, [lost])

  useEffect(() => {
    if (!user || wasIn || wasSentHome.current) return
    wasSentHome.current = true
    toast.error(m.seller_only_sellers())
    navigate('/', { replace: true })
  }, [user, wasIn, navigate])

  return { wasIn, forget: () => setWasIn(false) }
}

/** Returns whether the screen is shown: it waits for the shop's problems above it, so that nothing moves later. */
function useSettled() {
  const { isSeller } = useSession()
  const seesProblems = useMay('seller.health')
  const justSignedIn = useRef(false)
  const [isSettled, setSettled] = useState(false)
  const settle = useCallback(() => setSettled(true), [])
  useEffect(() => {
    if (!isSeller) return
    const timer = setTimeout(settle, seesProblems ? longestWait : 0)
    return () => clearTimeout(timer)
  }, [isSeller, settle, seesProblems])

  // The login form, which had the focus, is gone.
  useEffect(() => {
    if (!isSeller || !isSettled || !justSignedIn.current) return
    justSignedIn.current = false
    focusHeading()
  }, [isSeller, isSettled])

  return {
    isSettled,
    settle,
    focusWhenSettled: () => {
      justSignedIn.current = true
    },
  }
}

/** Says that the role of a seller who works here was changed: the menu changes, and the screen may be gone. */
function useRoleNote(): void {
  const { sellerEmail, role } = useSession()
  const known = useRef<KnownSeller>(undefined)
  useEffect(() => {
    // Without a role until a second step is set up.
    if (role === undefined) return
    const before = known.current
    known.current = { sellerEmail, role }
    if (isRoleChanged(before, known.current)) toast.note(m.seller_role_now({ role: roleNames[role][getLocale()] }))
  }, [sellerEmail, role])
}
