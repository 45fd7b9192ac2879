import type { api } from '../client/api.ts'
import { tabStorage } from '../client/browser-storage.ts'
import { withRetries } from '../client/with-retries.ts'

export type Registration = { name: string; email: string; password: string }

type Calls = Pick<typeof api.user, 'register' | 'login'>

/** Storage for the e-mail address of a registration without a reply, which survives a reload. */
export type RegistrationStore = { read: () => string | undefined; write: (email: string | undefined) => void }

/**
 * Registers an account. If the reply is lost, a login with the same credentials tells whether the account was created;
 * so it does if the shop then refuses a second press with `email_taken`. `found` is true if the account was found that
 * way. Rejects if that can't be determined, or if no account was created.
 */
export async function openAccount(calls: Calls, registration: Registration, unanswered: RegistrationStore) {
  const { email, password } = registration
  const pressedBefore = unanswered.read() === email
  unanswered.write(email)
  try {
    const reply = await calls.register(registration)
    // After an error of the server the account may have been created.
    const isOwn = !reply.success && (reply.status >= 500 || (pressedBefore && reply.code === 'email_taken'))
    const ownReply = isOwn ? await ownAccount(calls, { email, password }) : undefined
    if (ownReply || reply.success || reply.status < 500) unanswered.write(undefined)
    return { reply: ownReply ?? reply, found: ownReply !== undefined }
  } catch (lost) {
    const ownReply = await ownAccount(calls, { email, password })
    if (!ownReply) throw lost
    unanswered.write(undefined)
    return { reply: ownReply, found: true }
  }
}

/** Signs in with the typed credentials; undefined if there is no such account, or no reply. */
async function ownAccount(calls: Pick<Calls, 'login'>, credentials: { email: string; password: string }) {
  const reply = await withRetries(() => calls.login(credentials)).catch(() => undefined)
  return reply?.success ? reply : undefined
}

const key = 'talad.registering'

/** This tab's registration without a reply. */
export const unansweredHere: RegistrationStore = {
  read: () => tabStorage.read(key) ?? undefined,
  write: (email) => tabStorage.write(key, email ?? null),
}
