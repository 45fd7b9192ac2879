import { readdirSync } from 'node:fs'
import { platform, setPriority } from 'node:os'
import { PictureError } from '../../media/picture-error.ts'
import { decodeSlip } from './decode-slip.ts'
import { qrReader } from './qr-reader.ts'
import type { ProcessReply, ProcessRequest } from './read-slip.ts'

/* A process that reads slips, one at a time. It replies to each picture with its codes and the picture to be stored. */

/**
 * A lower priority than the shop's (0), for every thread of the process: decoding and encoding take four fifths of the
 * time, and an order takes a processor from them at once.
 */
const niceness = 5
// On Linux each thread has a priority of its own. A thread that is started later inherits the priority of the thread
// that starts it.
const threads = platform() === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
for (const thread of threads) setPriority(thread, niceness)

let codes: ReturnType<typeof qrReader> | undefined

process.on('message', async ({ source, milliseconds }: ProcessRequest) => {
  codes ??= qrReader({ milliseconds })
  process.send?.(await replyTo(source, codes))
})
process.on('disconnect', () => process.exit())
// A terminal and a service manager signal every process of the shop, and the shop ends the reading of its last pictures
// itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

async function replyTo(source: ProcessRequest['source'], reader: ReturnType<typeof qrReader>): Promise<ProcessReply> {
  try {
    const { pixels, picture } = await decodeSlip(source)
    return { picture, texts: await reader.read(pixels) }
  } catch (error) {
    return error instanceof PictureError ? { refused: error.code } : { failed: String((error as Error).stack ?? error) }
  }
}
