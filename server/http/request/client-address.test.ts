import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { clientAddressReader, clientIpReader, unnamedProxyOf } from './client-address.ts'

const from = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

describe('the client address of a request', () => {
  test('without a trusted proxy is its connection’s, whatever its headers', () => {
    const clientAddressOf = clientAddressReader({ trustProxy: [], limits: true })
    expect(clientAddressOf(from('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9')
    expect(clientAddressOf(from('::ffff:203.0.113.9'))).toBe('203.0.113.9')
    expect(clientAddressOf(from('2001:db8:1:2:3::4'))).toBe('2001:db8:1:0::/56')
    expect(clientAddressOf(from(undefined))).toBe('')
  })

  test('behind trusted proxies is the nearest address that isn’t one of them', () => {
    const clientAddressOf = clientAddressReader({ trustProxy: ['10.0.0.0/8', 'loopback'], limits: true })
    expect(clientAddressOf(from('127.0.0.1', '198.51.100.1, 203.0.113.9, 10.1.2.3'))).toBe('203.0.113.9')
    expect(clientAddressOf(from('127.0.0.1', '2001:db8:1:2:3::4'))).toBe('2001:db8:1:0::/56')
    expect(clientAddressOf(from('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9')
    expect(clientAddressOf(from('127.0.0.1'))).toBe('127.0.0.1')
    expect(clientAddressOf(from('127.0.0.1', ''))).toBe('127.0.0.1')
    expect(clientAddressOf(from(undefined, '203.0.113.9'))).toBe('')
  })

  test('has no port, of which each connection has another', () => {
    const clientAddressOf = clientAddressReader({ trustProxy: ['10.0.0.0/8', 'loopback'], limits: true })
    expect(clientAddressOf(from('127.0.0.1', '203.0.113.9:1234'))).toBe('203.0.113.9')
    expect(clientAddressOf(from('127.0.0.1', '[2001:db8:1:2:3::4]:1234'))).toBe('2001:db8:1:0::/56')
    expect(clientAddressOf(from('127.0.0.1', '[2001:db8:1:2:3::4]'))).toBe('2001:db8:1:0::/56')
    expect(clientAddressOf(from('127.0.0.1', '198.51.100.1, 203.0.113.9:1234, 10.1.2.3:80'))).toBe('203.0.113.9')
  })

  test('is the proxy’s if the proxy sent no address', () => {
    const clientAddressOf = clientAddressReader({ trustProxy: ['10.0.0.0/8', 'loopback'], limits: true })
    for (const sent of ['nonsense', 'unknown', '999.1.1.1', '203.0.113.9:x', '[203.0.113.9', '203.0.113.9, unknown'])
      expect(clientAddressOf(from('127.0.0.1', sent))).toBe('127.0.0.1')
    expect(clientAddressOf(from('127.0.0.1', 'unknown, 10.1.2.3'))).toBe('10.1.2.3')
  })

  test('is the same for all while limits are off', () => {
    const clientAddressOf = clientAddressReader({ trustProxy: [], limits: false })
    expect(clientAddressOf(from('203.0.113.9'))).toBe(clientAddressOf(from('203.0.113.10')))
  })
})

describe('a proxy that isn’t named', () => {
  const unnamed = (raw: IncomingMessage, trustProxy: string[] = []) =>
    unnamedProxyOf({ raw, clientIp: clientIpReader(trustProxy)(raw) })

  test.each(['127.0.0.1', '::1', '10.1.2.3', '172.20.0.2', '192.168.1.1', 'fd00::2', '::ffff:127.0.0.1'])(
    'is %s if it names its client',
    (peer) => {
      expect(unnamed(from(peer, '198.51.100.1'))).toBe(peer)
      expect(unnamed(from(peer))).toBeUndefined()
      expect(unnamed(from(peer, ''))).toBeUndefined()
    },
  )

  test.each(['203.0.113.9', '2001:db8::1', '172.32.0.1', ''])(
    'isn’t %j, a stranger who makes the header up',
    (peer) => {
      expect(unnamed(from(peer, '198.51.100.1'))).toBeUndefined()
    },
  )

  test('isn’t one that is trusted, also if its client is on the private network', () => {
    expect(unnamed(from('127.0.0.1', '198.51.100.1'), ['loopback'])).toBeUndefined()
    expect(unnamed(from('127.0.0.1', '192.168.1.7'), ['loopback'])).toBeUndefined()
  })
})
