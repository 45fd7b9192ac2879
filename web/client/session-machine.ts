import type { User } from '../../contract/entities.ts'
import { makeStore } from '../store.ts'

/*
 * Who is using the shop, as far as this browser knows. It is asked for in the browser only: a page made on the
 * server holds nobody's name, so it starts as `unknown`. Everything outside comes in as `SessionWorld`.
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

type Failed = { success: false; status?: number; message: string }

/** The calls reject when no reply came. */
export type SessionWorld = {
  api: {
    user: {
      isAuth: () => Promise<{ success: true; user: User } | Failed>
      logout: () => Promise<{ success: true; message: string } | Failed>
    }
    seller: { isAuth: () => Promise<{ success: true; email?: string | undefined } | Failed> }
  }
  /** Makes a call, and makes it again when no answer comes. */
  askAgain: <R>(make: () => Promise<R>) => Promise<R>
  /** Tells the shop's other tabs that the session changed, or that the shopper logged out. */
  tell: (message: TabMessage) => void
}

export type TabMessage = 'changed' | 'signed out'

const unknown: Session = {
  status: 'unknown',
  user: null,
  isSeller: false,
  sellerEmail: undefined,
  expired: false,
}

/** The session in the given world. */
export function makeSession({ api, askAgain, tell }: SessionWorld) {
  const session = makeStore(unknown)
  let running: Promise<Session> | undefined
  let generation = 0
  /** A logout was sent, and it isn't known yet whether the shop agreed. */
  let leaving = false
  const checkedListeners = new Set<SessionListener>()
  const signOutHooks = new Set<() => Promise<void>>()

  /**
   * Asks who is signed in, as shopper and as seller; gives what came out. Called on load and on each route change, so
   * a check under way is shared. `fresh` starts another and forgets the one under way: after signing in its answer
   * would be about the visitor of before. A check that gets no reply leaves the user empty only if none was known.
   */
  function refresh({ fresh = false } = {}): Promise<Session> {
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
          ? { status: 'shopper', user: user.user, isSeller, sellerEmail, expired: false }
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

  /** Takes the answer of `register` or `login` further: asks for the whole user, and tells the other tabs. */
  async function signedIn(): Promise<Session> {
    const after = await refresh({ fresh: true })
    tell('changed')
    return after
  }

  /**
   * Signs the shopper out and gives the shop's reply; user and cart are cleared only when the shop agreed. Rejects when
   * no reply came.
   */
  async function signOut() {
    // What the cart still has to save has to arrive while the session lasts.
    await Promise.allSettled([...signOutHooks].map((hook) => hook()))
    // When its answer is lost, the next check tells whether the session is over, and that it was meant to be.
    leaving = true
    const reply = await askAgain(() => api.user.logout())
    if (reply.success) {
      clearUser()
      tell('signed out')
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

  /** Gets every answered check. Returns the function that ends this. */
  function onChecked(listener: SessionListener): () => void {
    checkedListeners.add(listener)
    return () => checkedListeners.delete(listener)
  }

  /** Runs before the session ends. */
  function beforeSignOut(hook: () => Promise<void>): void {
    signOutHooks.add(hook)
  }

  function publish(next: Session, askedAt: number): void {
    // A check on each route change, which mostly finds what it was, draws nothing anew.
    if (JSON.stringify(next) !== JSON.stringify(session.get())) session.set(next)
    for (const listener of checkedListeners) listener(session.get(), askedAt)
  }

  return {
    state: session,
    refresh,
    signedIn,
    signOut,
    onChecked,
    beforeSignOut,
    /** Another tab said what happened to the session. */
    told: (message: TabMessage) => {
      if (message === 'signed out') clearUser()
      else void refresh({ fresh: true })
    },
  }
}

/** A shop that is too busy to say who somebody is hasn't said that they are nobody. */
function told<R extends { success: boolean; status?: number }>(reply: R): R | undefined {
  return reply.success || (reply.status !== 429 && (reply.status ?? 0) < 500) ? reply : undefined
}
