import { isIPv6 } from 'node:net'

/**
 * Returns the client's network: an IPv4 address, or the /56 of an IPv6 address, as a home is usually given (RFC 6177,
 * RIPE 690). It has 256 networks to choose from, and would otherwise have as many shares. Phones get a /64 each, so
 * some of one carrier share a /56, as they do an IPv4 address behind its NAT.
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
  const [first, second, third, fourth = ''] = [...before, ...zeros, ...after]
  const site = (Number.parseInt(fourth, 16) & 0xff00).toString(16)
  return `${first}:${second}:${third}:${site}::/56`
}

/** Returns the groups of one side of an address's "::", without leading zeros. */
function groupsOf(side: string): string[] {
  return side === '' ? [] : side.split(':').map((group) => Number.parseInt(group, 16).toString(16))
}
