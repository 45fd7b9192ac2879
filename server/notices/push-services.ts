import { lookup as lookUp } from 'node:dns'
import type { ClientRequest, RequestOptions } from 'node:http'
import { request } from 'node:https'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

/*
 * To which servers the shop sends notices. A browser names the address of its push service, and could name any: the
 * shop's own network must not be reachable that way.
 */

/** The hosts of the browsers' push services; those that begin with a dot have names of their own before it. */
const hosts = [
  // Chrome, Edge on Android, Samsung Internet, Opera, Brave.
  'fcm.googleapis.com',
  // Firefox.
  'updates.push.services.mozilla.com',
  // Safari.
  '.push.apple.com',
  // Edge on Windows.
  '.notify.windows.com',
]

/** Returns whether an endpoint is one of a known push service, by https on its usual port. */
export function isPushEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return hosts.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host))
}

const reserved = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['2001:db8::', 32],
  // They carry IPv4 addresses.
  ['2001::', 32],
  ['2002::', 16],
] as const)
  reserved.addSubnet(network, bits, 'ipv6')
/** The IPv6 addresses that are in use on the public internet. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** Returns whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return global6.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
  return !reserved.check(address, 'ipv4')
}

/**
 * Looks a host up as Node does, and fails unless all of its addresses are public. Connections are made to what it
 * returns.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    const inside = error ? undefined : addresses.find(({ address }) => !isPublicAddress(address))
    const first = addresses?.[0]
    if (error || inside || !first) callback(error ?? new Error(`${hostname} has an address that isn't public`), '', 0)
    else if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

/** The push services to which notices are sent. */
export type PushServices = {
  /** Returns whether an endpoint is one of them. */
  isEndpoint: (endpoint: string) => boolean
  /** Sends a request to one of them, as `https.request` does. */
  request: (url: URL, options: RequestOptions) => ClientRequest
}

/** Those of the browsers, by public addresses only. */
export const browserPushServices: PushServices = {
  isEndpoint: isPushEndpoint,
  request: (url, options) => request(url, { ...options, lookup: publicLookup }),
}
