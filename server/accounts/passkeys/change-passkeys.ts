import type { ShopConfig } from '../../../contract/settings/shop.ts'
import { normaliseText } from '../../common/normalise-text.ts'
import { plainText } from '../../common/plain-text.ts'
import { refuse, refuseUnless } from '../../common/refusal.ts'
import type { Db } from '../../database/database.ts'
import { queueStaffAccountMail } from '../../mail/queue-mail.ts'
import {
  addFactor,
  removeFactor,
  requireConfirmed,
  type SignedInSeller,
} from '../second-factor/change-second-factor.ts'
import {
  consumeChallenge,
  deletePasskey,
  findChallenge,
  insertPasskey,
  passkeysOf,
  passkeysPerAccount,
  storeChallenge,
} from './passkey-queries.ts'
import type { PasskeySite } from './passkey-site.ts'
import { type PasskeyResponse, registrationOptions, verifiedPasskey } from './verify-passkey.ts'

/*
 * Passkeys as a second factor: how the staff add and remove them. A shop at an IP address has none
 * (`passkeys_unavailable`).
 */

export type PasskeyDeps = { db: Db; shop: Pick<ShopConfig, 'name'>; site: PasskeySite | undefined }

/** Begins to add a passkey. Throws `confirm_password`, `passkeys_unavailable` and `passkeys_full`. */
export async function beginPasskey({ db, shop, site }: PasskeyDeps, { seller, session }: SignedInSeller) {
  await requireConfirmed(db, session)
  if (!site) refuse('passkeys_unavailable')
  const passkeys = await passkeysOf(db, seller.id)
  refuseUnless(passkeys.length < passkeysPerAccount, 'passkeys_full', { values: { max: passkeysPerAccount } })
  const { id, email, name } = seller
  const options = await registrationOptions(site, { id, email, name, shop: shop.name, passkeys })
  await storeChallenge(db, session, options.challenge)
  return options
}

/**
 * Adds a passkey and ends the account's other sessions. Returns recovery codes with the account's first factor. Throws
 * `confirm_password`, `passkeys_unavailable`, `set_up_again`, `passkey_refused`, `passkey_known` and `passkeys_full`.
 */
export async function addPasskey(
  { db, site }: PasskeyDeps,
  caller: SignedInSeller,
  name: string,
  response: PasskeyResponse,
) {
  const { seller, session } = caller
  await requireConfirmed(db, session)
  if (!site) refuse('passkeys_unavailable')
  const challenge = (await findChallenge(db, session)) ?? refuse('set_up_again')
  const passkey = await verifiedPasskey(site, challenge, response)
  return addFactor(db, caller, async (tx) => {
    refuseUnless(await consumeChallenge(tx, session, challenge), 'set_up_again')
    // The account is locked, so that two calls don't both find room.
    const { length } = await passkeysOf(tx, seller.id)
    refuseUnless(length < passkeysPerAccount, 'passkeys_full', { values: { max: passkeysPerAccount } })
    const storedName = plainText(name)
    refuseUnless(await insertPasskey(tx, seller.id, storedName, passkey), 'passkey_known')
    await queueStaffAccountMail(tx, { to: seller.email, about: 'passkey_added', name: normaliseText(storedName) })
  })
}

/** Removes one of the caller's passkeys. Throws `confirm_password`, `passkey_unknown` and `second_step_stays`. */
export async function removePasskey(db: Db, caller: SignedInSeller, id: string): Promise<void> {
  const { seller } = caller
  await removeFactor(db, caller, async (tx) => {
    const name = (await deletePasskey(tx, seller.id, id)) ?? refuse('passkey_unknown')
    await queueStaffAccountMail(tx, { to: seller.email, about: 'passkey_removed', name: normaliseText(name) })
  })
}
