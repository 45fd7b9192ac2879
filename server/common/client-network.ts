import { isIPv6 } from 'node:net'

/**
 * Returns the client's network: an IPv4 address, or the /64 of an IPv6 address, the part that the client can't choose.
 * A single home has 2^64 IPv6 addresses, and would otherwise have as many counters.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(ip)) return ip
  // The last two groups may be written as an IPv4 address, and a zone may follow; neither is part of the network.
  const [written = ''] = ip.split('%')
  const address = written.includes('.') ? `${written.slice(0, written.lastIndexOf(':'))}:0:0` : written
  const [before = [], after = []] = address.split('::').map(groupsOf)
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}

/** Returns the groups of one side of an address's "::", without leading zeros. */
function groupsOf(side: string): string[] {
  return side === '' ? [] : side.split(':').map((group) => Number.parseInt(group, 16).toString(16))
}
