import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/*
 * HTTP/1.1 lets a client send more requests before it has the reply (pipelining). Browsers and proxies don't. Node
 * reads all requests of a packet at once, more than a thousand of them, before it serves anyone else.
 */

/** Requests that one connection may have in progress. */
const maxInProgress = 8

const inProgress = new WeakMap<Socket, number>()

/**
 * Counts a request of its connection until its reply is closed. Returns false and closes the connection if there are
 * too many, and the caller then ignores the request.
 */
export function admitPipelined({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // The rest of a packet whose connection was closed.
  if (socket.destroyed) return false
  const count = inProgress.get(socket) ?? 0
  if (count >= maxInProgress) {
    socket.destroy()
    return false
  }
  inProgress.set(socket, count + 1)
  response.once('close', () => inProgress.set(socket, (inProgress.get(socket) ?? 1) - 1))
  return true
}
