import { delayAfter } from './delay-after.ts'

/*
 * The event streams report that orders are new or changed; the changes are read through the calls. The browser
 * reconnects a broken stream. A refused one (signed out, overload) is requested again with growing delays, and while
 * there is none, everything is read again every half minute.
 */

/** The data of an event. Both are absent if anything may have changed. */
export type OrderChange = { order?: string; status?: string }

/**
 * Throttle: milliseconds between two calls of `onChange`; the last one repeats. A burst of events is reported once, and
 * a long one less often: each report is answered by reads, of which an account has a limited number in a minute.
 */
const burstIntervals = [250, 250, 500, 1000, 2000, 4000]
/** Milliseconds between reads while there is no stream. */
const pollInterval = 30_000
/** Milliseconds before a refused stream is requested again; the last one repeats. */
const retryDelays = [1000, 2000, 4000, 8000, 15_000, 30_000]

export type Stream = Pick<EventTarget, 'addEventListener'> & { readonly readyState: number; close: () => void }

export type FollowOptions = {
  /** Opens the stream. */
  open: () => Stream
  /** Checks the session before a refused stream is requested again. */
  refresh: () => Promise<unknown>
  /**
   * Gets the events since the last call; an empty list after the stream was opened, or while there is none, since
   * anything may have changed.
   */
  onChange: (changes: OrderChange[]) => void
}

/** Follows a stream until `close`. `retry` requests a refused one at once. */
export function followOrders({ open, refresh, onChange }: FollowOptions): { close: () => void; retry: () => void } {
  let stream: Stream | undefined
  let closed = false
  let declined = 0
  let retrying: ReturnType<typeof setTimeout> | undefined
  let pollTimer: ReturnType<typeof setInterval> | undefined
  let flushTimer: ReturnType<typeof setTimeout> | undefined
  let pendingChanges: OrderChange[] = []
  /** Reports of the running burst. */
  let reports = 0
  /** True if anything may have changed, whatever single events say. */
  let mayHaveMissed = false

  function flush() {
    flushTimer = setTimeout(
      () => {
        flushTimer = undefined
        if (mayHaveMissed || pendingChanges.length > 0) flush()
        else reports = 0
      },
      delayAfter(burstIntervals, reports),
    )
    reports += 1
    const changes = mayHaveMissed ? [] : pendingChanges
    mayHaveMissed = false
    pendingChanges = []
    onChange(changes)
  }

  function changed(change?: OrderChange) {
    if (change?.order === undefined) mayHaveMissed = true
    else pendingChanges.push(change)
    if (flushTimer === undefined) flush()
  }

  function connect() {
    retrying = undefined
    const mine = open()
    stream = mine
    mine.addEventListener('open', () => {
      if (stream !== mine) return
      declined = 0
      clearInterval(pollTimer)
      pollTimer = undefined
      // Events before the stream was opened were missed.
      changed()
    })
    mine.addEventListener('orders', (event) => {
      if (stream === mine) changed(changeOf((event as MessageEvent<unknown>).data))
    })
    mine.addEventListener('error', () => {
      if (stream !== mine) return
      pollTimer ??= setInterval(() => changed(), pollInterval)
      // 2: closed by the browser. Otherwise it reconnects by itself.
      if (mine.readyState === 2) again(mine)
    })
  }

  function again(mine: Stream) {
    stream = undefined
    mine.close()
    retrying = setTimeout(retry, delayAfter(retryDelays, declined))
    declined += 1
  }

  function retry() {
    if (closed || stream !== undefined || retrying === undefined) return
    clearTimeout(retrying)
    retrying = undefined
    const go = () => {
      if (!closed && stream === undefined) connect()
    }
    refresh().then(go, go)
  }

  function close() {
    closed = true
    stream?.close()
    stream = undefined
    clearTimeout(retrying)
    clearTimeout(flushTimer)
    clearInterval(pollTimer)
  }

  connect()
  return { close, retry }
}

/** Returns the data of an event; empty if it can't be parsed, which means that anything may have changed. */
function changeOf(data: unknown): OrderChange {
  try {
    const json: unknown = JSON.parse(String(data))
    if (typeof json !== 'object' || json === null) return {}
    const { order, status } = json as Record<string, unknown>
    return { ...(typeof order === 'string' && { order }), ...(typeof status === 'string' && { status }) }
  } catch {
    return {}
  }
}
