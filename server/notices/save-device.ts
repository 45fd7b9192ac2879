import { refuse, refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction } from '../database/database.ts'
import { isUsable } from './push-keys.ts'
import type { PushServices } from './push-services.ts'
import { type Device, devicesOf, lockSession, recordDevice, storeDevice } from './queries.ts'

/** The account that gets the notices, and the hash of the session's token. */
export type DeviceOwner = { sellerId: string; tokenHash: string }

/**
 * Switches notices on for a device, or changes which it gets. Throws `push_unknown` for an address that isn't a known
 * push service's, `malformed` for keys with which nothing can be encrypted, and `not_signed_in` if the session ends
 * meanwhile.
 */
export async function saveDevice(
  { db, pushServices }: { db: Db; pushServices: Pick<PushServices, 'isEndpoint'> },
  device: Omit<Device, 'id'>,
  { sellerId, tokenHash }: DeviceOwner,
): Promise<void> {
  refuseUnless(pushServices.isEndpoint(device.endpoint), 'push_unknown')
  refuseUnless(await isUsable(device), 'malformed')
  await inTransaction(db, async (tx) => {
    const sessionId = (await lockSession(tx, tokenHash)) ?? refuse('not_signed_in')
    await storeDevice(tx, { ...device, sellerId, sessionId })
  })
}

/**
 * Returns a seller's devices. The one with `endpoint` belongs to the caller's session from now on; another account's
 * notices there end. Throws `not_signed_in` if the session ends meanwhile.
 */
export async function openDevices(
  db: Db,
  endpoint: string | undefined,
  { sellerId, tokenHash }: DeviceOwner,
): ReturnType<typeof devicesOf> {
  if (endpoint)
    await inTransaction(db, async (tx) => {
      const sessionId = (await lockSession(tx, tokenHash)) ?? refuse('not_signed_in')
      await recordDevice(tx, { endpoint, sellerId, sessionId })
    })
  return devicesOf(db, sellerId)
}
