import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { originOf } from '../database/rate-limit.ts'

/** Returns where a request comes from, as far as its sender can't choose it: see `originOf`. */
export type OriginOf = (request: IncomingMessage) => string

/**
 * Returns a function that finds the origin of a raw request. It trusts the named proxies by the library that Fastify
 * uses for `request.ip`, so that both agree. With limits off, all requests have the same origin.
 */
export function originReader({ trustProxy, limits }: { trustProxy: readonly string[]; limits: boolean }): OriginOf {
  if (!limits) return () => 'any'
  if (trustProxy.length === 0) return ({ socket }) => originOf(socket.remoteAddress ?? '')
  const trusts = proxyAddress.compile([...trustProxy])
  return (request) => originOf(proxyAddress(request, trusts) ?? '')
}
