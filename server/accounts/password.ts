import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import commonPasswords from 'fxa-common-password-list'
import { refuseUnless } from '../common/refusal.ts'
import { inTurn } from './slow-hashes.ts'

/*
 * Argon2id with 19 MiB, two passes, one lane: the smallest setting of OWASP's password storage cheat sheet. Node
 * brings it; a hash says with which numbers it was made, so they can be raised later.
 */
const memory = 19_456
const passes = 2
const derive = promisify(argon2)

/** Hashes a password, whole and exactly as typed. Refuses `unavailable` when too many wait for theirs. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return hashText(salt, await inTurn(() => argon(password, salt, memory, passes)))
}

/**
 * Whether a password is the one that was hashed. Without a hash the same work is done and the answer is no, so that the
 * time of an answer doesn't tell whether an account exists. Refuses `unavailable` when too many wait for their hashes.
 */
export async function verifyPassword(hashed: string | undefined, password: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/.exec(hashed ?? dummyHash)
  if (!parts) return false
  const [, m, t, salt = '', hash = ''] = parts
  const found = await inTurn(() => argon(password, Buffer.from(salt, 'base64'), Number(m), Number(t)))
  return timingSafeEqual(found, Buffer.from(hash, 'base64')) && hashed !== undefined
}

/** Whether a password is among those that guessers try first: of the list, or one of the account's own words. */
export function isCommonPassword(password: string, ...alsoCommon: string[]): boolean {
  const plain = password.toLowerCase()
  return commonPasswords.test(plain) || alsoCommon.some((word) => word.toLowerCase() === plain)
}

/** Refuses common passwords. Any other composition is fine. */
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
