import { expect, onTestFinished, test } from 'vitest'
import { noisePicture, slipPicture } from '../../../testing/makers/slip-picture.ts'
import { type GreyPixels, limitWasmMemory, readCodes } from './read-codes.ts'
import { slipText } from './slip-text.ts'

const slip = slipText('004', '015120261121085BPM01')

async function pixels(picture: ReturnType<typeof slipPicture>): Promise<GreyPixels> {
  const { data, info } = await (await picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { grey: data, width: info.width, height: info.height }
}
const withCodes = (codes: string[]) => pixels(slipPicture({ codes, width: 360, height: 640 }))

test('reads every QR code of a picture', async () => {
  expect(await readCodes(await withCodes([slip]))).toEqual([slip])
  const two = await readCodes(await withCodes([slip, 'https://example.com']))
  expect(two.sort()).toEqual([slip, 'https://example.com'])
  expect(await readCodes(await withCodes([]))).toEqual([])
})

test('throws for a picture that needs more of WebAssembly’s memory than allowed', async () => {
  const { grow } = WebAssembly.Memory.prototype
  onTestFinished(() => {
    WebAssembly.Memory.prototype.grow = grow
  })
  limitWasmMemory(24 * 1024 * 1024)
  await expect(readCodes(await pixels(Promise.resolve(noisePicture(4000, 4000))))).rejects.toThrow('std::bad_alloc')
})
