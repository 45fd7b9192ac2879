import { PictureError } from '../../media/picture-error.ts'
import { decodeSlip } from './decode-slip.ts'
import { qrReader } from './qr-reader.ts'
import type { ProcessReply, ProcessRequest } from './read-slip.ts'

/* A process that reads slips, one at a time. It replies to each picture with its codes and the picture to be stored. */

let codes: ReturnType<typeof qrReader> | undefined

process.on('message', async ({ source, milliseconds }: ProcessRequest) => {
  codes ??= qrReader({ milliseconds })
  process.send?.(await replyTo(source, codes))
})
process.on('disconnect', () => process.exit())
// A terminal and a service manager signal every process of the shop, which ends the reading of its last pictures itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

async function replyTo(source: ProcessRequest['source'], reader: ReturnType<typeof qrReader>): Promise<ProcessReply> {
  try {
    const { pixels, picture } = await decodeSlip(source)
    return { picture, texts: await reader.read(pixels) }
  } catch (error) {
    return error instanceof PictureError ? { refused: error.code } : { failed: String((error as Error).stack ?? error) }
  }
}
