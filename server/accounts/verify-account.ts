import { refuseUnless } from '../common/refusal.ts'
import { inTransaction } from '../database/database.ts'
import type { Shopper } from '../domain/session-queries.ts'
import { type CodeDeps, checkCode, consumeCode, verificationRequest } from './codes.ts'
import { setVerified } from './queries.ts'

/**
 * Verifies the shopper's address with a code that was sent to it. Throws `already_verified`, `otp_wrong`,
 * `otp_expired`, `too_many` and `unavailable`, see `checkCode`.
 */
export async function verifyAccount(deps: CodeDeps, shopper: Shopper, code: string): Promise<void> {
  refuseUnless(!shopper.isAccountVerified, 'already_verified')
  const stored = await checkCode(deps, verificationRequest(shopper.email), code)
  await inTransaction(deps.db, async (tx) => {
    await consumeCode(tx, shopper.email, 'verify', stored)
    await setVerified(tx, shopper.id)
  })
}
