import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { dictionary } from '@zxcvbn-ts/language-common'
import { refuseUnless } from '../common/refusal.ts'
import { type HashClient, queueHash } from './slow-hashes.ts'

/*
 * Argon2id with 19 MiB, two passes, one lane: the minimum of OWASP's password storage cheat sheet. Node has it built
 * in. A hash contains its parameters, so they can be raised later.
 */
const memory = 19_456
const passes = 2
const derive = promisify(argon2)

const commonPasswords = new Set(dictionary['passwords-common'])

/**
 * Hashes a password, untruncated and exactly as typed, in its client's turn (`queueHash`). Throws `unavailable` if the
 * queue of hashes is full.
 */
export async function hashPassword(password: string, client: HashClient): Promise<string> {
  const salt = randomBytes(16)
  return hashText(salt, await queueHash(client, () => argon(password, salt, memory, passes)))
}

/**
 * Returns whether a password matches a hash, in its client's turn (`queueHash`). Without a hash it does the same work
 * and returns false, so that the response time doesn't reveal whether an account exists. Throws `unavailable` if the
 * queue of hashes is full.
 */
export async function verifyPassword(
  hashed: string | undefined,
  password: string,
  client: HashClient,
): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/.exec(hashed ?? dummyHash)
  if (!parts) return false
  const [, m, t, salt = '', hash = ''] = parts
  const found = await queueHash(client, () => argon(password, Buffer.from(salt, 'base64'), Number(m), Number(t)))
  return timingSafeEqual(found, Buffer.from(hash, 'base64')) && hashed !== undefined
}

/** Returns whether a password is easily guessed: on the list of common passwords, or one of the account's own words. */
export function isCommonPassword(password: string, ...alsoCommon: string[]): boolean {
  const plain = password.toLowerCase()
  return commonPasswords.has(plain) || alsoCommon.some((word) => word.toLowerCase() === plain)
}

/** Throws `password_common` for common passwords. There are no rules of composition. */
export function refuseCommonPassword(password: string, field: string, ...alsoCommon: string[]): void {
  refuseUnless(!isCommonPassword(password, ...alsoCommon), 'password_common', { fields: { [field]: 'common' } })
}

const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const hashText = (salt: Buffer, hash: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=1$${text(salt)}$${text(hash)}`

const dummyHash = hashText(Buffer.alloc(16), Buffer.alloc(32))

function argon(password: string, salt: Buffer, kibibytes: number, times: number): Promise<Buffer> {
  const message = Buffer.from(password, 'utf8')
  return derive('argon2id', { message, nonce: salt, parallelism: 1, tagLength: 32, memory: kibibytes, passes: times })
}
