import { sessionNow } from '../../client/session.ts'

/**
 * Returns a key for what the signed-in seller has typed and not saved. It outlives the session, and another seller who
 * signs in on the same tab must neither see it nor save it as their own.
 */
export const sellerKey = (of: string): string => `${sessionNow().sellerEmail} ${of}`
