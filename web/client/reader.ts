import { makeStore } from '../store.ts'
import { failureMessage } from './api.ts'

export type Agreed = { success: true }
export type Refused = { success: false; message: string }

/** What is known of something that is read from the shop. While it is read again, the old data stays. */
export type Known<Data> = {
  data: Data | undefined
  /** Why the last call brought nothing: the shop's words, or the error's where no reply came. */
  failure: string | undefined
  loading: boolean
}

type Reading<R extends Agreed | Refused, Data> = {
  /** Asks the shop. `data` is what is known so far. */
  read: (signal: AbortSignal, data: Data | undefined) => Promise<R>
  /** What is known after a reply; `data` is what is known when it comes. */
  take: (reply: Extract<R, Agreed>, data: Data | undefined) => Data
  /** What is known before the first reply. */
  first?: Data | undefined
}

/** Reads something from `start` until `stop`, one call at a time. Answers to an older call never count. */
export function makeReader<R extends Agreed | Refused, Data>({ read, take, first }: Reading<R, Data>) {
  const state = makeStore<Known<Data>>({ data: first, failure: undefined, loading: true })
  let started = false
  let running: AbortController | undefined
  /** Something happened that the call under way may have been too early for. */
  let outdated = false

  /** Reads again, in place of a call under way. */
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
    /** What is read has changed: reads again, after a call under way. */
    changed: () => {
      if (running) outdated = true
      else void again()
    },
    /** The shop is reachable again. */
    reconnected: () => {
      if (state.get().failure !== undefined && !running) void again()
    },
    /** Changes what is known without asking the shop. */
    update: (next: (data: Data) => Data) => {
      const { data } = state.get()
      if (data !== undefined) state.set({ ...state.get(), data: next(data) })
    },
  }
}

export type Reader<Data> = ReturnType<typeof makeReader<Agreed, Data>>
