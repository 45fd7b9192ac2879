import { beforeEach, expect, test, vi } from 'vitest'
import { sendChange } from './send-change.ts'

type Reply = { success: true; status: string } | { success: false; code: string }
const moved: Reply = { success: false, code: 'status_changed' }
const confirmed: Reply = { success: true, status: 'Confirmed' }

beforeEach(() => void vi.useFakeTimers())

/** Returns the replies in turn; undefined is a lost one. */
async function sent(replies: (Reply | undefined)[], arrived: () => Promise<typeof confirmed | undefined>) {
  const send = async (): Promise<Reply> => {
    const reply = replies.shift()
    if (!reply) throw new Error('no reply')
    return reply
  }
  const outcome = sendChange<Reply>(send, arrived as () => Promise<Extract<Reply, { success: true }> | undefined>)
  outcome.catch(() => {})
  await vi.runAllTimersAsync()
  return outcome
}

test('a change whose reply was lost is resent, and returns what the first one did', async () => {
  expect(await sent([undefined, confirmed], async () => undefined)).toEqual(confirmed)
  expect(await sent([undefined, moved], async () => confirmed)).toEqual(confirmed)
})

test('returns the refusal if the shop has another value, or if the change was sent once', async () => {
  expect(await sent([undefined, moved], async () => undefined)).toEqual(moved)
  const arrived = vi.fn(async () => confirmed)
  expect(await sent([moved], arrived)).toEqual(moved)
  expect(arrived).not.toHaveBeenCalled()
})

test('rejects if there was no reply at all', async () => {
  await expect(sent([undefined, undefined, undefined], async () => undefined)).rejects.toThrow('no reply')
})
