import { expect, test, vi } from 'vitest'
import { limitConcurrency, limitConcurrencyByClient } from './concurrency-limit.ts'

test('runs a limited number at once, first in, first out, and the next one runs after a failure', async () => {
  const turn = limitConcurrency(2)
  let running = 0
  let most = 0
  const finished: number[] = []
  const pieces = Array.from({ length: 10 }, (_, index) =>
    turn(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      if (index === 3) throw new Error('broken')
      finished.push(index)
    }),
  )
  const results = await Promise.allSettled(pieces)
  expect(most).toBe(2)
  expect(results.filter((result) => result.status === 'rejected')).toHaveLength(1)
  expect(finished).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9])
})

test('a full queue refuses the next with Retry-After, and accepts again once it is shorter', async () => {
  const limit = limitConcurrencyByClient(1, 3)
  const turn = <T>(work: () => Promise<T>) => limit('client', work)
  let release = () => {}
  const held = turn(
    () =>
      new Promise<void>((resolve) => {
        release = resolve
      }),
  )
  const waiting = [turn(async () => 'second'), turn(async () => 'third')]
  await expect(turn(async () => 'fourth')).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 2 } })
  release()
  await held
  expect(await Promise.all(waiting)).toEqual(['second', 'third'])
  expect(await turn(async () => 'later')).toBe('later')
})

/** Stops the clock that counts how long work takes; `advance` is how work takes time. */
function stoppedClock(): { advance: (milliseconds: number) => void } {
  vi.useFakeTimers({ toFake: ['performance'] })
  return { advance: (milliseconds) => void vi.advanceTimersByTime(milliseconds) }
}

test('clients take turns, and one that fills the queue gives way to another', async () => {
  stoppedClock()
  const turn = limitConcurrencyByClient(1, 4)
  const started: string[] = []
  const piece = (client: string, name: string) =>
    turn(client, async () => {
      started.push(name)
      await new Promise((resolve) => setImmediate(resolve))
    })
  const refused = { code: 'unavailable', details: { retryAfter: 2 } }
  const many = [1, 2, 3, 4].map((index) => piece('flood', `flood ${index}`))
  const fifth = piece('flood', 'flood 5')
  await expect(fifth).rejects.toMatchObject(refused)
  const quiet = piece('quiet', 'quiet')
  await expect(many[3]).rejects.toMatchObject(refused)
  await Promise.all([...many.slice(0, 3), quiet])
  expect(started).toEqual(['flood 1', 'quiet', 'flood 2', 'flood 3'])
  await piece('flood', 'later')
  expect(started.at(-1)).toBe('later')
})

test('the work of those whose work took least time is next, by client and by group', async () => {
  const { advance } = stoppedClock()
  const turn = limitConcurrencyByClient(1, 20)
  const started: string[] = []
  const piece = (client: string, group: string, milliseconds = 10) =>
    turn(
      client,
      async () => {
        started.push(client)
        await new Promise((resolve) => setImmediate(resolve))
        advance(milliseconds)
      },
      group,
    )
  await piece('quiet', 'home')
  const slow = [1, 2, 3, 4].map((index) => piece(`slow ${index}`, 'one address', 6000))
  const others = [piece('quiet', 'home'), piece('another', 'office'), piece('quiet', 'home')]
  await Promise.all([...slow, ...others])
  expect(started).toEqual(['quiet', 'slow 1', 'another', 'quiet', 'quiet', 'slow 2', 'slow 3', 'slow 4'])
  // After ten minutes all are equal again.
  advance(600_001)
  await piece('x', 'x')
  started.length = 0
  await Promise.all([piece('x', 'x'), piece('slow 1', 'one address'), piece('quiet', 'home')])
  expect(started).toEqual(['x', 'slow 1', 'quiet'])
})

test('many clients that are served again and again leave a turn to one that comes for the first time', async () => {
  const { advance } = stoppedClock()
  const turn = limitConcurrencyByClient(1, 4)
  const piece = (client: string) => turn(client, () => new Promise((resolve) => setImmediate(resolve)))
  const refused = { code: 'unavailable' }
  const flood = ['a', 'b', 'c', 'd']
  await Promise.all(flood.map(piece))
  const again = flood.map(piece)
  // As often served as those that wait.
  await expect(piece('a')).rejects.toMatchObject(refused)
  const quiet = piece('quiet')
  await expect(again[3]).rejects.toMatchObject(refused)
  await Promise.all([...again.slice(0, 3), quiet])
  advance(600_001)
  const later = ['quiet', ...flood.slice(0, 3)].map(piece)
  await expect(piece('d')).rejects.toMatchObject(refused)
  await Promise.all(later)
})

test('an account has no more turns from ever new addresses, nor an address with many accounts', async () => {
  stoppedClock()
  const turn = limitConcurrencyByClient(1, 6)
  const started: string[] = []
  const piece = (account: string, address: string) =>
    turn(
      account,
      () => {
        started.push(account)
        return new Promise((resolve) => setImmediate(resolve))
      },
      address,
    )
  const refused = { code: 'unavailable' }
  // The quiet one was served before, the others weren't.
  await piece('quiet', 'home')
  const moving = [1, 2, 3, 4, 5, 6].map((index) => piece('flood', `address ${index}`))
  const quiet = piece('quiet', 'home')
  await expect(moving.at(-1)).rejects.toMatchObject(refused)
  await Promise.all([...moving.slice(0, -1), quiet])
  expect(started).toEqual(['quiet', 'flood', 'flood', 'quiet', 'flood', 'flood', 'flood'])

  const many = [1, 2, 3, 4, 5, 6].map((index) => piece(`flood ${index}`, 'address'))
  const again = piece('quiet', 'home')
  await expect(many.at(-1)).rejects.toMatchObject(refused)
  await Promise.all([...many.slice(0, -1), again])
})
