import type { User } from '../../contract/entities.ts'
import { makeStore } from '../store.ts'
import { api, onNotSignedIn } from './api.ts'
import { askAgain } from './ask-again.ts'
import { whenReconnected } from './connection.ts'

/*
 * Who is using the shop, as far as this browser knows. It is asked for in the browser only: a page made on the
 * server holds nobody's name, so it starts as `unknown`.
 */

export type Session = {
  /** `unanswered` after a check that the shop didn't answer: nobody is known, and nobody was said to be a visitor. */
  status: 'unknown' | 'unanswered' | 'visitor' | 'shopper'
  user: User | null
  isSeller: boolean
  /** The seller's e-mail address, while one is signed in and it is known. */
  sellerEmail: string | undefined
  /** The shopper's session is over though they didn't log out in this browser: it expired, or was ended elsewhere. */
  expired: boolean
}

/** Gets every answered check, also one that changed nothing, with the moment (performance.now) when it was asked. */
export type SessionListener = (session: Session, askedAt: number) => void

const unknown: Session = {
  status: 'unknown',
  user: null,
  isSeller: false,
  sellerEmail: undefined,
  expired: false,
}
const session = makeStore(unknown)
let running: Promise<Session> | undefined
let generation = 0
/** A logout was sent, and it isn't known yet whether the shop agreed. */
let leaving = false
const checkedListeners = new Set<SessionListener>()
const signOutHooks = new Set<() => Promise<void>>()

/** The session, live. While rendering on the server and until the first answer it is `unknown`. */
export const useSession = session.use

/**
 * Asks who is signed in, as shopper and as seller; gives what came out. Called on load and on each route change, so
 * a check under way is shared. `fresh` starts another and forgets the one under way: after signing in its answer
 * would be about the visitor of before. A check that gets no reply leaves the user empty only if none was known.
 */
export function refreshSession({ fresh = false } = {}): Promise<Session> {
  if (running && !fresh) return running
  const mine = ++generation
  const askedAt = performance.now()
  const check = Promise.all([
    api.user.isAuth().then(told, () => undefined),
    api.seller.isAuth().then(told, () => undefined),
  ]).then(([user, seller]) => {
    if (mine !== generation) return running ?? session.get()
    running = undefined
    if (user === undefined) {
      const before = session.get()
      if (before.status === 'unknown') publish({ ...before, status: 'unanswered' }, askedAt)
      return session.get()
    }
    const before = session.get()
    const isSeller = seller === undefined ? before.isSeller : seller.success
    const sellerEmail = seller === undefined ? before.sellerEmail : seller.success ? seller.email : undefined
    publish(
      user.success
        ? { status: 'shopper', user: sameUser(user.user), isSeller, sellerEmail, expired: false }
        : {
            status: 'visitor',
            user: null,
            isSeller,
            sellerEmail,
            expired: before.user ? !leaving : before.expired,
          },
      askedAt,
    )
    leaving = false
    return session.get()
  })
  running = check
  return check
}

/** A shop that is too busy to say who somebody is hasn't said that they are nobody. */
function told<R extends { success: boolean; status?: number }>(reply: R): R | undefined {
  return reply.success || (reply.status !== 429 && (reply.status ?? 0) < 500) ? reply : undefined
}

/** Tells the shop's other tabs that they have to ask anew who is signed in. */
export function tellOtherTabs(): void {
  channel()?.postMessage('changed')
}

/** Takes the answer of `register` or `login` further: asks for the whole user, and tells the other tabs. */
export async function signedIn(): Promise<Session> {
  const after = await refreshSession({ fresh: true })
  tellOtherTabs()
  return after
}

/**
 * Signs the shopper out and gives the shop's reply; user and cart are cleared only when the shop agreed. Rejects when
 * no reply came.
 */
export async function signOut() {
  // What the cart still has to save has to arrive while the session lasts.
  await Promise.allSettled([...signOutHooks].map((hook) => hook()))
  // When its answer is lost, the next check tells whether the session is over, and that it was meant to be.
  leaving = true
  const reply = await askAgain(() => api.user.logout())
  if (reply.success) {
    clearUser()
    channel()?.postMessage('signed out')
  } else leaving = false
  return reply
}

/** The shopper logged out, here or in another tab. A check under way asked before that. */
function clearUser(): void {
  generation += 1
  running = undefined
  leaving = false
  publish({ ...session.get(), status: 'visitor', user: null, expired: false }, performance.now())
}

export function onSessionChecked(listener: SessionListener): () => void {
  checkedListeners.add(listener)
  return () => checkedListeners.delete(listener)
}

/** Runs before the session ends. */
export function beforeSignOut(hook: () => Promise<void>): void {
  signOutHooks.add(hook)
}

function publish(next: Session, askedAt: number): void {
  const now = session.get()
  const fields = ['status', 'user', 'isSeller', 'sellerEmail', 'expired'] as const
  if (fields.some((field) => next[field] !== now[field])) session.set(next)
  for (const listener of checkedListeners) listener(session.get(), askedAt)
}

/** Keeps the object while its content is the same, so that a check on each route change draws nothing anew. */
function sameUser(user: User): User {
  const known = session.get().user
  return known && JSON.stringify(known) === JSON.stringify(user) ? known : user
}

/** The flag that shows the login window, where the shopper goes on to after signing in there, and why it is shown. */
export type LoginRequest = { open: boolean; returnTo: string | undefined; reason: readonly string[] }

const closed: LoginRequest = { open: false, returnTo: undefined, reason: [] }
const loginRequest = makeStore(closed)

export const useLoginRequest = loginRequest.use

/** Shows the login window, and in it the sentences of `reason`. Without `returnTo` the shopper goes home afterwards. */
export function openLogin(returnTo?: string, reason: readonly string[] = []): void {
  loginRequest.set({ open: true, returnTo, reason })
}

/** Whether the login window is open. */
export const isLoginOpen = () => loginRequest.get().open

export function closeLogin(): void {
  const request = loginRequest.get()
  if (request.open) loginRequest.set({ ...request, open: false })
}

let tabs: BroadcastChannel | undefined

function channel(): BroadcastChannel | undefined {
  if (tabs === undefined && typeof window !== 'undefined' && 'BroadcastChannel' in window) {
    tabs = new BroadcastChannel('talad.session')
    tabs.onmessage = ({ data }) => {
      if (data === 'signed out') clearUser()
      else void refreshSession({ fresh: true })
    }
  }
  return tabs
}

if (typeof window !== 'undefined') {
  channel()
  whenReconnected(() => void refreshSession())
  // A call was refused because the session is over: the header and the screens should know.
  onNotSignedIn(() => void refreshSession({ fresh: true }))
  // Whoever comes back to a tab may have filled the cart, or logged out, on another device.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refreshSession()
  })
  // Back from another site, the payment page for one, the browser may show this page as it was left.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void refreshSession({ fresh: true })
  })
}
