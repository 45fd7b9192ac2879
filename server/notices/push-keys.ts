import { createECDH } from 'node:crypto'
import { encryptNotification } from '@block65/webcrypto-web-push'
import { keyFor } from '../common/encryption.ts'

/*
 * The keys of Web Push: a browser's, for which messages are encrypted (RFC 8291), and the shop's, which signs that they
 * come from it (VAPID, RFC 8292).
 */

/** The order of the curve P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** What a browser's subscription has for encrypting: its public key and its secret, base64url. */
export type PushKeys = { p256dh: string; auth: string }

/** The shop's key pair, base64url: the private key, and the public one as an uncompressed point. */
export type VapidKeys = { privateKey: string; publicKey: string }

/**
 * Derives the shop's key pair from the server's secret: it is the same in all processes and after a restore, and is
 * stored nowhere else.
 */
export function vapidKeysOf(secret: string): VapidKeys {
  // Of two keys, so that the remainder's bias is below 2^-128.
  const wide = Buffer.concat(['web push', 'web push 2'].map((purpose) => keyFor(secret, purpose)))
  const scalar = (BigInt(`0x${wide.toString('hex')}`) % (order - 1n)) + 1n
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(scalar.toString(16).padStart(64, '0'), 'hex')
  return { privateKey: ecdh.getPrivateKey('base64url'), publicKey: ecdh.getPublicKey('base64url') }
}

/** Returns whether messages can be encrypted with a browser's keys: a point on the curve, and 16 bytes. */
export const isUsable = ({ p256dh, auth }: PushKeys): Promise<boolean> =>
  encryptNotification({ endpoint: '', expirationTime: null, keys: { p256dh, auth } }, new Uint8Array()).then(
    () => true,
    () => false,
  )
