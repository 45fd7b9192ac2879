import { expect, onTestFinished, test } from 'vitest'
import { noisePicture, slipPicture } from '../../../testing/slip-picture.ts'
import { type GreyPixels, qrReader } from './qr-reader.ts'
import { slipText } from './slip-text.ts'

const slip = slipText('004', '015120261121085BPM01')

function aReader(options?: Parameters<typeof qrReader>[0]) {
  const reader = qrReader(options)
  onTestFinished(() => reader.close())
  return reader
}

async function pixels(picture: ReturnType<typeof slipPicture>): Promise<GreyPixels> {
  const { data, info } = await (await picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { grey: data, width: info.width, height: info.height }
}

const aSlip = () => pixels(slipPicture({ codes: [slip], width: 360, height: 640 }))

/**
 * A thread that never replies to a picture one pixel wide, runs out of memory at one two wide, and else counts
 * pictures.
 */
const stub = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    let read = 0
    parentPort.on('message', ({ width }) => {
      if (width === 1) for (;;);
      const kept = []
      if (width === 2) for (;;) kept.push(Array(1e6).fill(kept.length + 0.5))
      if (width === 3) throw new Error('broken')
      parentPort.postMessage([String(++read)])
    })`)}`,
)
const ofWidth = (width: number): GreyPixels => ({ grey: new Uint8Array(width), width, height: 1 })

test('reads every QR code of a picture', async () => {
  const reader = aReader()
  expect(await reader.read(await aSlip())).toEqual([slip])
  const two = await pixels(slipPicture({ codes: [slip, 'https://example.com'], width: 360, height: 640 }))
  expect((await reader.read(two))?.sort()).toEqual([slip, 'https://example.com'])
  expect(await reader.read(await pixels(slipPicture({ codes: [], width: 360, height: 640 })))).toEqual([])
})

test('ends a thread that takes too long, and reads the next picture with another', async () => {
  const reader = aReader({ script: stub, milliseconds: 1500 })
  expect(await reader.read(ofWidth(9))).toEqual(['1'])
  expect(await reader.read(ofWidth(1))).toBeUndefined()
  expect(await reader.read(ofWidth(9))).toEqual(['1'])
  expect(await reader.read(ofWidth(9))).toEqual(['2'])
})

test('a thread that runs out of memory ends alone', async () => {
  const reader = aReader({ script: stub, milliseconds: 20_000 })
  expect(await reader.read(ofWidth(2))).toBeUndefined()
  expect(await reader.read(ofWidth(9))).toEqual(['1'])
})

test('a picture that needs more of WebAssembly’s memory than allowed isn’t read, and the next one is', async () => {
  const reader = aReader({ wasmBytes: 24 * 1024 * 1024 })
  expect(await reader.read(await pixels(Promise.resolve(noisePicture(4000, 4000))))).toBeUndefined()
  expect(await reader.read(await aSlip())).toEqual([slip])
})

test('a thread that fails is an error, and the next picture starts another', async () => {
  const reader = aReader({ script: stub })
  await expect(reader.read(ofWidth(3))).rejects.toThrow('broken')
  expect(await reader.read(ofWidth(9))).toEqual(['1'])
})

test('closing gives up what is being read', async () => {
  const reader = aReader({ script: stub, milliseconds: 20_000 })
  const reading = reader.read(ofWidth(1))
  await reader.close()
  expect(await reading).toBeUndefined()
})
