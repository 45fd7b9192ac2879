import { createECDH, createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptPush, pushBrowser } from '../../testing/push-service.ts'
import { encryptPush, isUsable, maxMessage, vapidHeader, vapidKeysFrom, vapidKeysOf } from './push-message.ts'

// RFC 8291, section 5 and appendix A.
const example = {
  plain: 'When I grow up, I want to be a watermelon',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  receiverPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}
const bytes = (text: string) => Buffer.from(text, 'base64url')

test('encrypts the example of RFC 8291 to its bytes', () => {
  const body = encryptPush(example.plain, example, {
    salt: bytes(example.salt),
    privateKey: bytes(example.senderPrivate),
  })
  expect(body.toString('base64url')).toBe(example.body)
})

test('the tests’ browser decrypts the example of RFC 8291', () => {
  const receiver = createECDH('prime256v1')
  receiver.setPrivateKey(bytes(example.receiverPrivate))
  expect(receiver.getPublicKey('base64url')).toBe(example.p256dh)
  expect(decryptPush(bytes(example.body), { ecdh: receiver, auth: bytes(example.auth) })).toBe(example.plain)
})

test('a browser reads what was encrypted for it, each time other bytes, and no other browser does', () => {
  const [one, other] = [pushBrowser(), pushBrowser()]
  const text = `ออเดอร์ใหม่ ${'x'.repeat(200)}`
  const [first, second] = [encryptPush(text, one.keys), encryptPush(text, one.keys)]
  expect([one.decrypt(first), one.decrypt(second)]).toEqual([text, text])
  expect(first.equals(second)).toBe(false)
  expect(() => other.decrypt(first)).toThrow('Unsupported state or unable to authenticate data')
})

test('the longest message fits into the 4,096 bytes that every push service takes', () => {
  const { keys, decrypt } = pushBrowser()
  const body = encryptPush('x'.repeat(maxMessage), keys)
  expect(body.length).toBeLessThanOrEqual(4096)
  expect(decrypt(body)).toHaveLength(maxMessage)
  expect(() => encryptPush('x'.repeat(maxMessage + 1), keys)).toThrow(RangeError)
})

test('knows keys that are no point of the curve, or too short', () => {
  const { keys } = pushBrowser()
  expect(isUsable(keys)).toBe(true)
  const point = bytes(keys.p256dh)
  point[40] = (point[40] ?? 0) ^ 1
  for (const wrong of [
    { ...keys, p256dh: point.toString('base64url') },
    { ...keys, p256dh: bytes(keys.p256dh).fill(0, 1).toString('base64url') },
    { ...keys, p256dh: bytes(keys.p256dh).subarray(0, 64).toString('base64url') },
    { ...keys, auth: Buffer.alloc(15).toString('base64url') },
  ])
    expect(isUsable(wrong)).toBe(false)
})

/** Returns what a header claims, if its signature is that of its key. */
function claimsOf(header: string): Record<string, unknown> {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(header) ?? []
  const point = bytes(key)
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  expect(JSON.parse(bytes(head).toString())).toEqual({ typ: 'JWT', alg: 'ES256' })
  const holds = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    bytes(signature),
  )
  expect(holds).toBe(true)
  return JSON.parse(bytes(claims).toString())
}

test('reads the example of RFC 8292 as signed, and its own tokens too', () => {
  const theirs =
    'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'
  expect(claimsOf(theirs)).toMatchObject({ aud: 'https://push.example.net', exp: 1453523768 })
  const keys = vapidKeysOf('a secret of at least thirty-two characters')
  const now = new Date('2026-11-23T02:00:00Z')
  const header = vapidHeader(keys, { origin: 'https://push.example.net', subject: 'mailto:push@example.com', now })
  expect(claimsOf(header)).toEqual({
    aud: 'https://push.example.net',
    exp: now.getTime() / 1000 + 12 * 3600,
    sub: 'mailto:push@example.com',
  })
})

test('the key pair follows from the secret alone', () => {
  const [one, again, other] = ['a', 'a', 'b'].map((letter) => vapidKeysOf(letter.repeat(40)).publicKey)
  expect(one).toBe(again)
  expect(one).not.toBe(other)
  expect(isUsable({ p256dh: one ?? '', auth: Buffer.alloc(16).toString('base64url') })).toBe(true)
  expect(vapidKeysFrom(bytes(example.senderPrivate)).publicKey).toBe(
    'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  )
})
