import { makeStore } from '../store.ts'
import { failureMessage } from './api.ts'
import { delayAfter } from './delay-after.ts'
import { isTemporary } from './is-temporary.ts'
import { longestHidden, retryDelays } from './with-retries.ts'

export type ReadSuccess = { success: true }
export type ReadFailure = { success: false; message: string; status?: number; retryAfter?: number }

/** The state of data that is read from the shop. While it is read again, the old data stays. */
export type ReadState<Data> = {
  data: Data | undefined
  /** The message of the last failure: the shop's, or the error's if there was no reply. */
  failure: string | undefined
  loading: boolean
}

type ReaderOptions<R extends ReadSuccess | ReadFailure, Data> = {
  /** Makes the call. `data` is the current data. */
  read: (signal: AbortSignal, data: Data | undefined) => Promise<R>
  /** Returns the new data after a reply; `data` is the current data when it arrives. */
  take: (reply: Extract<R, ReadSuccess>, data: Data | undefined) => Data
  /** The data before the first reply. */
  first?: Data
}

/** The status of a read without a reply, which is repeated like one after 503. */
const noReply = 503

/**
 * Milliseconds before a read is repeated that got no reply, or that an overloaded shop refused; the last one repeats.
 * While the first ones pass, the failure isn't shown.
 */
const readDelays = [...retryDelays, 2000, 4000, 8000, 15_000, 30_000]

/**
 * Reads data from `start` until `stop`, one call at a time. Replies to older calls are ignored. A read that failed and
 * may succeed later is repeated until it does: after the last event of a stream, nothing else would ask again.
 */
export function makeReader<R extends ReadSuccess | ReadFailure, Data>({ read, take, first }: ReaderOptions<R, Data>) {
  const state = makeStore<ReadState<Data>>({ data: first, failure: undefined, loading: true })
  let started = false
  let running: AbortController | undefined
  /** True if the data changed after the running call was sent. */
  let outdated = false
  /** Reads that failed since the last one that didn't. */
  let failed = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  /** When a rate limit lets the read be repeated (performance.now). */
  let allowedAt = 0

  /** Reads again; a running call is dropped. `loading`: whether the screen shows that it is being read. */
  async function reload(loading = true): Promise<void> {
    if (!started) return
    running?.abort()
    clearTimeout(retryTimer)
    const mine = new AbortController()
    running = mine
    outdated = false
    state.set({ ...state.get(), loading })
    const reply: ReadSuccess | ReadFailure = await read(mine.signal, state.get().data).catch((error) => ({
      success: false,
      message: failureMessage(error),
      status: noReply,
    }))
    if (running !== mine) return
    running = undefined
    const { data } = state.get()
    if (reply.success) {
      const taken = take(reply as Extract<R, ReadSuccess>, data)
      failed = 0
      state.set({ data: taken, failure: undefined, loading: false })
    } else {
      const { status = 0, retryAfter = 0 } = reply
      const isRepeated = isTemporary(status)
      const pause = Math.max(delayAfter(readDelays, failed), retryAfter * 1000)
      const isHidden = isRepeated && failed < retryDelays.length && pause <= longestHidden
      if (!isHidden) state.set({ data, failure: reply.message, loading: false })
      if (isRepeated) {
        allowedAt = performance.now() + retryAfter * 1000
        retryTimer = setTimeout(repeat, pause)
        failed += 1
        return
      }
    }
    if (outdated) void reload()
  }

  const repeat = () => void reload(state.get().loading)

  function retry() {
    const hasFailed = failed > 0 || state.get().failure !== undefined
    if (hasFailed && !running && performance.now() >= allowedAt) repeat()
  }

  /** Reads again; if that fails, repeats it from the first delay. */
  function readAnew() {
    failed = 0
    void reload()
  }

  return {
    state,
    start: () => {
      started = true
      readAnew()
    },
    stop: () => {
      started = false
      running?.abort()
      running = undefined
      clearTimeout(retryTimer)
    },
    reload: readAnew,
    /** The data has changed: reads again, after a running call, or once a rate limit allows it. */
    changed: () => {
      if (running) outdated = true
      else if (performance.now() >= allowedAt) void reload()
    },
    /** The shop may be reachable again: repeats a failed read at once, unless a rate limit forbids it. */
    retry,
    /** Changes the data without a call. */
    update: (next: (data: Data) => Data) => {
      const { data } = state.get()
      if (data !== undefined) state.set({ ...state.get(), data: next(data) })
    },
  }
}

export type Reader<Data> = ReturnType<typeof makeReader<ReadSuccess, Data>>
