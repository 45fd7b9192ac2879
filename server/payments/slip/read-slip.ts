import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { SellerSlip } from '../../../contract/entities/payment.ts'
import { limitConcurrencyByClient } from '../../common/concurrency-limit.ts'
import { refuseUnless } from '../../common/refusal.ts'
import { TimedOut, withTimeout } from '../../common/timeout.ts'
import type { PictureSource } from '../../media/decode-picture.ts'
import { PictureError, type PictureErrorCode } from '../../media/picture-error.ts'
import type { StoredPicture } from './decode-slip.ts'
import { readSlipText, type Transfer } from './slip-text.ts'

/** The reason why no slip was read in a picture. A seller may still recognise it. */
export type SlipErrorCode = NonNullable<SellerSlip['unread']>

export type SlipReading = ({ slip: Transfer; error?: undefined } | { slip?: undefined; error: SlipErrorCode }) & {
  picture: StoredPicture
}

/** Who sends a slip. */
export type SlipOrigin = { clientAddress: string; shopperId: string }

export type SlipReader = {
  /**
   * Reads the slip in a shopper's picture. Throws PictureError for a file over `slipLimits.bytes` or
   * `slipLimits.pixels`, of a type other than JPEG, PNG or WebP by its content, or that can't be decoded to the end.
   * Next is the picture of the shopper and address whose pictures took least time in these ten minutes. Throws
   * `unavailable` with a Retry-After while {@link maxQueued} pictures are being read or waiting, for the newest of the
   * shopper or address that has most, or whose pictures took longest; and once it is closed.
   */
  read(source: PictureSource, sender: SlipOrigin): Promise<SlipReading>
  /** Ends the reading process. A picture that is being read is refused. */
  close(): Promise<void>
}

/** The first reply of the process to a picture: the one to be stored, or why there is none. */
export type DecodeReply =
  | { picture: StoredPicture; refused?: undefined; failed?: undefined }
  | { refused: PictureErrorCode; failed?: undefined }
  | { refused?: undefined; failed: string }
/** The second one: the texts of its codes; undefined if the search took too much memory. */
export type SearchReply = { codes: string[] | undefined }

/** Reading takes a fifth of a second, so the last one waits six seconds; with the slowest pictures, half a minute. */
const maxQueued = 32

/** The idle time after which the process ends, as it takes about 100 MB. */
const idleMilliseconds = 60_000

/**
 * Returns a reader of slips. It reads in a process of its own, which is started by a picture. If the search for codes
 * takes more than `milliseconds` or too much memory, the process is killed, and the next picture starts another.
 * So it is if decoding takes more than `decodeMilliseconds`; that picture is refused. The largest ones take a second.
 */
export function slipReader({
  milliseconds = 5000,
  decodeMilliseconds = 15_000,
  script = new URL('./slip-process.ts', import.meta.url),
}: {
  milliseconds?: number
  decodeMilliseconds?: number
  script?: URL
} = {}): SlipReader {
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

  async function replyTo(source: PictureSource): Promise<{ reply: DecodeReply; codes?: string[] | undefined }> {
    clearTimeout(idle)
    if (!child) {
      const started = start(script)
      child = started
      started.once('disconnect', () => {
        if (child === started) child = undefined
      })
    }
    // An iterator, as the second reply may arrive in the same tick as the first; it ends when the process does.
    const replies = on(child, 'message', { close: ['disconnect'] })
    let isReusable = false
    try {
      child.send(source)
      const decoded = await withTimeout(decodeMilliseconds, replies.next()).catch((error: unknown) => {
        throw error instanceof TimedOut ? new PictureError('picture_broken', { cause: error }) : error
      })
      if (decoded.done) return { reply: { failed: 'the process that reads slips has ended' } }
      const [reply] = decoded.value as [DecodeReply]
      const hasPicture = reply.refused === undefined && reply.failed === undefined
      const codes = hasPicture ? await codesOf(replies) : undefined
      isReusable = !hasPicture || codes !== undefined
      return { reply, codes }
    } finally {
      await replies.return?.()
      if (!isReusable) await end()
      else if (child) idle = setTimeout(end, idleMilliseconds).unref()
    }
  }

  /** Returns the codes of a decoded picture; undefined if the search took too long or too much memory. */
  async function codesOf(replies: ReturnType<typeof on>): Promise<string[] | undefined> {
    try {
      const searched = await withTimeout(milliseconds, replies.next())
      return searched.done ? undefined : (searched.value as [SearchReply])[0].codes
    } catch (error) {
      if (error instanceof TimedOut) return undefined
      throw error
    }
  }

  return {
    read: (source, { clientAddress, shopperId }) =>
      limit(
        shopperId,
        async () => {
          refuseUnless(!isClosed, 'unavailable')
          const { reply, codes } = await replyTo(source)
          if (reply.refused) throw new PictureError(reply.refused)
          refuseUnless(!isClosed, 'unavailable')
          if (reply.failed !== undefined) throw new Error(reply.failed)
          return { ...(codes ? slipOf(codes) : { error: 'took_too_long' }), picture: reply.picture }
        },
        clientAddress,
      ),
    async close() {
      isClosed = true
      await end()
    },
  }
}

function start(script: URL): ChildProcess {
  const started = fork(fileURLToPath(script), {
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
