import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import { networkOf } from './client-network.ts'

/** Returns the client address of a request: an IPv4 address, or for IPv6 the client network, see `networkOf`. */
export type ClientAddressOf = (request: IncomingMessage) => string

/** Returns the client address of a request at which orders and holds count; undefined with limits off. */
export type LimitedAddressOf = (request: IncomingMessage) => string | undefined

/** Returns the IP address of a request's client; undefined once its connection is closed. */
export type ClientIpOf = (request: IncomingMessage) => string | undefined

declare module 'fastify' {
  interface FastifyRequest {
    /** Used instead of `ip`, which is whatever text a proxy has sent. */
    clientIp: string | undefined
  }
}

/** Returns the client address of a request, also with limits off: see `ClientAddressOf`. */
export const addressOf = ({ clientIp }: { clientIp: string | undefined }): string => networkOf(clientIp ?? '')

/**
 * Returns a function that finds the nearest address of a raw request that isn't a trusted proxy's, by its connection
 * and then `X-Forwarded-For` from right to left. A port is removed, as each connection has another one. An entry that
 * is no address, such as `unknown`, ends the search: the client is then the proxy that sent it.
 */
export function clientIpReader(trustProxy: readonly string[]): ClientIpOf {
  if (trustProxy.length === 0) return ({ socket }) => socket.remoteAddress
  const trusts = proxyAddress.compile([...trustProxy])
  return ({ socket, headers }) => {
    let found = socket.remoteAddress
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
    while (found !== undefined && forwarded.length > 0 && trusts(found, 0)) {
      const next = withoutPort(forwarded.pop()?.trim() ?? '')
      if (isIP(next) === 0) break
      found = next
    }
    return found
  }
}

const ownNetworks = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  ownNetworks.addSubnet(network, bits, 'ipv4')
ownNetworks.addAddress('::1', 'ipv6')
ownNetworks.addSubnet('fc00::', 7, 'ipv6')

/**
 * Returns the address of the proxy that a request came from, if it isn't trusted: one of this machine or of a private
 * network that names its client, whose name isn't trusted. The shop's visitors then count as one client.
 */
export function unnamedProxyOf({
  raw: { socket, headers },
  clientIp,
}: Pick<FastifyRequest, 'clientIp'> & { raw: Pick<IncomingMessage, 'socket' | 'headers'> }): string | undefined {
  const peer = socket.remoteAddress ?? ''
  if (!headers['x-forwarded-for'] || clientIp !== peer) return undefined
  return ownNetworks.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4') ? peer : undefined
}

/** Returns the address of `a.b.c.d:port`, `[v6]` and `[v6]:port`; any other text as it is. */
const withoutPort = (entry: string): string => entry.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')

/** Returns a function that finds the client address of a raw request. With limits off, all have the same one. */
export function clientAddressReader({
  trustProxy,
  limits,
}: {
  trustProxy: readonly string[]
  limits: boolean
}): ClientAddressOf {
  if (!limits) return () => 'any'
  const clientIpOf = clientIpReader(trustProxy)
  return (request) => networkOf(clientIpOf(request) ?? '')
}
