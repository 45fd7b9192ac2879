import type { api } from '../client/api.ts'
import { askAgain } from '../client/ask-again.ts'

type Calls = Pick<typeof api.seller, 'resetPassword' | 'login'>
type Wish = { email: string; otp: string; newPassword: string }

/**
 * Sets a new password. When the answer is lost, a login with the password tells whether it is set; so it does when the
 * shop then refuses a second press of the same (`lostBefore`), as its code is used up. `found` is true where it came to
 * light that way, and its owner is signed in. Rejects when it can't be told, or when nothing was set.
 */
export async function setPassword(calls: Calls, wish: Wish, lostBefore: boolean) {
  const { email, newPassword: password } = wish
  const isSet = async () => {
    const reply = await askAgain(() => calls.login({ email, password })).catch(() => undefined)
    return reply?.success ? reply : undefined
  }
  try {
    const reply = await calls.resetPassword(wish)
    const mayBeSet = !reply.success && (reply.status >= 500 || lostBefore)
    const own = mayBeSet ? await isSet() : undefined
    return { reply: own ?? reply, found: own !== undefined }
  } catch (lost) {
    const own = await isSet()
    if (!own) throw lost
    return { reply: own, found: true }
  }
}
