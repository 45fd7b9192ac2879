import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kill, platform } from 'node:process'
import { pathToFileURL } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { isPictureName } from '../../../contract/catalog/pictures.ts'
import { promptPayPayload } from '../../../contract/payments/promptpay.ts'
import { slipLimits } from '../../../contract/payments/slip-limits.ts'
import { cents } from '../../../contract/values/money.ts'
import { noisePicture, slipPicture } from '../../../testing/makers/slip-picture.ts'
import { Refusal } from '../../common/refusal.ts'
import { PictureError } from '../../media/picture-error.ts'
import { slipReader } from './read-slip.ts'
import { slipText } from './slip-text.ts'

const client = '198.51.100.1'
const reader = aReader()
afterAll(() => reader.close())

/** A reader of one client's pictures, unless a test names another. */
function aReader(options?: Parameters<typeof slipReader>[0]) {
  const { read, close } = slipReader(options)
  return {
    read: (source: Buffer, clientAddress = client) => read(source, { clientAddress, shopperId: clientAddress }),
    close,
  }
}

const reference = '015120261121085BPM01'
const text = slipText('004', reference)
const slip = { kind: 'slip', bank: '004', reference }
const small = { width: 360, height: 640, module: 3 }

const errorOf = (bytes: Buffer, by = reader) =>
  by.read(bytes).then(
    (read) => read.error ?? 'read',
    (error) => (error instanceof PictureError || error instanceof Refusal ? error.code : `thrown: ${error}`),
  )

test.each([
  [3, 2, 20],
  [4, -5, 40],
  [8, 3, 60],
])('reads a code of %d-pixel modules, turned by %d degrees, with noise of %d', async (module, turned, noise) => {
  const picture = await slipPicture({ codes: [text], module, turned, noise })
  expect((await reader.read(await picture.jpeg({ quality: 60 }).toBuffer())).slip).toEqual(slip)
})

test.each([
  ['JPEG', (picture: Sharp) => picture.jpeg({ quality: 60 })],
  ['greyscale JPEG', (picture: Sharp) => picture.greyscale().jpeg()],
  ['PNG', (picture: Sharp) => picture.png()],
  ['WebP', (picture: Sharp) => picture.webp()],
] as const)('reads a %s', async (_type, encoded) => {
  const bytes = await encoded(await slipPicture({ codes: [text], ...small })).toBuffer()
  expect((await reader.read(bytes)).slip).toEqual(slip)
})

test('reads a PNG whose light parts are transparent', async () => {
  const { data, info } = await (await slipPicture({ codes: [text], ...small }))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let index = 0; index < data.length; index += 4) if ((data[index] ?? 0) > 200) data.set([0, 0, 0, 0], index)
  const raw = { width: info.width, height: info.height, channels: 4 as const }
  expect((await reader.read(await sharp(data, { raw }).png().toBuffer())).slip).toEqual(slip)
})

test('reads a large photograph, taken sideways', async () => {
  const upright = await (await slipPicture({ codes: [text], width: 1700, height: 2250, module: 5 })).jpeg().toBuffer()
  const photo = await sharp(upright).rotate(-90).withMetadata({ orientation: 6 }).jpeg({ quality: 80 }).toBuffer()
  const read = await reader.read(photo)
  expect(read.slip).toEqual(slip)
  expect(read.picture.name).toMatch(/-967x1280\.webp$/)
})

test('returns a picture to store: smaller, without metadata, under a name of its own', async () => {
  const taken = await (await slipPicture({ codes: [text], height: 2000, width: 1000 }))
    .withMetadata({ orientation: 1 })
    .withExifMerge({ IFD0: { Copyright: 'Somchai' }, IFD3: { GPSLatitude: '13/1 43/1 0/1' } })
    .jpeg()
    .toBuffer()
  expect(taken.includes('Somchai')).toBe(true)
  const [{ picture }, again] = [await reader.read(taken), await reader.read(taken)]
  const metadata = await sharp(picture.bytes).metadata()
  expect([metadata.format, metadata.width, metadata.height]).toEqual(['webp', 640, 1280])
  expect([metadata.exif, metadata.icc, metadata.xmp]).toEqual([undefined, undefined, undefined])
  expect(picture.bytes.includes('Somchai')).toBe(false)
  expect(picture.name).toMatch(/-640x1280\.webp$/)
  expect(isPictureName(picture.name)).toBe(true)
  expect(again.picture.name).not.toBe(picture.name)
})

const payment = promptPayPayload({ kind: 'mobile', number: '0812345678' }, cents(12345))
test.each([
  ['no_code', []],
  ['payment_qr', [payment]],
  ['not_a_slip', ['https://example.com']],
  ['checksum', [text.replace('BPM01', 'BPM02')]],
  ['several_slips', [text, slipText('014', 'ABC1')]],
  ['payment_qr', ['https://example.com', payment]],
])('says %s, and returns the picture all the same', async (error, codes) => {
  const read = await reader.read(await (await slipPicture({ codes, ...small })).jpeg().toBuffer())
  expect([read.error, read.slip]).toEqual([error, undefined])
  expect(read.picture.bytes.length).toBeGreaterThan(1000)
})

test('reads the slip beside other codes, and the same slip shown twice', async () => {
  const beside = await slipPicture({ codes: ['https://example.com', text], ...small })
  expect((await reader.read(await beside.jpeg().toBuffer())).slip).toEqual(slip)
  const twice = await slipPicture({ codes: [text, text], ...small })
  expect((await reader.read(await twice.jpeg().toBuffer())).slip).toEqual(slip)
})

test('finds no code in noise', async () => {
  expect(await errorOf(await noisePicture(2160, 3840).jpeg({ quality: 60 }).toBuffer())).toBe('no_code')
})

test('refuses what isn’t a whole JPEG, PNG or WebP', async () => {
  const picture = await slipPicture({ codes: [text], ...small })
  const [jpeg, png] = [await picture.clone().jpeg().toBuffer(), await picture.clone().png().toBuffer()]
  expect(await errorOf(jpeg.subarray(0, jpeg.length / 2))).toBe('picture_broken')
  expect(await errorOf(png.subarray(0, png.length / 2))).toBe('picture_broken')
  expect(await errorOf(Buffer.from('%PDF-1.7 slip'))).toBe('picture_type')
  expect(await errorOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('picture_type')
  expect(await errorOf(await picture.clone().avif({ effort: 0 }).toBuffer())).toBe('picture_type')
  expect(await errorOf(Buffer.alloc(0))).toBe('picture_type')
})

test('refuses more than 10 MB or 25 megapixels', async () => {
  expect(await errorOf(Buffer.alloc(slipLimits.bytes + 1))).toBe('picture_too_large')
  const bomb = await sharp({ create: { width: 5001, height: 5000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  expect(bomb.length).toBeLessThan(500_000)
  expect(await errorOf(bomb)).toBe('picture_too_many_pixels')
})

test('says when reading took too long, and returns the picture', async () => {
  const hasty = aReader({ milliseconds: 0 })
  // Its search takes a fifth of a second, so that the codes don't arrive with the picture.
  const read = await hasty.read(await noisePicture(2000, 2000).jpeg({ quality: 60 }).toBuffer())
  expect([read.error, read.picture.name]).toEqual(['took_too_long', expect.stringMatching(/-1280x1280\.webp$/)])
  await hasty.close()
})

describe('a process whose search for codes', () => {
  /**
   * Returns a reader whose process sends each source back as its picture, and searches as the source says: without an
   * end, until its memory or WebAssembly's is exhausted, until it fails, or else finds a slip, numbered by the pictures
   * that it has read. It decodes `slow` without an end.
   */
  async function stubReader(milliseconds: number, decodeMilliseconds = 20_000) {
    const folder = await mkdtemp(join(tmpdir(), 'talad-slip-'))
    const script = pathToFileURL(join(folder, 'stub.mjs'))
    await writeFile(
      script,
      `import { slipText } from ${JSON.stringify(new URL('./slip-text.ts', import.meta.url).href)}
      let read = 0
      process.on('disconnect', () => process.exit())
      process.on('message', (bytes) => {
        const name = Buffer.from(bytes).toString()
        if (name === 'slow') for (;;);
        process.send({ picture: { name, bytes } }, () => {
          if (name === 'endless') for (;;);
          const kept = []
          if (name === 'large') for (;;) kept.push(Array(1e6).fill(kept.length + 0.5))
          if (name === 'broken') process.exit(1)
          if (name === 'refused') return process.send({ codes: undefined })
          process.send({ codes: [slipText('004', 'READ' + ++read)] })
        })
      })`,
    )
    const own = aReader({ script, milliseconds, decodeMilliseconds })
    onTestFinished(async () => {
      await own.close()
      await rm(folder, { recursive: true })
    })
    return { read: (name: string) => own.read(Buffer.from(name)), close: own.close }
  }
  const found = (count: number) => ({ slip: { reference: `READ${count}` } })

  test.each([
    ['takes too long', 'endless', 5000],
    ['runs out of memory', 'large', 20_000],
    ['gets no more of WebAssembly’s memory', 'refused', 20_000],
    ['fails', 'broken', 20_000],
  ])('%s ends, its picture is returned, and the next one is read by another', async (_what, name, milliseconds) => {
    const { read } = await stubReader(milliseconds)
    expect(await read('a')).toMatchObject(found(1))
    expect(await read('b')).toMatchObject(found(2))
    expect(await read(name)).toMatchObject({ error: 'took_too_long', picture: { name } })
    expect(await read('c')).toMatchObject(found(1))
  })

  test('is not reached in time ends, its picture is refused, and the next one is read by another', async () => {
    const { read } = await stubReader(20_000, 5000)
    expect(await read('a')).toMatchObject(found(1))
    await expect(read('slow')).rejects.toMatchObject({ code: 'picture_broken' })
    expect(await read('b')).toMatchObject(found(1))
  })

  test('goes on ends when the reader is closed, and its picture is refused', async () => {
    const { read, close } = await stubReader(20_000)
    const reading = read('endless').catch((error) => error.code)
    await close()
    expect(await reading).toBe('unavailable')
  })
})

test('refuses further pictures with a Retry-After while its queue is full', async () => {
  const bytes = await (await slipPicture({ codes: [text], ...small })).jpeg().toBuffer()
  const readings = await Promise.allSettled(Array.from({ length: 36 }, () => reader.read(bytes)))
  const refused = readings.filter((each) => each.status === 'rejected')
  expect(refused).toHaveLength(4)
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(Refusal)
    expect(reason).toMatchObject({ code: 'unavailable', details: { retryAfter: 2 } })
  }
  expect((await reader.read(bytes)).slip).toEqual(slip)
})

test('a full queue of one client keeps no other from being read soon', async () => {
  const bytes = await (await slipPicture({ codes: [text], ...small })).jpeg().toBuffer()
  let done = 0
  const flood = Array.from({ length: 36 }, () => reader.read(bytes).then(() => (done += 1)))
  const quiet = reader.read(bytes, '203.0.113.9').then(() => done)
  await Promise.allSettled(flood)
  expect(await quiet).toBeLessThanOrEqual(2)
  expect(done).toBe(31)
})

test('refuses pictures once it is closed', async () => {
  const closed = aReader()
  await closed.close()
  expect(await errorOf(await (await slipPicture({ codes: [text], ...small })).jpeg().toBuffer(), closed)).toBe(
    'unavailable',
  )
})

/** The processes that read slips, of those that this one has started. */
async function processes(): Promise<number[]> {
  const lists = (await readdir('/proc/self/task')).map((id) => readFile(`/proc/self/task/${id}/children`, 'utf8'))
  const ids = (await Promise.all(lists)).join(' ').match(/\d+/g) ?? []
  const isReader = async (id: string) =>
    (await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')).includes('slip-process')
  const found = await Promise.all(ids.map(async (id) => ((await isReader(id)) ? [Number(id)] : [])))
  return found.flat()
}

describe.runIf(platform === 'linux')('the process that reads', () => {
  test('has a low priority in every thread, so that orders come first', async () => {
    await reader.read(await (await slipPicture({ codes: [text], ...small })).jpeg().toBuffer())
    const [pid] = await processes()
    const threads = await readdir(`/proc/${pid}/task`)
    const stats = await Promise.all(threads.map((id) => readFile(`/proc/${pid}/task/${id}/stat`, 'utf8')))
    expect(stats.length).toBeGreaterThan(5)
    // The 19th field; the second may contain spaces, in brackets.
    for (const stat of stats) expect(stat.replace(/.*\) /s, '').split(' ')[16]).toBe('5')
  })

  test('fails with its picture if it is killed, and the next picture starts another', async () => {
    const bytes = await (await slipPicture({ codes: [text] })).jpeg().toBuffer()
    const before = new Set(await processes())
    const own = aReader()
    expect((await own.read(bytes)).slip).toEqual(slip)
    const [pid] = (await processes()).filter((id) => !before.has(id))
    const reading = errorOf(bytes, own)
    kill(pid as number, 'SIGKILL')
    expect(await reading).toMatch('the process that reads slips has ended')
    expect((await own.read(bytes)).slip).toEqual(slip)
    await own.close()
    expect((await processes()).filter((id) => !before.has(id))).toEqual([])
  })
})
