import { makeStore } from '../store.ts'
import { failureMessage } from './api.ts'

export type Agreed = { success: true }
export type Refused = { success: false; message: string }

/** The state of data that is read from the shop. While it is read again, the old data stays. */
export type Known<Data> = {
  data: Data | undefined
  /** Why the last call failed: the shop's message, or the error's if there was no reply. */
  failure: string | undefined
  loading: boolean
}

type Reading<R extends Agreed | Refused, Data> = {
  /** Makes the call. `data` is the current data. */
  read: (signal: AbortSignal, data: Data | undefined) => Promise<R>
  /** Returns the new data after a reply; `data` is the current data when it arrives. */
  take: (reply: Extract<R, Agreed>, data: Data | undefined) => Data
  /** The data before the first reply. */
  first?: Data | undefined
}

/** Reads data from `start` until `stop`, one call at a time. Replies to older calls are ignored. */
export function makeReader<R extends Agreed | Refused, Data>({ read, take, first }: Reading<R, Data>) {
  const state = makeStore<Known<Data>>({ data: first, failure: undefined, loading: true })
  let started = false
  let running: AbortController | undefined
  /** True if the data changed after the running call was sent. */
  let outdated = false

  /** Reads again; a running call is dropped. */
  async function again(): Promise<void> {
    if (!started) return
    running?.abort()
    const mine = new AbortController()
    running = mine
    outdated = false
    state.set({ ...state.get(), loading: true })
    const reply: Agreed | Refused = await read(mine.signal, state.get().data).catch((error) => ({
      success: false,
      message: failureMessage(error),
    }))
    if (running !== mine) return
    running = undefined
    const { data } = state.get()
    if (reply.success) {
      const taken = take(reply as Extract<R, Agreed>, data)
      state.set({ data: taken, failure: undefined, loading: false })
    } else state.set({ data, failure: reply.message, loading: false })
    if (outdated) void again()
  }

  return {
    state,
    start: () => {
      started = true
      void again()
    },
    stop: () => {
      started = false
      running?.abort()
      running = undefined
    },
    again: () => void again(),
    /** The data has changed: reads again, after a running call. */
    changed: () => {
      if (running) outdated = true
      else void again()
    },
    /** The shop is reachable again: repeats a failed read. */
    reconnected: () => {
      if (state.get().failure !== undefined && !running) void again()
    },
    /** Changes the data without a call. */
    update: (next: (data: Data) => Data) => {
      const { data } = state.get()
      if (data !== undefined) state.set({ ...state.get(), data: next(data) })
    },
  }
}

export type Reader<Data> = ReturnType<typeof makeReader<Agreed, Data>>
