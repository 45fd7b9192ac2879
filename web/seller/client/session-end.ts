import { refreshSession } from '../../client/session.ts'

/**
 * Returns a reply. If it says that the seller's session has ended, the session is checked, and the area shows its
 * login.
 */
export function withSessionEnd<R extends { success: boolean; status?: number }>(reply: R): R {
  if (!reply.success && (reply.status === 401 || reply.status === 403)) void refreshSession({ fresh: true })
  return reply
}
