import { api, failureMessage } from '../client/api.ts'
import { refreshSession } from '../client/session.ts'
import { toast } from '../ui/toast.ts'
import { verifyCode } from './code-sent.ts'

let sending = false

/**
 * Mails the shopper a code and shows a toast, unless mail is delayed, which the code's screen shows. Returns whether to
 * go there.
 */
export async function sendVerifyCode(): Promise<boolean> {
  if (sending) return false
  sending = true
  try {
    const reply = await api.user.sendVerifyOtp()
    if (!reply.success) {
      toast.error(reply.message)
      // Verified in another window: updates the menu and the cart.
      if (reply.code === 'already_verified') await refreshSession({ fresh: true })
      return false
    }
    verifyCode.noteSent(reply)
    if (!reply.mailDelayed) toast.success(reply.message)
    return true
  } catch (error) {
    toast.error(failureMessage(error))
    return false
  } finally {
    sending = false
  }
}
