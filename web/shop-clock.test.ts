import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteShopTime, shopNow } from './shop-clock.ts'

const now = Date.parse('2026-03-02T09:00:00.000Z')
const reply = (date: string, cache = 'no-store') => new Headers({ date, 'cache-control': cache })

beforeEach(() => {
  vi.useFakeTimers({ now })
})
afterEach(() => {
  noteShopTime(reply(new Date().toUTCString()))
  vi.useRealTimers()
})

test.each([
  ['an hour behind', 'Mon, 02 Mar 2026 10:00:00 GMT', '2026-03-02T10:00:00.000Z'],
  ['a day ahead', 'Sun, 01 Mar 2026 09:00:00 GMT', '2026-03-01T09:00:00.000Z'],
  ['two minutes behind', 'Mon, 02 Mar 2026 09:02:00 GMT', '2026-03-02T09:00:00.000Z'],
  ['more than two minutes behind', 'Mon, 02 Mar 2026 09:02:01 GMT', '2026-03-02T09:02:01.000Z'],
])('the time of a clock that is %s', (_, date, expected) => {
  noteShopTime(reply(date))
  expect(new Date(shopNow()).toISOString()).toBe(expected)
})

test('the shop’s time goes on with the browser’s, until the browser’s is right again', () => {
  noteShopTime(reply('Mon, 02 Mar 2026 10:00:00 GMT'))
  vi.setSystemTime(now + 5000)
  expect(shopNow()).toBe(now + 3_605_000)
  noteShopTime(reply('Mon, 02 Mar 2026 09:00:05 GMT'))
  expect(shopNow()).toBe(now + 5000)
})

test('replies that a cache may have kept, or that have no date, tell nothing', () => {
  for (const headers of [
    reply('Mon, 02 Mar 2026 10:00:00 GMT', 'public, max-age=3600'),
    new Headers({ date: 'Mon, 02 Mar 2026 10:00:00 GMT' }),
    new Headers({ 'cache-control': 'no-store' }),
    reply('soon'),
  ])
    noteShopTime(headers)
  expect(shopNow()).toBe(now)
})
