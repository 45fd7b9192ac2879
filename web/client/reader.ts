import { makeStore } from '../store.ts'
import { failureMessage } from './api.ts'
import { delayAfter } from './delay-after.ts'

export type ReadSuccess = { success: true }
export type ReadFailure = { success: false; message: string; status?: number }

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
 */
const retryDelays = [2000, 4000, 8000, 15_000, 30_000]

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
      state.set({ data, failure: reply.message, loading: false })
      const { status = 0 } = reply
      if (status >= 500 || status === 429) {
        retryTimer = setTimeout(retry, delayAfter(retryDelays, failed))
        failed += 1
        return
      }
    }
    if (outdated) void reload()
  }

  function retry() {
    if (state.get().failure !== undefined && !running) void reload(false)
  }

  return {
    state,
    start: () => {
      started = true
      void reload()
    },
    stop: () => {
      started = false
      running?.abort()
      running = undefined
      clearTimeout(retryTimer)
    },
    reload: () => void reload(),
    /** The data has changed: reads again, after a running call. */
    changed: () => {
      if (running) outdated = true
      else void reload()
    },
    /** The shop may be reachable again: repeats a failed read at once. */
    retry,
    /** Changes the data without a call. */
    update: (next: (data: Data) => Data) => {
      const { data } = state.get()
      if (data !== undefined) state.set({ ...state.get(), data: next(data) })
    },
  }
}

export type Reader<Data> = ReturnType<typeof makeReader<ReadSuccess, Data>>
