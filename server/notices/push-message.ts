import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto'
import { keyFor } from '../common/encryption.ts'

/*
 * Web Push: messages that only the subscribed browser can read (RFC 8291, over RFC 8188), and the token that they come
 * from the shop (VAPID, RFC 8292).
 */

const curve = 'prime256v1'
/** The order of P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** What a browser's subscription has for encrypting: its public key and its secret, base64url. */
export type PushKeys = { p256dh: string; auth: string }

/** The shop's key pair: the private key, and the public one as an uncompressed point, base64url. */
export type VapidKeys = { privateKey: ReturnType<typeof createPrivateKey>; publicKey: string }

/** Bytes of plain text that push services accept at least: one record of 4,096 with its overhead. */
export const maxMessage = 3993

/**
 * Derives the shop's key pair from the server's secret: it is the same in all processes and after a restore, and is
 * stored nowhere else.
 */
export function vapidKeysOf(secret: string): VapidKeys {
  // Of two keys, so that the remainder's bias is below 2^-128.
  const wide = Buffer.concat(['web push', 'web push 2'].map((purpose) => keyFor(secret, purpose)))
  const scalar = (BigInt(`0x${wide.toString('hex')}`) % (order - 1n)) + 1n
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  return vapidKeysFrom(d)
}

/** Returns the key pair of a private key, 32 bytes. */
export function vapidKeysFrom(d: Buffer): VapidKeys {
  const ecdh = createECDH(curve)
  ecdh.setPrivateKey(d)
  const point = ecdh.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: d.toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  return { privateKey: createPrivateKey({ key: jwk, format: 'jwk' }), publicKey: point.toString('base64url') }
}

/** Returns whether messages can be encrypted with a browser's keys: a point on the curve, and 16 bytes. */
export function isUsable({ p256dh, auth }: PushKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  const secret = Buffer.from(auth, 'base64url')
  if (point.length !== 65 || point[0] !== 4 || secret.length !== 16) return false
  const ecdh = createECDH(curve)
  ecdh.generateKeys()
  try {
    ecdh.computeSecret(point)
    return true
  } catch {
    return false
  }
}

/**
 * Encrypts a message for a browser: the body of the request to its push service, of the content coding aes128gcm.
 * Throws for keys that aren't usable. Tests fix what is random.
 */
export function encryptPush(
  message: string,
  { p256dh, auth }: PushKeys,
  { salt = randomBytes(16), privateKey }: { salt?: Buffer; privateKey?: Buffer } = {},
): Buffer {
  const plain = Buffer.from(message, 'utf8')
  if (plain.length > maxMessage) throw new RangeError('the message is too long to be pushed')
  const sender = createECDH(curve)
  if (privateKey) sender.setPrivateKey(privateKey)
  else sender.generateKeys()
  const theirs = Buffer.from(p256dh, 'base64url')
  const ours = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const shared = hkdf(sender.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const key = hkdf(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = hkdf(shared, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The byte 2 ends the last record, which is the only one.
  const sealed = Buffer.concat([cipher.update(plain), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()])
  const recordSize = Buffer.alloc(4)
  recordSize.writeUInt32BE(4096)
  return Buffer.concat([salt, recordSize, Buffer.of(ours.length), ours, sealed])
}

const hkdf = (key: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Seconds for which a token holds; RFC 8292 allows 24 hours. */
const tokenSeconds = 12 * 3600

/**
 * Returns the Authorization header that proves to a push service who sends.
 * @param origin the push service's
 * @param subject how it reaches the shop: a `https:` or `mailto:` URL
 */
export function vapidHeader(
  { privateKey, publicKey }: VapidKeys,
  { origin, subject, now = new Date() }: { origin: string; subject: string; now?: Date },
): string {
  const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(now.getTime() / 1000) + tokenSeconds
  const signed = `${json({ typ: 'JWT', alg: 'ES256' })}.${json({ aud: origin, exp, sub: subject })}`
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}
