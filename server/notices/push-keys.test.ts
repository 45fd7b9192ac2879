import { createPublicKey, verify } from 'node:crypto'
import { buildPushPayload } from '@block65/webcrypto-web-push'
import { expect, test } from 'vitest'
import { pushBrowser } from '../../testing/services/push-service.ts'
import { isUsable, vapidKeysOf } from './push-keys.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('knows keys that are no point of the curve, or too short', async () => {
  const { keys } = pushBrowser()
  expect(await isUsable(keys)).toBe(true)
  const point = bytes(keys.p256dh)
  point[40] = (point[40] ?? 0) ^ 1
  for (const wrong of [
    { ...keys, p256dh: point.toString('base64url') },
    { ...keys, p256dh: bytes(keys.p256dh).fill(0, 1).toString('base64url') },
    { ...keys, p256dh: bytes(keys.p256dh).subarray(0, 64).toString('base64url') },
    { ...keys, p256dh: 'no base64!' },
    { ...keys, auth: Buffer.alloc(15).toString('base64url') },
  ])
    expect(await isUsable(wrong)).toBe(false)
})

test('the key pair follows from the secret alone', async () => {
  const [one, again, other] = ['a', 'a', 'b'].map((letter) => vapidKeysOf(letter.repeat(40)))
  expect(one).toEqual(again)
  expect(one?.publicKey).not.toBe(other?.publicKey)
  // As devices that subscribed before know it.
  expect(one?.publicKey).toBe('BJLUtXIG6IFN7ld6_mlsRo4yox-SydHhYFFsJEo94u8fBxL2uKhSPpHLSkVjCYUzcB9ZaRRfZWQQb6QJtUW_Rk4')
  expect(await isUsable({ p256dh: one?.publicKey ?? '', auth: Buffer.alloc(16).toString('base64url') })).toBe(true)
})

test('the shop’s key signs who sends, and a browser reads what was encrypted for it', async () => {
  const { keys, decrypt } = pushBrowser()
  const vapid = { ...vapidKeysOf('a secret of at least thirty-two characters'), subject: 'mailto:push@example.com' }
  const subscription = { endpoint: 'https://push.example.net/send/1', expirationTime: null, keys }
  const text = `ออเดอร์ใหม่ ${'x'.repeat(200)}`
  const { headers, body } = await buildPushPayload({ data: text }, subscription, vapid)
  expect(decrypt(Buffer.from(body))).toBe(text)
  expect(body.byteLength).toBeLessThanOrEqual(4096)
  const { head, claims, signature, key } =
    /^vapid t=(?<head>[\w-]+)\.(?<claims>[\w-]+)\.(?<signature>[\w-]+), k=(?<key>[\w-]+)$/.exec(headers.authorization)
      ?.groups ?? {}
  expect(key).toBe(vapid.publicKey)
  const point = bytes(key ?? '')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  expect(verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes(signature ?? ''))).toBe(true)
  expect(JSON.parse(bytes(claims ?? '').toString())).toMatchObject({
    aud: 'https://push.example.net',
    sub: 'mailto:push@example.com',
  })
})
