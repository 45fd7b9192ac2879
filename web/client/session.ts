import { makeStore } from '../store.ts'
import { api, onSessionRefused } from './api.ts'
import { whenReconnected } from './connection.ts'
import { makeSession, type TabMessage } from './make-session.ts'
import { withRetries } from './with-retries.ts'

/*
 * The session of this page: make-session.ts with the shop's calls and the browser's other tabs.
 */

const tabs =
  typeof window !== 'undefined' && 'BroadcastChannel' in window ? new BroadcastChannel('talad.session') : undefined

const broadcast = (message: TabMessage) => tabs?.postMessage(message)

const session = makeSession({ api, withRetries, broadcast })

/** Returns the session, live; `unknown` on the server and until the first reply. */
export const useSession = session.state.use
/** Returns the session of this moment, which later changes don't update. */
export const sessionNow = session.state.get
export const { refresh: refreshSession, signedIn, signOut, onChecked: onSessionChecked, beforeSignOut } = session

/** Makes the browser's other tabs check the session. */
export const tellOtherTabs = () => broadcast('changed')

/** The state of the login dialog. */
export type LoginRequest = {
  open: boolean
  /** Where to navigate after signing in. */
  returnTo: string | undefined
  /** Why it was opened. */
  reason: readonly string[]
  /** Whether one of its links was followed, to register or to reset the password. */
  isLeft: boolean
}

const closedLoginRequest: LoginRequest = { open: false, returnTo: undefined, reason: [], isLeft: false }
const loginRequest = makeStore(closedLoginRequest)

export const useLoginRequest = loginRequest.use

/** Opens the login dialog, with the sentences of `reason`. After signing in it navigates to `returnTo`, or home. */
export function openLogin(returnTo?: string, reason: readonly string[] = []): void {
  loginRequest.set({ open: true, returnTo, reason, isLeft: false })
}

/** Returns whether the login dialog is open. */
export const isLoginOpen = () => loginRequest.get().open

/** Closes the login dialog. `isLeft`: by one of its links. */
export function closeLogin({ isLeft = false } = {}): void {
  const request = loginRequest.get()
  if (request.open) loginRequest.set({ ...request, open: false, isLeft })
}

if (typeof window !== 'undefined') {
  if (tabs) tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => session.handleMessage(data)
  whenReconnected(() => void refreshSession())
  // The session has ended, or its role was changed: updates the header and the screens.
  onSessionRefused(() => void refreshSession({ fresh: true }))
  // The cart or the session may have changed on another device while the tab was hidden.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refreshSession()
  })
  // After Back from another site, such as the payment page, the browser may show an old page from its cache.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void refreshSession({ fresh: true })
  })
}
