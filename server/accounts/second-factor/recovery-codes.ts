import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { recoveryCode } from '../../../contract/staff/recovery-code.ts'
import { type HashClient, ownAccount, queueHash } from '../slow-hashes.ts'

/*
 * Recovery codes: each replaces the second factor once. They have 60 random bits, so they can't be guessed, and are
 * hashed without the server's secret: they work after a restore with another secret, when the app's codes don't.
 */

const derive = promisify<string, string, number, Buffer>(scrypt)

/** Returns new codes, for their owner to write down, with their salt and hashes. */
export async function newRecoveryCodes(email: string): Promise<{ codes: string[]; salt: string; hashes: string[] }> {
  const codes = Array.from({ length: recoveryCode.count }, newCode)
  const salt = randomBytes(16).toString('base64url')
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(ownAccount(email), code, salt)))
  return { codes, salt, hashes }
}

/** Returns the slow hash of a code, however it was typed. Throws `unavailable` if the queue of hashes is full. */
export async function hashRecoveryCode(client: HashClient, typed: string, salt: string): Promise<string> {
  const hash = await queueHash(client, () => derive(recoveryCode.plain(typed), salt, 32))
  return hash.toString('base64url')
}

/** 32 characters, so that each takes five bits of a random byte. */
function newCode(): string {
  const text = Array.from(randomBytes(recoveryCode.length), (byte) => recoveryCode.alphabet[byte % 32]).join('')
  return text.match(/.{4}/g)?.join('-') ?? text
}
