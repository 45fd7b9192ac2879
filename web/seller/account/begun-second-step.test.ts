import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { begunSecondStep, keepSecondStep } from './begun-second-step.ts'

const stored = new Map<string, string>()
beforeEach(() =>
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  }),
)
afterEach(() => {
  stored.clear()
  vi.unstubAllGlobals()
})

test('a second step that has begun goes on after a reload, for as long as the shop waits for it', () => {
  keepSecondStep(['app', 'passkey'], 1000)
  const end = 1000 + 10 * 60_000
  expect([...(begunSecondStep(end) ?? [])].sort()).toEqual(['app', 'passkey'])
  expect([begunSecondStep(end + 1), begunSecondStep(999)]).toEqual([undefined, undefined])
  keepSecondStep(undefined)
  expect(begunSecondStep(end)).toBeUndefined()
})

test.each(['null', '7', '{}', '{"factors":"app","at":1000}', '{"factors":["app"]}', 'x'])(
  'stored %s is none',
  (text) => {
    stored.set('talad.second-step', text)
    expect(begunSecondStep(1000)).toBeUndefined()
  },
)

test('unknown factors are left out', () => {
  stored.set('talad.second-step', '{"factors":["app","<b>",1],"at":1000}')
  expect(begunSecondStep(1000)).toEqual(['app'])
})
