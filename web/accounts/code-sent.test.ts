import { beforeEach, expect, test, vi } from 'vitest'
import { safeStorage } from '../client/browser-storage.ts'
import { makeVerifyCode, sentCode } from './code-sent.ts'

let stored: Map<string, string>
const storage = () => ({
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
/** The store of a page that was just loaded. */
function aPage(own = storage) {
  const code = makeVerifyCode(safeStorage(own))
  code.load()
  return code
}
const delayed = { message: 'Our mail is delayed at the moment.', mailDelayed: true } as const

beforeEach(() => {
  stored = new Map()
  vi.useFakeTimers()
  vi.setSystemTime(1_000_000)
})

test('a mailed code is good for eight of its ten minutes, so that no new one invalidates it', () => {
  const code = aPage()
  expect(code.isStillValid()).toBe(false)
  code.noteSent({ message: 'We sent a 6-digit code to your email' })
  vi.advanceTimersByTime(8 * 60_000 - 1)
  expect(code.isStillValid()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(code.isStillValid()).toBe(false)
})

test('the shop’s message about delayed mail is stored, and no other one', () => {
  expect(sentCode(delayed)).toEqual({ at: 1_000_000, delay: delayed.message })
  expect(sentCode({ message: 'We sent a 6-digit code to your email' })).toEqual({ at: 1_000_000 })
})

test('a reload still knows that mail is delayed, until the shopper logs out', () => {
  aPage().noteSent(delayed)
  const reloaded = aPage()
  expect(reloaded.get()).toEqual({ at: 1_000_000, delay: delayed.message })
  reloaded.forget()
  expect(aPage().get()).toBeUndefined()
})

test('works without storage, and ignores anything stored that isn’t a code', () => {
  const forbidden = aPage(() => {
    throw new Error('storage is forbidden')
  })
  forbidden.noteSent(delayed)
  expect(forbidden.get()?.delay).toBe(delayed.message)
  for (const text of ['', 'null', '7', '{}', '{"at":"now"}', '{"at":1,"delay":7}']) {
    stored.set('talad.code', text)
    expect(aPage().get(), text).toBeUndefined()
  }
})
