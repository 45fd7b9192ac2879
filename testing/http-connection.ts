import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type HttpReply = {
  /** 0: the connection was closed instead. */
  status: number
  /** Bytes received, the head included. */
  bytes: number
  /** Whether the reply has a Retry-After in seconds. */
  retryAfter: boolean
}

/**
 * A connection with one request at a time, for load generators: an HTTP client would take more CPU than the server that
 * it loads. It supports replies with a content-length only, and reads no more of them than it needs.
 */
export class HttpConnection {
  readonly #socket: Socket
  #onReply: ((reply: HttpReply) => void) | undefined
  #head = ''
  #bytes = 0
  /** Bytes of the body that are missing; -1 before the head is complete. */
  #left = -1

  constructor(address: { port: number; host: string; localAddress?: string }) {
    this.#socket = connect(address).setNoDelay(true)
    this.#socket.on('data', (part) => this.#read(part))
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => this.#finish(0))
  }

  get isClosed(): boolean {
    return this.#socket.destroyed
  }

  /** Resolves once the connection is open; rejects if it fails. */
  async opened(): Promise<void> {
    await once(this.#socket, 'connect')
  }

  /** Sends a request, given as text; calls `onReply` once its reply is complete. */
  ask(request: string, onReply: (reply: HttpReply) => void): void {
    this.#onReply = onReply
    this.#head = ''
    this.#bytes = 0
    this.#left = -1
    this.#socket.write(request)
  }

  close(): void {
    this.#onReply = undefined
    this.#socket.destroy()
  }

  #read(part: Buffer): void {
    this.#bytes += part.length
    if (this.#left >= 0) this.#left -= part.length
    else {
      this.#head += part.toString('latin1')
      const end = this.#head.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = this.#status === 304 ? 0 : Number(/content-length: (\d+)/i.exec(this.#head)?.[1] ?? 0)
      this.#left = end + 4 + length - this.#head.length
    }
    if (this.#left <= 0) this.#finish(this.#status)
  }

  get #status(): number {
    return Number(this.#head.slice(9, 12))
  }

  #finish(status: number): void {
    const onReply = this.#onReply
    this.#onReply = undefined
    onReply?.({ status, bytes: this.#bytes, retryAfter: /retry-after: \d/i.test(this.#head) })
  }
}
