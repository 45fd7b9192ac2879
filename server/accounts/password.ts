import { AsyncLocalStorage } from 'node:async_hooks'
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

const ready = new AsyncLocalStorage<{ password: string; hash: string }>()

/**
 * Hashes a password before doing work that will ask `hashPassword` for it. For work that holds a database connection:
 * standing in line with one in hand, a crowd of newcomers would take them all from the rest of the shop.
 */
export async function withPasswordHashed<T>(password: string, work: () => Promise<T>): Promise<T> {
  return ready.run({ password, hash: await hashPassword(password) }, work)
}

/** Hashes a password, whole and exactly as typed. Refuses `unavailable` when too many wait for theirs. */
export async function hashPassword(password: string): Promise<string> {
  const made = ready.getStore()
  if (made?.password === password) return made.hash
  const salt = randomBytes(16)
  const hash = await inTurn(() => argon(password, salt, memory, passes))
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${text(salt)}$${text(hash)}`
}

const checks = new AsyncLocalStorage<{ hash?: string }>()

/** Does work that checks a password on its way, and gives beside its result the hash that the password was checked against. */
export async function withCheckedHash<T>(work: () => Promise<T>): Promise<{ result: T; hash: string | undefined }> {
  const check: { hash?: string } = {}
  const result = await checks.run(check, work)
  return { result, hash: check.hash }
}

/** Whether a password is the one that was hashed. */
export async function verifyPassword(hashed: string, password: string): Promise<boolean> {
  const check = checks.getStore()
  if (check) check.hash = hashed
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/.exec(hashed)
  if (!parts) return false
  const [, m, t, salt = '', hash = ''] = parts
  const found = await inTurn(() => argon(password, Buffer.from(salt, 'base64'), Number(m), Number(t)))
  return timingSafeEqual(found, Buffer.from(hash, 'base64'))
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

function argon(password: string, salt: Buffer, kibibytes: number, times: number): Promise<Buffer> {
  const message = Buffer.from(password, 'utf8')
  return derive('argon2id', { message, nonce: salt, parallelism: 1, tagLength: 32, memory: kibibytes, passes: times })
}
