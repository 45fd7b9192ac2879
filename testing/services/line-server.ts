import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/* LINE's Messaging API, for tests: it takes messages as the real one does, and signs events as the real one does. */

/** How the server treats a request: the status of its reply, or `cut` for a cut connection, `silent` for none. */
type Fault = { status: number; body?: object; headers?: Record<string, string> } | 'cut' | 'silent' | 'taken and cut'

export type LinePush = {
  path: string | undefined
  headers: IncomingHttpHeaders
  body: { to: string; messages: { type: string; text: string }[] }
}

/** Returns the id of a group, room or person, as LINE makes them. */
export const lineId = (kind: 'C' | 'R' | 'U' = 'C') => `${kind}${randomBytes(16).toString('hex')}`

/** Returns the signature of a body, as LINE's documentation has it. */
export const lineSignature = (body: string, channelSecret: string) =>
  createHmac('sha256', channelSecret).update(body).digest('base64')

/**
 * Opens a server with LINE's API. It refuses other tokens than `token` and other recipients than those in `groups`,
 * keeps accepted messages in `messages`, and accepts each retry key once. `faults` are the replies to the next requests
 * instead.
 */
export async function lineServer(token: string) {
  const requests: LinePush[] = []
  const messages: { to: string; text: string }[] = []
  const groups = new Map<string, string>()
  const faults: Fault[] = []
  const taken = new Set<string>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { url, headers, method } = request
      const text = Buffer.concat(parts).toString('utf8')
      const body = text ? JSON.parse(text) : undefined
      requests.push({ path: url, headers, body })
      const reply = (status: number, content: object, more: Record<string, string> = {}) =>
        response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(content))
      const fault = faults.shift()
      if (fault === 'cut') return void request.socket.destroy()
      if (fault === 'silent') return
      if (typeof fault === 'object') return void reply(fault.status, fault.body ?? {}, fault.headers)
      if (headers.authorization !== `Bearer ${token}`)
        return void reply(401, { message: 'Authentication failed. Confirm that the access token is valid.' })
      const [, id = ''] = /^\/v2\/bot\/group\/(\w+)\/summary$/.exec(url ?? '') ?? []
      if (method === 'GET')
        return void (groups.has(id)
          ? reply(200, { groupId: id, groupName: groups.get(id) })
          : reply(404, { message: 'Not found' }))
      if (method !== 'POST' || url !== '/v2/bot/message/push') return void reply(404, { message: 'Not found' })
      if (!groups.has(body.to)) return void reply(400, { message: 'Failed to send messages' })
      const key = String(headers['x-line-retry-key'])
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key))
        return void reply(400, { message: 'The retry key is invalid' })
      if (taken.has(key))
        return void reply(409, { message: 'The retry key is already accepted' }, { 'x-line-accepted-request-id': 'x' })
      taken.add(key)
      for (const message of body.messages) messages.push({ to: body.to, text: message.text })
      if (fault === 'taken and cut') return void request.socket.destroy()
      reply(200, { sentMessages: [{ id: '461230966842064897' }] })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    messages,
    groups,
    faults,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
