import { readdirSync } from 'node:fs'
import { platform, setPriority } from 'node:os'
import type { PictureSource } from '../../media/decode-picture.ts'
import { PictureError } from '../../media/picture-error.ts'
import { decodeSlip } from './decode-slip.ts'
import { type GreyPixels, limitWasmMemory, readCodes } from './read-codes.ts'
import type { DecodeReply, SearchReply } from './read-slip.ts'

/*
 * A process that reads slips, one at a time. It replies to each picture twice: with the picture to be stored, which is
 * kept if the process is killed afterwards, and with its codes.
 */

/**
 * A lower priority than the shop's (0), for every thread of the process: decoding and encoding take four fifths of the
 * time, and an order takes a processor from them at once.
 */
const niceness = 5
// On Linux each thread has a priority of its own. A thread that is started later inherits the priority of the thread
// that starts it.
const threads = platform() === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
for (const thread of threads) setPriority(thread, niceness)

limitWasmMemory(64 * 1024 * 1024)

process.on('message', async (source: PictureSource) => {
  const { reply, pixels } = await decoded(source)
  await send(reply)
  // Without codes if they took too much memory.
  if (pixels) await send({ codes: await readCodes(pixels).catch(() => undefined) })
})
process.on('disconnect', () => process.exit())
// A terminal and a service manager signal every process of the shop, and the shop ends the reading of its last pictures
// itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

/** Resolves once a reply is written: the search blocks this thread. */
const send = (reply: DecodeReply | SearchReply) => new Promise((resolve) => process.send?.(reply, resolve))

async function decoded(source: PictureSource): Promise<{ reply: DecodeReply; pixels?: GreyPixels }> {
  try {
    const { pixels, picture } = await decodeSlip(source)
    return { reply: { picture }, pixels }
  } catch (error) {
    const { code, stack } = error as PictureError
    return { reply: error instanceof PictureError ? { refused: code } : { failed: String(stack ?? error) } }
  }
}
