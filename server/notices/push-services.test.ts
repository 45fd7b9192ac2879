import { once } from 'node:events'
import { request } from 'node:https'
import { expect, test } from 'vitest'
import { isPublicAddress, isPushEndpoint, publicLookup } from './push-services.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://web.push.apple.com/QABC',
  'https://wns2-par02p.notify.windows.com/w/?token=BQ',
])('knows %s', (endpoint) => {
  expect(isPushEndpoint(endpoint)).toBe(true)
})

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://user:pass@fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com@evil.example/',
  'https://fcm.googleapis.com.evil.example/',
  'https://evilfcm.googleapis.com/',
  'https://evilpush.apple.com/',
  'https://push.apple.com/',
  'https://fcm.googleapis.com./',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/',
  'file:///etc/passwd',
  'fcm.googleapis.com',
  '',
])('refuses %j', (endpoint) => {
  expect(isPushEndpoint(endpoint)).toBe(false)
})

test('tells public addresses from those of private networks', () => {
  for (const address of ['8.8.8.8', '142.250.199.10', '2404:6800:4001::200a'])
    expect(isPublicAddress(address)).toBe(true)
  for (const address of [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2002:a00:1::',
  ])
    expect(isPublicAddress(address), address).toBe(false)
})

test('connects to no name that leads to this machine', async () => {
  const asked = request('https://localhost:9/', { lookup: publicLookup, method: 'POST' })
  asked.end()
  const [error] = (await once(asked, 'error')) as [Error]
  expect(error.message).toBe("localhost has an address that isn't public")
})
