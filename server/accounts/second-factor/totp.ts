import { Secret, TOTP } from 'otpauth'
import { decrypt, encrypt, keyFor } from '../../common/encryption.ts'

/*
 * Codes of authenticator apps (TOTP, RFC 6238): six digits by HMAC-SHA-1, a new code every 30 seconds. Apps ignore
 * other parameters, so there are none.
 */

const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/**
 * Codes of the time steps before and after are accepted too, as RFC 6238 recommends: clocks differ, and typing takes a
 * while.
 */
const driftSteps = 1

/** Returns a new secret of 160 random bits, in base 32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** Returns the text of the QR code by which an app takes the secret over. */
export function totpUri(secret: string, { shop, email }: { shop: string; email: string }): string {
  return new TOTP({ ...parameters, issuer: shop, label: email, secret }).toString()
}

/** Returns the time step of a code; undefined if it is wrong. `at`: Unix time in milliseconds. */
export function stepOfCode(secret: string, code: string, at: number): number | undefined {
  // The library throws for digits of other scripts.
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const delta = TOTP.validate({
    ...parameters,
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp: at,
    window: driftSteps,
  })
  return delta === null ? undefined : Math.floor(at / 1000 / parameters.period) + delta
}

/**
 * Encrypts an account's secret with a key that follows from the server's secret, which isn't in the database. The
 * account is part of it, so that the secret of one account can't be put into another's row.
 */
export function sealTotp(serverSecret: string, sellerId: string, totp: string): string {
  return encrypt(keyFor(serverSecret, 'totp'), JSON.stringify({ sellerId, totp }))
}

/** Decrypts what `sealTotp` returned. Returns undefined if the server's secret or the account is another one. */
export function openTotp(serverSecret: string, sellerId: string, sealed: string): string | undefined {
  try {
    const opened = JSON.parse(decrypt(keyFor(serverSecret, 'totp'), sealed)) as { sellerId: string; totp: string }
    return opened.sellerId === sellerId ? opened.totp : undefined
  } catch {
    return undefined
  }
}
