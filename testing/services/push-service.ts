import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isPushEndpoint, type PushServices } from '../../server/notices/push-services.ts'

/* A browser's push service and the browser behind it, for tests. */

/** A browser that has subscribed: its subscription, and a function that reads a message to it. */
export function pushBrowser() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
    decrypt: (body: Buffer) => decryptPush(body, { ecdh, auth }),
  }
}

/**
 * Decrypts a body of the content coding aes128gcm as a browser does, by RFC 8291. Throws if it isn't for this browser.
 */
export function decryptPush(body: Buffer, { ecdh, auth }: { ecdh: ECDH; auth: Buffer }): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  if (sealed.length > body.readUInt32BE(16)) throw new RangeError('the record is longer than it says')
  const hkdf = (key: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const shared = hkdf(ecdh.computeSecret(sender), auth, info, 32)
  const key = hkdf(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 })
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the record has no end')
  return padded.subarray(0, end).toString('utf8')
}

export type PushedMessage = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** Opens a push service that keeps its requests, and answers with the statuses of `replies`, then with 201. */
export async function pushService() {
  const pushed: PushedMessage[] = []
  const replies: { status: number; headers?: Record<string, string> }[] = []
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      pushed.push({ path: incoming.url ?? '', headers: incoming.headers, body: Buffer.concat(parts) })
      const { status, headers } = replies.shift() ?? { status: 201 }
      response.writeHead(status, headers).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Push services have https; `request` sends it without.
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const services: PushServices = {
    isEndpoint: (endpoint) =>
      isPushEndpoint(endpoint) || (URL.canParse(endpoint) && new URL(endpoint).origin === origin),
    request: (url, options) => request(new URL(url.href.replace('https:', 'http:')), options),
  }
  return {
    origin,
    services,
    pushed,
    replies,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
