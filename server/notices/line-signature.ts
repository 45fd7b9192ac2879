import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Returns whether LINE signed a body: `signature` is base64 of the HMAC-SHA256 of the raw body, by the channel's
 * secret.
 * @see https://developers.line.biz/en/docs/messaging-api/verify-webhook-signature/
 */
export function isSignedByLine(body: Buffer, signature: string, channelSecret: string): boolean {
  // Compared as text: several texts decode to the same bytes.
  const expected = Buffer.from(createHmac('sha256', channelSecret).update(body).digest('base64'))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
