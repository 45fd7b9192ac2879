import { refreshSession } from '../../client/session.ts'

/**
 * Gives a reply back. Where the shop no longer takes the caller for a seller, it is asked anew who is signed in, and
 * the seller area shows its login.
 */
export function withSessionEnd<R extends { success: boolean; status?: number }>(reply: R): R {
  if (!reply.success && (reply.status === 401 || reply.status === 403)) void refreshSession({ fresh: true })
  return reply
}
