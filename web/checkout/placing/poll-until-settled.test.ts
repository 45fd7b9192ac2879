import { expect, test } from 'vitest'
import { pollUntilSettled } from './poll-until-settled.ts'

type PollResult = { found: string } | 'nothing' | 'no reply'

/**
 * Polls with these replies, then with the last one again and again. Returns the result and the pauses, in milliseconds.
 */
async function polled(replies: readonly PollResult[], settledAt = Number.POSITIVE_INFINITY) {
  const pauses: number[] = []
  let clock = 0
  let looks = 0
  const result = await pollUntilSettled({
    poll: async () => replies[Math.min(looks++, replies.length - 1)] ?? 'no reply',
    settledAt,
    uptime: () => clock,
    wait: async (milliseconds) => {
      pauses.push(milliseconds)
      clock += milliseconds
    },
  })
  return { result, pauses }
}

test('returns what is found at once, also after it was settled', async () => {
  expect(await polled([{ found: 'it' }], 0)).toEqual({ result: 'it', pauses: [] })
})

test('looks again each second while there is nothing', async () => {
  expect(await polled(['nothing', 'nothing', { found: 'it' }])).toEqual({ result: 'it', pauses: [1000, 1000] })
})

test('returns undefined if there is nothing when it is settled', async () => {
  expect(await polled(['nothing'], 3000)).toEqual({ result: undefined, pauses: [1000, 1000, 1000] })
})

test('doubles its pause up to 15 seconds while there is no reply, and begins anew after one', async () => {
  const none: PollResult[] = Array(5).fill('no reply')
  const { pauses } = await polled([...none, 'nothing', 'no reply', { found: 'it' }])
  expect(pauses).toEqual([2000, 4000, 8000, 15_000, 15_000, 1000, 2000])
})

test('without a reply nothing is settled', async () => {
  expect(await polled(['no reply', 'no reply', 'nothing'], 0)).toEqual({ result: undefined, pauses: [2000, 4000] })
})
