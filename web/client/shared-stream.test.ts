import { beforeEach, expect, test, vi } from 'vitest'
import { followOrders } from './order-events.ts'
import { SharedStream, type SharedStreamDeps } from './shared-stream.ts'

class FakeSource extends EventTarget {
  readyState = 0
  readonly tab: string
  constructor(tab: string) {
    super()
    this.tab = tab
  }
  opened() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  says(data: string) {
    this.dispatchEvent(new MessageEvent('orders', { data }))
  }
  breaks(readyState = 0) {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
  close() {
    this.readyState = 2
  }
}

/** Locks and channels of one browser, as its tabs see them. */
function aBrowser() {
  type HeldLock = { lose: (error: Error) => void }
  let holder: HeldLock | undefined
  const waiting: { run: () => Promise<unknown>; signal: AbortSignal; done: () => void; fail: (e: Error) => void }[] = []
  const channels = new Set<SharedStreamDeps['channel'] & { suspended?: boolean }>()
  const sources: FakeSource[] = []
  const abortError = () => new DOMException('aborted', 'AbortError')

  function hold(run: () => Promise<unknown>, done: () => void, fail: (error: Error) => void) {
    const held: HeldLock = { lose: fail }
    holder = held
    void run().then(() => {
      done()
      if (holder !== held) return
      holder = undefined
      const next = waiting.shift()
      if (next) hold(next.run, next.done, next.fail)
    })
  }
  const request = (_name: string, options: LockOptions, run: () => Promise<unknown>) =>
    new Promise<void>((done, fail) => {
      if (options.steal) {
        holder?.lose(abortError())
        return hold(run, done, fail)
      }
      const signal = options.signal ?? new AbortController().signal
      if (!holder) return hold(run, done, fail)
      const entry = { run, signal, done, fail }
      waiting.push(entry)
      signal.addEventListener('abort', () => {
        const index = waiting.indexOf(entry)
        if (index === -1) return
        waiting.splice(index, 1)
        fail(abortError())
      })
    })

  return {
    sources,
    /** The sources that are connecting or open. */
    live: () => sources.filter(({ readyState }) => readyState !== 2).map(({ tab }) => tab),
    /** Opens the shared stream in a tab; `heard` are its events. */
    tab: (name: string, locks = { request } as unknown as LockManager) => {
      const channel: SharedStreamDeps['channel'] & { suspended?: boolean } = {
        onmessage: null,
        postMessage: (data: unknown) => {
          const message = new MessageEvent('message', { data: structuredClone(data) })
          for (const other of [...channels])
            if (other !== channel)
              queueMicrotask(() => {
                if (channels.has(other) && !other.suspended) other.onmessage?.call(other as BroadcastChannel, message)
              })
        },
        close: () => channels.delete(channel),
      }
      channels.add(channel)
      const heard: string[] = []
      const open = () => {
        const source = new FakeSource(name)
        sources.push(source)
        return source
      }
      const stream = new SharedStream({ name: 'orders', open, channel, locks })
      for (const type of ['open', 'orders', 'error'])
        stream.addEventListener(type, (event) => heard.push((event as MessageEvent).data ?? type))
      return {
        stream,
        heard,
        /** A browser stops the scripts of a tab that isn't seen. */
        suspend: () => {
          channel.suspended = true
        },
      }
    },
  }
}

const settled = () => vi.advanceTimersByTimeAsync(0)
let browser: ReturnType<typeof aBrowser>
const newest = () => browser.sources.at(-1) as FakeSource

beforeEach(() => {
  vi.useFakeTimers()
  browser = aBrowser()
})

test('eight tabs have one connection, and each gets every event', async () => {
  const tabs = ['1', '2', '3', '4', '5', '6', '7', '8'].map((name) => browser.tab(name))
  expect(browser.live()).toEqual(['1'])
  newest().opened()
  newest().says('{"order":"a"}')
  await settled()
  for (const { heard, stream } of tabs) {
    expect(heard).toEqual(['open', '{"order":"a"}'])
    expect(stream.readyState).toBe(1)
  }
})

test('a tab that joins an open stream hears that it is open, and the others hear nothing', async () => {
  const first = browser.tab('1')
  newest().opened()
  const second = browser.tab('2')
  await settled()
  expect([first.heard, second.heard]).toEqual([['open'], ['open']])
  browser.tab('3')
  await settled()
  expect([first.heard, second.heard]).toEqual([['open'], ['open']])
})

test('the next tab opens the stream when the one that has it closes, and all read what they missed', async () => {
  const [first, second, third] = [browser.tab('1'), browser.tab('2'), browser.tab('3')]
  newest().opened()
  await settled()
  first.stream.close()
  await settled()
  expect(browser.live()).toEqual(['2'])
  newest().opened()
  newest().says('{"order":"b"}')
  await settled()
  for (const { heard } of [second, third]) expect(heard).toEqual(['open', 'open', '{"order":"b"}'])
  expect(first.heard).toEqual(['open'])
})

test('a tab that closes while it waits for its turn is passed over', async () => {
  const [first, second] = [browser.tab('1'), browser.tab('2'), browser.tab('3')]
  second.stream.close()
  first.stream.close()
  await settled()
  expect(browser.live()).toEqual(['3'])
})

test('a broken and a refused stream are told to all tabs', async () => {
  const tabs = [browser.tab('1'), browser.tab('2')]
  newest().opened()
  newest().breaks()
  newest().opened()
  newest().breaks(2)
  await settled()
  for (const { heard, stream } of tabs) {
    expect(heard).toEqual(['open', 'error', 'open', 'error'])
    expect(stream.readyState).toBe(2)
  }
})

test('the stream of a suspended tab is taken over by one that is shown', async () => {
  const [first, second] = [browser.tab('1'), browser.tab('2')]
  newest().opened()
  await settled()
  const old = newest()
  first.suspend()
  second.stream.queryState()
  await vi.advanceTimersByTimeAsync(3000)
  expect(newest().tab).toBe('2')
  newest().opened()
  await settled()
  expect(second.heard).toEqual(['open', 'open'])
  // It has lost the lock, which ends its own stream.
  expect(old.readyState).toBe(2)
  second.stream.close()
  await settled()
  expect(browser.live()).toEqual(['1'])
})

test('a tab that answers keeps the stream', async () => {
  const [first, second] = [browser.tab('1'), browser.tab('2')]
  second.stream.queryState()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(browser.live()).toEqual(['1'])
  expect(first.stream.readyState).toBe(0)
})

test('a page that may have no locks opens a stream of its own', async () => {
  const locks = { request: () => Promise.reject(new DOMException('sandboxed', 'SecurityError')) }
  const tab = browser.tab('1', locks as unknown as LockManager)
  await settled()
  newest().opened()
  expect(tab.heard).toEqual(['open'])
  tab.stream.close()
  expect(browser.live()).toEqual([])
})

test('after signing out in one tab no stream is left, and after signing in again there is one', async () => {
  const refresh = vi.fn(async () => {})
  const follow = (name: string) => followOrders({ open: () => browser.tab(name).stream, refresh, onChange: () => {} })
  const tabs = [follow('1'), follow('2')]
  newest().opened()
  for (const tab of tabs) tab.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(browser.live()).toEqual([])
  follow('3')
  expect(browser.live()).toEqual(['3'])
})

test('a refused stream is requested by one tab at a time', async () => {
  const refresh = vi.fn(async () => {})
  for (const name of ['1', '2', '3'])
    followOrders({ open: () => browser.tab(name).stream, refresh, onChange: () => {} })
  await settled()
  newest().breaks(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(browser.live()).toHaveLength(1)
})
