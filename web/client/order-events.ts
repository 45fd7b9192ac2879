/*
 * The shop's streams say when orders are new or changed; what changed is read again through the calls. A stream that
 * breaks is opened anew by the browser. One that the shop declined (signed out, busy) is asked for again with growing
 * pauses, and while there is none, everything is read again every half minute.
 */

/** What an event tells. Both are left out when anything may have changed. */
export type OrderChange = { order?: string; status?: string }

/** Milliseconds between two calls of `onChange`: a burst of events is told once. */
const burst = 250
/** Milliseconds between two looks while there is no stream. */
const lookEvery = 30_000
/** Milliseconds before a declined stream is asked for again, the last one again and again. */
const pauses = [1000, 2000, 4000, 8000, 15_000, 30_000]

export type Stream = Pick<EventTarget, 'addEventListener'> & { readonly readyState: number; close: () => void }

export type Following = {
  /** Opens the stream. */
  open: () => Stream
  /** Asks who is signed in, before a declined stream is asked for again. */
  refresh: () => Promise<unknown>
  /**
   * Gets what was told since the last call: an empty list when the stream has just been opened, or none can be had,
   * so that anything may have changed.
   */
  onChange: (changes: OrderChange[]) => void
}

/** Follows a stream until `close`. `retry` asks for a declined one right away. */
export function followOrders({ open, refresh, onChange }: Following): { close: () => void; retry: () => void } {
  let stream: Stream | undefined
  let closed = false
  let declined = 0
  let retrying: ReturnType<typeof setTimeout> | undefined
  let looking: ReturnType<typeof setInterval> | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let untold: OrderChange[] = []
  /** Anything may have changed, whatever single events say. */
  let anything = false

  function tell() {
    waiting = setTimeout(() => {
      waiting = undefined
      if (anything || untold.length > 0) tell()
    }, burst)
    const changes = anything ? [] : untold
    anything = false
    untold = []
    onChange(changes)
  }

  function changed(change?: OrderChange) {
    if (change?.order === undefined) anything = true
    else untold.push(change)
    if (waiting === undefined) tell()
  }

  function connect() {
    retrying = undefined
    const mine = open()
    stream = mine
    mine.addEventListener('open', () => {
      if (stream !== mine) return
      declined = 0
      clearInterval(looking)
      looking = undefined
      // What happened before the stream was there wasn't told.
      changed()
    })
    mine.addEventListener('orders', (event) => {
      if (stream === mine) changed(changeOf((event as MessageEvent<unknown>).data))
    })
    mine.addEventListener('error', () => {
      if (stream !== mine) return
      looking ??= setInterval(() => changed(), lookEvery)
      // 2: the browser has given up. Otherwise it comes back by itself.
      if (mine.readyState === 2) again(mine)
    })
  }

  function again(mine: Stream) {
    stream = undefined
    mine.close()
    const pause = pauses[Math.min(declined, pauses.length - 1)]
    declined += 1
    retrying = setTimeout(retry, pause)
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
    clearTimeout(waiting)
    clearInterval(looking)
  }

  connect()
  return { close, retry }
}

/** What an event's text says; nothing that can't be read is worth losing the event for. */
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
