import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { limitConcurrency } from '../../common/concurrency-limit.ts'
import { TimedOut, withTimeout } from '../../common/timeout.ts'

/** A picture's brightness, one byte a pixel. */
export type GreyPixels = { grey: Uint8Array; width: number; height: number }

export type QrReader = {
  /** Returns the texts of a picture's QR codes; undefined if that takes too long or too much memory. */
  read(picture: GreyPixels): Promise<string[] | undefined>
  /** Ends the thread. Pictures that are being read are given up. */
  close(): Promise<void>
}

/**
 * Returns a reader of QR codes with one thread, which is started by the first picture. A picture takes at most
 * `milliseconds`: after that, and if it takes more memory than the thread may have, the thread ends, and the next
 * picture starts another.
 */
export function qrReader({
  milliseconds = 5000,
  wasmBytes = 64 * 1024 * 1024,
  script = new URL('./qr-worker.ts', import.meta.url),
}: {
  milliseconds?: number
  wasmBytes?: number
  script?: URL
} = {}): QrReader {
  const limit = limitConcurrency(1)
  let worker: Worker | undefined

  function start(): Worker {
    const started = new Worker(script, {
      workerData: { wasmBytes },
      // It needs none of the shop's settings.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
    })
    // The shop may exit while a thread waits for pictures.
    started.unref()
    // Also while nothing is read: without a listener, an error would end the process.
    started.on('error', () => {})
    started.on('exit', () => {
      if (worker === started) worker = undefined
    })
    return started
  }

  async function close(): Promise<void> {
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }

  async function texts(picture: GreyPixels): Promise<string[] | undefined> {
    worker ??= start()
    const done = new AbortController()
    const { signal } = done
    try {
      // The picture is copied: memory that sharp allocates can't be transferred to a thread.
      worker.postMessage(picture)
      const reply = Promise.race([
        once(worker, 'message', { signal }),
        once(worker, 'exit', { signal }).then(() => [undefined]),
      ])
      const [found] = await withTimeout(milliseconds, reply)
      return found as string[] | undefined
    } catch (error) {
      if (error instanceof TimedOut || isOutOfMemory(error)) return undefined
      throw error
    } finally {
      done.abort()
    }
  }

  return {
    read: (picture) =>
      limit(async () => {
        let found: string[] | undefined
        try {
          found = await texts(picture)
        } finally {
          if (!found) await close()
        }
        return found
      }),
    close,
  }
}

const isOutOfMemory = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
