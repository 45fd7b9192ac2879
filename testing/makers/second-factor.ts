import { TOTP } from 'otpauth'
import type { Person, TestShop } from '../shop.ts'

/**
 * Returns the code that an app shows now, or some milliseconds later. The current code works for this time step and the
 * next.
 */
export const appCode = (secret: string, later = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + later })

/**
 * Sets an authenticator app up for one of the staff; returns its secret, and the recovery codes if it is the first
 * factor. Its current code is unused.
 */
export async function withApp(shop: TestShop, who: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await who.post('/api/staff/begin-app')).json
  const { json } = await who.post('/api/staff/finish-app', { otp: appCode(secret) })
  if (!json.success) throw new Error(json.message)
  const { recoveryCodes = [] } = json
  shop.noteSecrets([secret, ...recoveryCodes])
  await freshCodes(shop)
  return { secret, recoveryCodes }
}

/** Makes codes that were used usable again, so that tests needn't wait for the next time step. */
export async function freshCodes(shop: TestShop): Promise<void> {
  await shop.db.updateTable('sellerTotp').set({ lastStep: 0 }).execute()
}
