import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'
import { keyFor } from '../common/encryption.ts'
import { isId } from '../common/ids.ts'

/*
 * The token of an order's tracking link, which needs no sign-in: the order's id and a signature of the shop, 128 bits
 * of an HMAC-SHA-256. The order's steps decide when it expires.
 */

const signatureBytes = 16

/** Returns the path of an order's tracking page. */
export function trackPath(secret: string, orderId: string): string {
  return `/track/${trackToken(secret, orderId)}`
}

/** Returns the id of the order of a token; undefined if the shop hasn't signed it. */
export function orderOfToken(secret: string, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 16 + signatureBytes) return undefined
  const orderId = stringifyId(bytes.subarray(0, 16))
  if (orderId === undefined) return undefined
  const given = Buffer.from(token)
  const right = Buffer.from(trackToken(secret, orderId))
  return given.length === right.length && timingSafeEqual(given, right) ? orderId : undefined
}

function trackToken(secret: string, orderId: string): string {
  const id = Buffer.from(parse(orderId))
  const signature = createHmac('sha256', keyFor(secret, 'track')).update(id).digest().subarray(0, signatureBytes)
  return Buffer.concat([id, signature]).toString('base64url')
}

function stringifyId(bytes: Buffer): string | undefined {
  try {
    const id = stringify(bytes)
    return isId(id) ? id : undefined
  } catch {
    return undefined
  }
}
