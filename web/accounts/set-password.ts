import type { Client } from '../../contract/client.ts'
import type { sellerCallPaths } from '../../contract/paths/seller-call-paths.ts'
import { withRetries } from '../client/with-retries.ts'

/** A seller's calls; a shopper's have the same input and reply to more. */
type Calls = Pick<Client<typeof sellerCallPaths>['seller'], 'resetPassword' | 'login'>
type ResetRequest = { email: string; otp: string; newPassword: string }

/**
 * Sets a new password. If the reply is lost, a login with the password tells whether it is set; so it does if the shop
 * then refuses a second press with the same input (`lostBefore`), as its code is used up. `found` is true if it was
 * found that way, and the user is signed in. Rejects if that can't be determined, or if nothing was set.
 */
export async function setPassword(calls: Calls, request: ResetRequest, lostBefore: boolean) {
  const { email, newPassword: password } = request
  const isSet = async () => {
    const reply = await withRetries(() => calls.login({ email, password })).catch(() => undefined)
    return reply?.success ? reply : undefined
  }
  try {
    const reply = await calls.resetPassword(request)
    const mayBeSet = !reply.success && (reply.status >= 500 || lostBefore)
    const ownReply = mayBeSet ? await isSet() : undefined
    return { reply: ownReply ?? reply, found: ownReply !== undefined }
  } catch (lost) {
    const ownReply = await isSet()
    if (!ownReply) throw lost
    return { reply: ownReply, found: true }
  }
}
