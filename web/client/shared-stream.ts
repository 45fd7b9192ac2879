import type { Stream } from './order-events.ts'

/*
 * One event stream for all tabs of a browser: a stream keeps a connection, and with HTTP/1.1 a browser has six for the
 * shop. The tab that holds a lock opens the stream and passes its events on; when it closes, the lock and the stream go
 * to the next tab.
 */

/** A message between tabs: a question for the stream's state, or the state with the latest event. */
type Message = 'state?' | { readyState: number; event?: 'open' | 'orders' | 'error'; data?: unknown }

/** Milliseconds for an answer. A tab that is silent longer is suspended, and loses the lock to the one that asks. */
const answerTime = 3000

export type SharedStreamDeps = {
  /** The same for all tabs that share the stream. */
  name: string
  /** Opens the stream itself. */
  open: () => Stream
  channel: Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>
  locks: Pick<LockManager, 'request'>
}

/** A stream that is open in one of the browser's tabs, whichever it is. */
export class SharedStream extends EventTarget implements Stream {
  readyState = 0
  readonly #closing = new AbortController()
  /** Aborted when the stream is closed. */
  readonly closed = this.#closing.signal
  readonly #deps: SharedStreamDeps
  /** The stream itself, if it is open in this tab. */
  #source: Stream | undefined
  /** Ends this tab's request for the lock, or the holding of it. */
  #turn = new AbortController()
  #silence: ReturnType<typeof setTimeout> | undefined

  constructor(deps: SharedStreamDeps) {
    super()
    this.#deps = deps
    deps.channel.onmessage = ({ data }: MessageEvent<Message>) => this.#hear(data)
    this.#request()
    this.queryState()
  }

  /** Asks for the state, and takes the lock from a tab that doesn't answer. */
  queryState(): void {
    if (this.#source || this.readyState === 2) return
    this.#silence ??= setTimeout(() => this.#request({ steal: true }), answerTime)
    this.#deps.channel.postMessage('state?' satisfies Message)
  }

  close(): void {
    this.readyState = 2
    this.#closing.abort()
    this.#turn.abort()
    this.#endSilence()
    this.#deps.channel.close()
  }

  #request({ steal = false } = {}): void {
    this.#turn.abort()
    const turn = new AbortController()
    this.#turn = turn
    const { name, locks } = this.#deps
    locks
      .request(name, steal ? { steal } : { signal: turn.signal }, () => this.#lead(turn.signal))
      .catch((error: unknown) => {
        if (turn.signal.aborted) return
        // An AbortError: another tab has taken the lock. Any other error means that there are no locks here, such as in
        // a sandboxed frame.
        if ((error as Error).name === 'AbortError') this.#request()
        else void this.#lead(turn.signal)
      })
  }

  /** Opens the stream, until `turn` is aborted. */
  #lead(turn: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (turn.aborted) return resolve()
      this.#endSilence()
      const source = this.#deps.open()
      this.#source = source
      for (const event of ['open', 'orders', 'error'] as const)
        source.addEventListener(event, (happened) => {
          if (this.#source !== source) return
          const { data } = happened as MessageEvent<unknown>
          const message = { readyState: source.readyState, event, ...(event === 'orders' && { data }) }
          this.#deps.channel.postMessage(message satisfies Message)
          this.#happen(message)
        })
      turn.addEventListener('abort', () => {
        this.#source = undefined
        source.close()
        resolve()
      })
    })
  }

  #hear(message: Message): void {
    if (message === 'state?') {
      if (this.#source) this.#deps.channel.postMessage({ readyState: this.#source.readyState } satisfies Message)
      return
    }
    // The message is from a tab that has just lost the lock to this one.
    if (this.#source) return
    this.#endSilence()
    const isNew = message.readyState === 1 && this.readyState !== 1
    this.#happen(message.event === undefined && isNew ? { ...message, event: 'open' } : message)
  }

  #happen({ readyState, event, data }: Exclude<Message, string>): void {
    this.readyState = readyState
    if (event) this.dispatchEvent(event === 'orders' ? new MessageEvent(event, { data }) : new Event(event))
  }

  #endSilence(): void {
    clearTimeout(this.#silence)
    this.#silence = undefined
  }
}

/**
 * Opens the stream at `url`, shared with the browser's other tabs of the same account; one of its own if the browser
 * has no locks, as on pages without HTTPS.
 */
export function openStream(url: string, account: string): Stream {
  if (!('locks' in navigator && 'BroadcastChannel' in window)) return new EventSource(url)
  const name = `talad${url} ${account}`
  const open = () => new EventSource(url)
  const stream = new SharedStream({ name, open, channel: new BroadcastChannel(name), locks: navigator.locks })
  // The tab with the stream may have been suspended while this one was hidden.
  const shown = () => document.visibilityState === 'visible' && stream.queryState()
  document.addEventListener('visibilitychange', shown, { signal: stream.closed })
  return stream
}
