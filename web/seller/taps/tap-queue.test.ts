import { expect, test } from 'vitest'
import { makeTapQueue, readTaps, type Tap, type TapResult, tapRetryDelays, undoMilliseconds } from './tap-queue.ts'

const tap = (id: string, more: Partial<Tap> = {}): Tap =>
  ({ id, order: `order-${id}`, number: 1, kind: 'take', ...more }) as Tap

function phone(replies: (tap: Tap, waited: number) => TapResult | Promise<TapResult>, stored: readonly Tap[] = []) {
  let kept = JSON.stringify(stored)
  const sent: string[] = []
  const forgotten: string[] = []
  const timers: { milliseconds: number; call: () => void }[] = []
  const clock = { now: 1000 }
  const make = () =>
    makeTapQueue({
      now: () => clock.now,
      load: () => readTaps(JSON.parse(kept)),
      store: (taps) => {
        kept = JSON.stringify(taps)
      },
      send: async (each, waited) => {
        sent.push(each.id)
        return replies(each, waited)
      },
      forget: ({ id }) => void forgotten.push(id),
      after: (milliseconds, call) => {
        const timer = { milliseconds, call }
        timers.push(timer)
        return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1))
      },
    })
  return { make, sent, forgotten, timers, clock, kept: () => (JSON.parse(kept) as Tap[]).map(({ id }) => id) }
}
const settled = () => new Promise((done) => setTimeout(done, 0))

test('taps are sent in order, each after the reply to the one before, and then forgotten', async () => {
  const { make, sent, forgotten, kept } = phone(() => 'done')
  const queue = make()
  for (const id of ['a', 'b', 'c']) queue.add(tap(id))
  expect(kept()).toEqual(['a', 'b', 'c'])
  await settled()
  expect([sent, forgotten, kept()]).toEqual([['a', 'b', 'c'], ['a', 'b', 'c'], []])
})

test('without a connection they are kept, over a reload too, and sent in order when it is back', async () => {
  let connected = false
  const { make, sent, kept, timers } = phone(() => (connected ? 'done' : 'lost'))
  const queue = make()
  queue.add(tap('a'))
  queue.add(tap('b'))
  await settled()
  expect([sent, kept(), queue.get().lost]).toEqual([['a'], ['a', 'b'], true])
  expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([tapRetryDelays[0]])
  connected = true
  const reloaded = make()
  reloaded.retry()
  await settled()
  expect([sent, kept(), reloaded.get()]).toEqual([['a', 'a', 'b'], [], { taps: [], lost: false }])
})

test('the shop is told how long each tap has waited since it was made, also after a reload', async () => {
  let connected = false
  const told: [string, number][] = []
  const { make, clock } = phone(({ id }, waited) => {
    told.push([id, waited])
    return connected ? 'done' : 'lost'
  })
  const queue = make()
  queue.add(tap('a'))
  await settled()
  clock.now += 60_000
  queue.add(tap('b'))
  await settled()
  clock.now += 30_000
  connected = true
  make().retry()
  await settled()
  expect(told).toEqual([
    ['a', 0],
    ['a', 60_000],
    ['a', 90_000],
    ['b', 30_000],
  ])
})

test('a tap waited for no time if the phone’s clock was set back, or if an earlier version stored it', async () => {
  let connected = false
  const told: number[] = []
  const { make, clock } = phone(
    (_, waited) => {
      told.push(waited)
      return connected ? 'done' : 'lost'
    },
    [tap('old')],
  )
  const queue = make()
  queue.add(tap('a'))
  await settled()
  clock.now -= 3_600_000
  connected = true
  queue.retry()
  await settled()
  expect(told).toEqual([0, 0, 0])
})

test('the time for which a failed attempt may be undone counts as waiting', async () => {
  const told: number[] = []
  const { make, clock, timers } = phone((_, waited) => {
    told.push(waited)
    return 'done'
  })
  make().add(tap('a', { kind: 'failedAttempt' }))
  await settled()
  clock.now += undoMilliseconds
  timers.at(-1)?.call()
  await settled()
  expect(told).toEqual([undoMilliseconds])
})

test('it is tried again by itself, less and less often', async () => {
  const { make, timers } = phone(() => 'lost')
  make().add(tap('a'))
  for (const delay of [...tapRetryDelays, tapRetryDelays.at(-1)]) {
    await settled()
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([delay])
    timers.shift()?.call()
  }
})

test('a refused tap stays with its message until it is read, and those after it are sent', async () => {
  const { make, sent, kept } = phone(({ id }) => (id === 'a' ? { refused: 'Another rider has it' } : 'done'))
  const queue = make()
  queue.add(tap('a'))
  queue.add(tap('b'))
  await settled()
  expect(queue.get().taps).toEqual([{ ...tap('a'), at: 1000, refused: 'Another rider has it' }])
  queue.retry()
  await settled()
  expect([sent, kept()]).toEqual([['a', 'b'], ['a']])
  queue.dismiss('a')
  expect(kept()).toEqual([])
})

test('a tap that waits can’t be removed', () => {
  const { make, kept } = phone(() => new Promise(() => {}))
  const queue = make()
  queue.add(tap('a'))
  queue.dismiss('a')
  expect(kept()).toEqual(['a'])
})

test('after a stop nothing more is sent, until it is tried again: another seller may be signed in', async () => {
  const replies = [Promise.withResolvers<TapResult>()]
  const { make, sent, kept, timers } = phone(() => replies[0]?.promise ?? 'done')
  const queue = make()
  queue.add(tap('a'))
  queue.add(tap('b'))
  queue.stop()
  replies.pop()?.resolve('lost')
  await settled()
  timers[0]?.call()
  await settled()
  expect([sent, kept()]).toEqual([['a'], ['a', 'b']])
  queue.retry()
  await settled()
  expect([sent, kept()]).toEqual([['a', 'a', 'b'], []])
})

test('a tap of which the shop was told is removed with its photo, though it still waits', () => {
  const { make, kept, forgotten } = phone(() => 'lost', [tap('a'), tap('b')])
  const queue = make()
  queue.remove('a')
  expect([kept(), forgotten, queue.get().taps]).toEqual([['b'], ['a'], [tap('b')]])
})

test('an error while sending counts as a lost connection', async () => {
  const { make, kept } = phone(() => Promise.reject(new Error('no reply')))
  const queue = make()
  queue.add(tap('a'))
  await settled()
  expect([kept(), queue.get().lost]).toEqual([['a'], true])
})

test('taps of another tab are kept', async () => {
  const { make, kept } = phone(() => 'lost')
  const [one, other] = [make(), make()]
  one.add(tap('a'))
  other.add(tap('b'))
  expect(kept().sort()).toEqual(['a', 'b'])
})

test('a failed attempt is sent when it can’t be undone any more, also if the page is loaded again meanwhile', async () => {
  const { make, sent, kept, timers, clock } = phone(() => 'done')
  const queue = make()
  queue.add(tap('a', { kind: 'failedAttempt' }))
  await settled()
  expect([sent, kept(), timers.map(({ milliseconds }) => milliseconds)]).toEqual([[], ['a'], [undoMilliseconds]])
  clock.now += undoMilliseconds - 1
  const reloaded = make()
  reloaded.retry()
  await settled()
  expect([sent, timers.at(-1)?.milliseconds]).toEqual([[], 1])
  clock.now += 1
  timers.at(-1)?.call()
  // From here on it is sent: there is no way back.
  expect(reloaded.get().taps[0]).not.toHaveProperty('until')
  reloaded.undo('a')
  await settled()
  expect([sent, kept()]).toEqual([['a'], []])
})

test('undone in time it is never sent, with a connection or without', async () => {
  const { make, sent, kept, timers, clock } = phone(() => 'lost')
  const queue = make()
  queue.add(tap('a', { kind: 'failedAttempt' }))
  clock.now += undoMilliseconds - 1
  queue.undo('a')
  expect([kept(), queue.get().taps]).toEqual([[], []])
  clock.now += 1
  timers[0]?.call()
  await settled()
  expect(sent).toEqual([])
})

test('it can be undone for as long as those before it wait for the connection, and other taps can’t', async () => {
  const { make, kept, sent, clock } = phone(() => 'lost')
  const queue = make()
  queue.add(tap('a'))
  queue.add(tap('b', { kind: 'failedAttempt' }))
  await settled()
  clock.now += 10 * undoMilliseconds
  queue.retry()
  await settled()
  queue.undo('a')
  expect(kept()).toEqual(['a', 'b'])
  queue.undo('b')
  expect([kept(), sent]).toEqual([['a'], ['a', 'a']])
})

test('the next tap sends it at once, in order, and so does a page that is put to sleep', async () => {
  const { make, sent } = phone(() => 'done')
  const queue = make()
  queue.add(tap('a', { kind: 'failedAttempt' }))
  queue.add(tap('b'))
  await settled()
  expect(sent).toEqual(['a', 'b'])
  queue.add(tap('c', { kind: 'failedAttempt' }))
  queue.release()
  await settled()
  expect(sent).toEqual(['a', 'b', 'c'])
})

test('a clock that is set back doesn’t hold it for long', async () => {
  const { make, sent, clock } = phone(() => 'done')
  const queue = make()
  queue.add(tap('a', { kind: 'failedAttempt' }))
  clock.now -= 3_600_000
  queue.retry()
  await settled()
  expect(sent).toEqual(['a'])
})

test('what may be undone in one tab is left to it by another', async () => {
  const { make, sent, kept } = phone(() => 'done')
  const [one, other] = [make(), make()]
  one.add(tap('a', { kind: 'failedAttempt' }))
  other.add(tap('b'))
  await settled()
  expect([sent, kept(), other.get().taps]).toEqual([['b'], ['a'], []])
  one.undo('a')
  other.retry()
  await settled()
  expect([sent, kept()]).toEqual([['b'], []])
})

test('what may be undone in a tab is left to it by one that opens later, unless it is gone by then', async () => {
  const { make, sent, kept, clock, timers } = phone(() => 'done')
  const one = make()
  one.add(tap('a', { kind: 'failedAttempt' }))
  make().retry()
  await settled()
  one.undo('a')
  clock.now += undoMilliseconds
  for (const { call } of timers.splice(0)) call()
  await settled()
  expect([sent, kept()]).toEqual([[], []])

  one.add(tap('b', { kind: 'failedAttempt' }))
  timers.length = 0
  const later = make()
  one.stop()
  clock.now += undoMilliseconds
  for (const { call } of timers.splice(0)) call()
  await settled()
  expect([sent, kept(), later.get().taps]).toEqual([['b'], [], []])
})

test.each([undefined, null, 7, {}, [null], [{ id: 1 }]])('stored %j is no list of taps', (stored) => {
  expect(readTaps(stored)).toEqual([])
})

test('taps that the phone stored by their earlier kinds are sent by the current ones', async () => {
  const stored = [
    { id: 'a', order: 'order-a', number: 1, kind: 'giveBack' },
    { id: 'b', order: 'order-b', number: 2, kind: 'notHome', reason: 'no_answer' },
    { id: 'c', order: 'order-c', number: 3, kind: 'delivered', collected: 12.5 },
  ]
  const now = [{ ...stored[0], kind: 'returned' }, { ...stored[1], kind: 'failedAttempt' }, stored[2]]
  expect(readTaps(stored)).toEqual(now)
  const sent: Tap[] = []
  const { make, kept } = phone(
    (each) => {
      sent.push(each)
      return 'done'
    },
    stored as unknown as Tap[],
  )
  make().retry()
  await settled()
  expect([sent, kept()]).toEqual([now, []])
})
