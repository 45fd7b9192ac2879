import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { limitConcurrencyByClient } from '../../common/concurrency-limit.ts'
import { refuseUnless } from '../../common/refusal.ts'
import { withTimeout } from '../../common/timeout.ts'
import type { PictureSource } from '../../media/decode-picture.ts'
import { PictureError, type PictureErrorCode } from '../../media/picture-error.ts'
import type { StoredPicture } from './decode-slip.ts'
import { readSlipText, type SlipTextErrorCode, type Transfer } from './slip-text.ts'

/** The reason why no slip was read in a picture. A seller may still recognise it. */
export type SlipErrorCode = SlipTextErrorCode | 'no_code' | 'several_slips' | 'took_too_long'

export type SlipReading = ({ slip: Transfer; error?: undefined } | { slip?: undefined; error: SlipErrorCode }) & {
  picture: StoredPicture
}

export type SlipReader = {
  /**
   * Reads the slip in a shopper's picture. Throws PictureError for a file over `slipLimits.bytes` or
   * `slipLimits.pixels`, of a type other than JPEG, PNG or WebP by its content, or that can't be decoded to the end.
   * Clients are served round robin. Throws `unavailable` with a Retry-After while {@link maxQueued} pictures are being
   * read or waiting, the newest of the client that has most, and once it is closed.
   */
  read(source: PictureSource, client: string): Promise<SlipReading>
  /** Ends the reading process. A picture that is being read is refused. */
  close(): Promise<void>
}

/** A picture to read; `milliseconds` limits the search for codes. */
export type ProcessRequest = { source: PictureSource; milliseconds?: number }
export type ProcessReply =
  | { picture: StoredPicture; texts: string[] | undefined; refused?: undefined; failed?: undefined }
  | { refused: PictureErrorCode; failed?: undefined }
  | { refused?: undefined; failed: string }

/** Reading takes a fifth of a second, so the last one waits two seconds. */
const maxQueued = 8

/** The idle time after which the process ends, as it takes about 100 MB. */
const idleMilliseconds = 60_000
/** The timeout of a picture. Decoding and the search have limits of their own, which add up to less. */
const replyMilliseconds = 60_000

/** Returns a reader of slips. It reads in a process of its own, which is started by a picture. */
export function slipReader({ milliseconds }: { milliseconds?: number } = {}): SlipReader {
  const limit = limitConcurrencyByClient(1, maxQueued)
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let isClosed = false

  async function end(): Promise<void> {
    const ending = child
    child = undefined
    clearTimeout(idle)
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const exited = once(ending, 'exit')
    ending.kill('SIGKILL')
    await exited
  }

  async function replyTo(source: PictureSource): Promise<ProcessReply> {
    clearTimeout(idle)
    if (!child) {
      const started = start()
      child = started
      started.once('exit', () => {
        if (child === started) child = undefined
      })
    }
    const done = new AbortController()
    const { signal } = done
    try {
      child.send({ source, milliseconds } satisfies ProcessRequest)
      const reply = Promise.race([
        once(child, 'message', { signal }),
        once(child, 'exit', { signal }).then(() => [{ failed: 'the process that reads slips has ended' }]),
      ])
      const [message] = await withTimeout(replyMilliseconds, reply)
      return message as ProcessReply
    } catch (error) {
      await end()
      throw error
    } finally {
      done.abort()
      if (child) idle = setTimeout(end, idleMilliseconds).unref()
    }
  }

  return {
    read: (source, client) =>
      limit(client, async () => {
        refuseUnless(!isClosed, 'unavailable')
        const reply = await replyTo(source)
        if (reply.refused) throw new PictureError(reply.refused)
        refuseUnless(!isClosed, 'unavailable')
        if (reply.failed !== undefined) throw new Error(reply.failed)
        const { texts, picture } = reply
        return { ...(texts ? slipOf(texts) : { error: 'took_too_long' }), picture }
      }),
    async close() {
      isClosed = true
      await end()
    },
  }
}

function start(): ChildProcess {
  const started = fork(fileURLToPath(new URL('./slip-process.ts', import.meta.url)), {
    // It needs none of the shop's settings.
    env: {},
    execArgv: ['--max-old-space-size=64', '--max-semi-space-size=2'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // The shop may exit while the process waits for pictures, and that ends then.
  started.unref()
  started.channel?.unref()
  // Without a listener, an error would end the shop.
  started.on('error', () => {})
  return started
}

/** Returns the one slip among a picture's codes, or the reason why there is none. */
function slipOf(texts: readonly string[]): { slip: Transfer } | { error: SlipErrorCode } {
  const read = texts.map(readSlipText)
  const slips = new Map(read.filter((each) => typeof each === 'object').map((slip) => [JSON.stringify(slip), slip]))
  const [slip, ...others] = slips.values()
  if (slip) return others.length === 0 ? { slip } : { error: 'several_slips' }
  const errors = ['checksum', 'payment_qr', 'not_a_slip'] as const
  return { error: errors.find((error) => read.includes(error)) ?? 'no_code' }
}
