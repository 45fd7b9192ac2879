import type { api } from '../client/api.ts'
import { askAgain } from '../client/ask-again.ts'

export type Registration = { name: string; email: string; password: string }

type Calls = Pick<typeof api.user, 'register' | 'login'>

/** Keeps the e-mail address of a registration that no answer has come for yet, also while the page is loaded anew. */
export type Unanswered = { read: () => string | undefined; write: (email: string | undefined) => void }

/**
 * Opens an account. When the answer is lost, a login with what was typed tells whether the account was made; so it does
 * when the shop then refuses a second press with `email_taken`. `found` is true where the account came to light that
 * way. Rejects when it can't be told, or when no account was made.
 */
export async function openAccount(calls: Calls, typed: Registration, unanswered: Unanswered) {
  const { email, password } = typed
  const pressedBefore = unanswered.read() === email
  unanswered.write(email)
  try {
    const reply = await calls.register(typed)
    // A server that stumbled may have made the account by then.
    const isOwn = !reply.success && (reply.status >= 500 || (pressedBefore && reply.code === 'email_taken'))
    const own = isOwn ? await ownAccount(calls, { email, password }) : undefined
    if (own || reply.success || reply.status < 500) unanswered.write(undefined)
    return { reply: own ?? reply, found: own !== undefined }
  } catch (lost) {
    const own = await ownAccount(calls, { email, password })
    if (!own) throw lost
    unanswered.write(undefined)
    return { reply: own, found: true }
  }
}

/** Signs in with what was typed; undefined when there is no such account, or no answer. */
async function ownAccount(calls: Pick<Calls, 'login'>, credentials: { email: string; password: string }) {
  const reply = await askAgain(() => calls.login(credentials)).catch(() => undefined)
  return reply?.success ? reply : undefined
}

const key = 'talad.registering'

/** What this tab has sent and knows no answer of. */
export const unansweredHere: Unanswered = {
  read: () => {
    try {
      return sessionStorage.getItem(key) ?? undefined
    } catch {
      return undefined
    }
  },
  write: (email) => {
    try {
      if (email === undefined) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, email)
    } catch {
      // A browser that keeps nothing knows it as long as the form finds out by itself.
    }
  },
}
