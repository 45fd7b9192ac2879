import { beforeEach, expect, test, vi } from 'vitest'
import type { RefusalCode } from '../../../contract/messages/refusals.ts'
import { type HoldReply, makeWindowHold } from './window-hold.ts'

beforeEach(() => void vi.useFakeTimers())

const taken: HoldReply = { success: true, seconds: 600, expiresAt: '2026-11-27T10:00:00.000Z' }
const refused = (code: RefusalCode): HoldReply => ({ success: false, code, message: 'No' })

/** Asks for a window, and returns what `request` returned and the function that replies. */
function requested(hold: ReturnType<typeof makeWindowHold>, id: string) {
  const { promise, resolve } = Promise.withResolvers<HoldReply>()
  return { result: hold.request(id, () => promise), reply: resolve }
}

test('a window is held for the seconds that the shop says, longer after each renewal', async () => {
  const hold = makeWindowHold()
  await hold.request('a', async () => taken)
  await vi.advanceTimersByTimeAsync(599_000)
  await hold.request('a', async () => taken)
  await vi.advanceTimersByTimeAsync(599_000)
  expect(hold.get()?.id).toBe('a')
  await vi.advanceTimersByTimeAsync(1000)
  expect(hold.get()).toBeUndefined()
})

test('a hold that ends at the cut-off says until when, one of ten minutes doesn’t', async () => {
  const hold = makeWindowHold()
  await hold.request('a', async () => ({ success: true, seconds: 240, expiresAt: '2026-11-27T10:00:00.000Z' }))
  expect(hold.get()).toEqual({ id: 'a', until: '2026-11-27T10:00:00.000Z' })
  await hold.request('b', async () => taken)
  expect(hold.get()).toEqual({ id: 'b', until: undefined })
})

test('a window is no longer held once it is full or closed, or too many were held, and not after other refusals', async () => {
  const after = async (reply: () => Promise<HoldReply>) => {
    const hold = makeWindowHold()
    await hold.request('a', async () => taken)
    await hold.request('a', reply)
    return hold.get()?.id
  }
  expect(await after(async () => refused('window_full'))).toBeUndefined()
  expect(await after(async () => refused('window_closed'))).toBeUndefined()
  expect(await after(async () => refused('hold_used_up'))).toBeUndefined()
  expect(await after(async () => refused('broken'))).toBe('a')
  expect(await after(() => Promise.reject(new Error('Failed to fetch')))).toBe('a')
})

test.each([
  ['taken', taken],
  ['refused', refused('window_full')],
])('a late reply to an earlier window, %s, changes nothing', async (_, late) => {
  const hold = makeWindowHold()
  const [first, second] = [requested(hold, 'a'), requested(hold, 'b')]
  second.reply(taken)
  expect(await second.result).toEqual(taken)
  first.reply(late)
  expect(await first.result).toBeUndefined()
  expect(hold.get()?.id).toBe('b')
})

test('an earlier window that is chosen again is held by either reply', async () => {
  const hold = makeWindowHold()
  const [first, second, third] = [requested(hold, 'a'), requested(hold, 'b'), requested(hold, 'a')]
  first.reply(taken)
  await first.result
  expect(hold.get()?.id).toBe('a')
  second.reply(taken)
  await second.result
  expect(hold.get()?.id).toBe('a')
  third.reply(taken)
  expect(await third.result).toEqual(taken)
})

test('a hold that has become an order’s isn’t shown by a late reply', async () => {
  const hold = makeWindowHold()
  const { result, reply } = requested(hold, 'a')
  hold.end()
  reply(taken)
  expect(await result).toBeUndefined()
  expect(hold.get()).toBeUndefined()
})
