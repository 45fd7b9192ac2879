import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { originOf } from '../database/rate-limit.ts'

/** Where a request comes from, as far as its sender can't choose: see `originOf`. */
export type OriginOf = (request: IncomingMessage) => string

/**
 * Gives a function that finds the origin of a request that Fastify hasn't seen yet. It believes the named proxies, and
 * does so by the library by which Fastify finds `request.ip`, so that both agree. While limits per origin are off, every
 * request has the same.
 */
export function originReader({ trustProxy, limits }: { trustProxy: readonly string[]; limits: boolean }): OriginOf {
  if (!limits) return () => 'any'
  if (trustProxy.length === 0) return ({ socket }) => originOf(socket.remoteAddress ?? '')
  const trusts = proxyAddress.compile([...trustProxy])
  return (request) => originOf(proxyAddress(request, trusts) ?? '')
}
