import { makeStore } from '../store.ts'
import { api, onNotSignedIn } from './api.ts'
import { askAgain } from './ask-again.ts'
import { whenReconnected } from './connection.ts'
import { makeSession, type TabMessage } from './session-machine.ts'

/*
 * The session of this page: session-machine.ts with the shop's calls and the other tabs of this browser.
 */

const tabs =
  typeof window !== 'undefined' && 'BroadcastChannel' in window ? new BroadcastChannel('talad.session') : undefined

const tell = (message: TabMessage) => tabs?.postMessage(message)

const session = makeSession({ api, askAgain, tell })

/** Returns the session, live; `unknown` on the server and until the first reply. */
export const useSession = session.state.use
/** Returns the current session. */
export const sessionNow = session.state.get
export const { refresh: refreshSession, signedIn, signOut, onChecked: onSessionChecked, beforeSignOut } = session

/** Tells the shop's other tabs that they have to ask anew who is signed in. */
export const tellOtherTabs = () => tell('changed')

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

if (typeof window !== 'undefined') {
  if (tabs) tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => session.told(data)
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
