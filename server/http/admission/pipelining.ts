import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ClientAddressOf } from '../request/client-address.ts'

/*
 * HTTP/1.1 lets a client send more requests before it has the reply (pipelining). Browsers and proxies don't. Node
 * reads all requests of a packet at once, more than a thousand of them, before it serves anyone else.
 */

/** Requests that one connection may have in progress. */
const maxInProgress = 8

/** Milliseconds for which an address that exceeded them can't open another connection. */
const blockPeriod = 10_000

/** Addresses that are remembered; more than that at once are no single attacker. */
const maxBlocked = 1000

/**
 * Limits the requests that a connection has in progress. Returns a function that counts a request until its reply is
 * closed; it returns false and closes the connection if there are too many, and the caller then ignores the request.
 * Behind a trusted proxy the address belongs to many clients and isn't blocked.
 */
export function limitPipelining(server: Server, clientAddressOf: ClientAddressOf) {
  const inProgress = new WeakMap<Socket, number>()
  const blockedUntil = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const until = blockedUntil.get(socket.remoteAddress ?? '')
    if (until !== undefined && performance.now() < until) socket.destroy()
  })

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { socket } = request
    // The rest of a packet whose connection was closed.
    if (socket.destroyed) return false
    const count = inProgress.get(socket) ?? 0
    if (count < maxInProgress) {
      inProgress.set(socket, count + 1)
      response.once('close', () => inProgress.set(socket, (inProgress.get(socket) ?? 1) - 1))
      return true
    }
    const address = socket.remoteAddress ?? ''
    if (clientAddressOf(request) === clientAddressOf({ socket, headers: {} } as IncomingMessage)) {
      if (blockedUntil.size >= maxBlocked) blockedUntil.clear()
      blockedUntil.set(address, performance.now() + blockPeriod)
    }
    socket.destroy()
    return false
  }
}
