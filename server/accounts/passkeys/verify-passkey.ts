import type * as z from 'zod'
import type { passkeyAssertion, passkeyResponse } from '../../../contract/calls/passkeys.ts'
import { refuse, refuseUnless } from '../../common/refusal.ts'
import type { PasskeySite } from './passkey-site.ts'

/*
 * Passkeys by @simplewebauthn/server, which is loaded when it is first needed: few requests need it, and it is large.
 */

/**
 * EdDSA, ES256 and RS256 (COSE), which all devices have one of. The library would also ask for post-quantum ones, which
 * Node has as an experiment only.
 */
const algorithms = [-8, -7, -257]

const load = () => import('@simplewebauthn/server')

export type PasskeyResponse = z.infer<typeof passkeyResponse>
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>
/** A passkey as it is stored. */
export type Passkey = { id: string; publicKey: string; counter: number; transports: string[] }

/** Returns what a browser needs to make a passkey, a new challenge among it. */
export async function registrationOptions(
  site: PasskeySite,
  account: { id: string; email: string; name: string; shop: string; passkeys: Pick<Passkey, 'id' | 'transports'>[] },
) {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpName: account.shop,
    rpID: site.domain,
    userName: account.email,
    userDisplayName: account.name,
    userID: new TextEncoder().encode(account.id),
    // Which make of device it is doesn't matter.
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: account.passkeys,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Returns what a browser needs to prove one of these passkeys, a new challenge among it. */
export async function assertionOptions(site: PasskeySite, passkeys: Pick<Passkey, 'id' | 'transports'>[]) {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID: site.domain,
    allowCredentials: passkeys,
    userVerification: 'preferred',
  })
}

/** Returns the new passkey of a browser's response. Throws `passkey_refused`. */
export async function verifiedPasskey(
  site: PasskeySite,
  challenge: string,
  { id, clientDataJSON, attestationObject, transports }: PasskeyResponse,
): Promise<Passkey> {
  const [{ verifyRegistrationResponse }, { isoBase64URL }] = await Promise.all([
    load(),
    import('@simplewebauthn/server/helpers'),
  ])
  try {
    refuseUnless(!(await hasCertificate(attestationObject)), 'passkey_refused')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origins,
      expectedRPID: site.domain,
      supportedAlgorithmIDs: algorithms,
      // The password is the first factor: having the device is enough.
      requireUserVerification: false,
    })
    if (!verified) refuse('passkey_refused')
    const { credential } = registrationInfo
    return {
      id: credential.id,
      publicKey: isoBase64URL.fromBuffer(credential.publicKey),
      counter: credential.counter,
      transports,
    }
  } catch {
    // The library throws for whatever doesn't fit.
    return refuse('passkey_refused')
  }
}

/**
 * Returns whether a response has a certificate of the device's maker. The library would look it up at the address that
 * it names. None is asked for, so none is accepted.
 */
export async function hasCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  return decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('attStmt').get('x5c') !== undefined
}

/** Checks the assertion of a passkey and returns its new counter. Throws `passkey_refused`. */
export async function verifiedAssertion(
  site: PasskeySite,
  challenge: string,
  passkey: Passkey,
  { id, clientDataJSON, authenticatorData, signature }: PasskeyAssertion,
): Promise<number> {
  const [{ verifyAuthenticationResponse }, { isoBase64URL }] = await Promise.all([
    load(),
    import('@simplewebauthn/server/helpers'),
  ])
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origins,
      expectedRPID: site.domain,
      credential: {
        id: passkey.id,
        publicKey: isoBase64URL.toBuffer(passkey.publicKey),
        counter: passkey.counter,
        transports: passkey.transports,
      },
      requireUserVerification: false,
    })
    refuseUnless(verified, 'passkey_refused')
    return authenticationInfo.newCounter
  } catch {
    return refuse('passkey_refused')
  }
}
