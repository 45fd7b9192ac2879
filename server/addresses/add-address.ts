import type { AddressInput } from '../../contract/entities/address.ts'
import { serverLimits } from '../../contract/values/limits.ts'
import { newId } from '../common/ids.ts'
import { refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction } from '../database/database.ts'
import { isSessionOpen, type Shopper } from '../domain/session-queries.ts'
import { addressRowOf } from './address-to-wire.ts'
import { type AddressRow, findAddressByKey, insertAddress, lockAndCountAddresses } from './queries.ts'

/**
 * Saves an address of the shopper, its texts normalised. A repeated request (the same Idempotency-Key) returns the
 * address that the first one saved.
 *
 * Throws `not_signed_in` if the session has ended meanwhile, `too_many_addresses`, and `idempotency_key_reused` if the
 * key was used with another address, also if the first one's was changed since.
 */
export function addAddress(
  db: Db,
  shopper: Pick<Shopper, 'id'> & Partial<Pick<Shopper, 'session'>>,
  input: AddressInput,
  idempotencyKey?: string,
): Promise<AddressRow> {
  const fields = addressRowOf(input)
  return inTransaction(db, async (tx) => {
    const count = await lockAndCountAddresses(tx, shopper.id)
    // Another person may have proved to own the mailbox meanwhile, whose account begins empty.
    refuseUnless(shopper.session === undefined || (await isSessionOpen(tx, shopper.session)), 'not_signed_in')
    // Read while holding the lock: a concurrent request with the same key has then either committed or not begun.
    const first = idempotencyKey === undefined ? undefined : await findAddressByKey(tx, shopper.id, idempotencyKey)
    if (first) {
      const isSame = Object.entries(fields).every(([name, value]) => first[name as keyof typeof fields] === value)
      refuseUnless(isSame, 'idempotency_key_reused')
      return first
    }
    refuseUnless(count < serverLimits.addresses, 'too_many_addresses', { values: { max: serverLimits.addresses } })
    return insertAddress(tx, { id: newId(), shopperId: shopper.id, ...fields, idempotencyKey: idempotencyKey ?? null })
  })
}
