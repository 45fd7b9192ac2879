import { refuse, refuseUnless } from '../../common/refusal.ts'
import type { SignInClient } from '../known-browser-queries.ts'
import { finishSignIn, type PendingSignIn } from '../second-factor/second-step.ts'
import type { SignedIn } from '../sign-in.ts'
import type { PasskeyDeps } from './change-passkeys.ts'
import {
  findPasskey,
  findSignInChallenge,
  passkeysOf,
  recordPasskeyUse,
  storeSignInChallenge,
} from './passkey-queries.ts'
import { assertionOptions, type PasskeyAssertion, verifiedAssertion } from './verify-passkey.ts'

/**
 * Returns what a browser needs to finish a sign-in with a passkey. Throws `passkeys_unavailable` and `passkey_unknown`.
 */
export async function beginPasskeyStep(
  { db, site }: Omit<PasskeyDeps, 'shop'>,
  { sellerId }: PendingSignIn,
  token: string,
) {
  if (!site) refuse('passkeys_unavailable')
  const passkeys = await passkeysOf(db, sellerId)
  refuseUnless(passkeys.length > 0, 'passkey_unknown')
  const options = await assertionOptions(site, passkeys)
  await storeSignInChallenge(db, token, options.challenge)
  return options
}

/**
 * Finishes a sign-in with a passkey. Throws `passkeys_unavailable`, `sign_in_expired`, `passkey_unknown` and
 * `passkey_refused`.
 */
export async function finishSignInByPasskey(
  { db, site }: Omit<PasskeyDeps, 'shop'>,
  signIn: PendingSignIn,
  { token, assertion }: { token: string; assertion: PasskeyAssertion },
  client: SignInClient,
): Promise<SignedIn> {
  if (!site) refuse('passkeys_unavailable')
  const challenge = (await findSignInChallenge(db, token)) ?? refuse('sign_in_expired')
  const passkey = (await findPasskey(db, signIn.sellerId, assertion.id)) ?? refuse('passkey_unknown')
  const counter = await verifiedAssertion(site, challenge, passkey, assertion)
  return finishSignIn(
    db,
    signIn,
    {
      token,
      use: async (tx) => refuseUnless(await recordPasskeyUse(tx, passkey.id, counter), 'passkey_refused'),
    },
    client,
  )
}
