import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { networkOf } from '../common/client-network.ts'

/** Returns the client address of a request: an IPv4 address, or for IPv6 the client network, see `networkOf`. */
export type ClientAddressOf = (request: IncomingMessage) => string

/** Returns the client address of a request at which orders and holds count; undefined with limits off. */
export type LimitedAddressOf = (request: IncomingMessage) => string | undefined

/**
 * Returns a function that finds the client address of a raw request. It trusts the named proxies by the library that
 * Fastify uses for `request.ip`, so that both agree. With limits off, all requests have the same client address.
 */
export function clientAddressReader({
  trustProxy,
  limits,
}: {
  trustProxy: readonly string[]
  limits: boolean
}): ClientAddressOf {
  if (!limits) return () => 'any'
  if (trustProxy.length === 0) return ({ socket }) => networkOf(socket.remoteAddress ?? '')
  const trusts = proxyAddress.compile([...trustProxy])
  return (request) => networkOf(proxyAddress(request, trusts) ?? '')
}
