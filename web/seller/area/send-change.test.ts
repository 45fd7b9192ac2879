import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendChange } from './send-change.ts'

type Reply = { success: true; status: string } | { success: false; code: string }
const moved: Reply = { success: false, code: 'order_moved' }
const confirmed: Reply = { success: true, status: 'Confirmed' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Answers in turn; undefined stands for an answer that was lost. */
async function sent(answers: (Reply | undefined)[], arrived: () => Promise<typeof confirmed | undefined>) {
  const send = async (): Promise<Reply> => {
    const answer = answers.shift()
    if (!answer) throw new Error('no answer')
    return answer
  }
  const outcome = sendChange<Reply>(send, arrived as () => Promise<Extract<Reply, { success: true }> | undefined>)
  outcome.catch(() => {})
  await vi.runAllTimersAsync()
  return outcome
}

test('a change whose answer was lost is sent again, and what it had done is its answer', async () => {
  expect(await sent([undefined, confirmed], async () => undefined)).toEqual(confirmed)
  expect(await sent([undefined, moved], async () => confirmed)).toEqual(confirmed)
})

test('a refusal stands where the shop has something else, and of a change that was sent once', async () => {
  expect(await sent([undefined, moved], async () => undefined)).toEqual(moved)
  const arrived = vi.fn(async () => confirmed)
  expect(await sent([moved], arrived)).toEqual(moved)
  expect(arrived).not.toHaveBeenCalled()
})

test('rejects when no answer came at all', async () => {
  await expect(sent([undefined, undefined, undefined], async () => undefined)).rejects.toThrow('no answer')
})
