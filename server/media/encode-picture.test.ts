import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { limits } from '../../contract/values/limits.ts'
import { maxConcurrentPictures } from './decode-picture.ts'
import { encodePicture } from './encode-picture.ts'
import { PictureError } from './picture-error.ts'

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c9362a' } }).composite([
    {
      input: Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle cx="30%" cy="40%" r="20%" fill="#1e7a42"/></svg>`,
      ),
    },
  ])

const codeOf = (bytes: Buffer) =>
  encodePicture(bytes).then(
    () => 'taken',
    (error) => (error instanceof PictureError ? error.code : `thrown: ${error}`),
  )

/**
 * Encodes pictures in a process of their own, one after the other; returns the codes of their errors, and how much
 * memory the process needed at most, beyond that for a small picture.
 */
async function encodedElsewhere(pictures: readonly Buffer[]): Promise<{ codes: string[]; peakMegabytes: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = await Promise.all(
    [await photo(300, 200).png().toBuffer(), ...pictures].map(async (bytes, index) => {
      const file = join(folder, String(index))
      await writeFile(file, bytes)
      return file
    }),
  )
  const code = `
    import { readFile } from 'node:fs/promises'
    import { encodePicture } from ${JSON.stringify(new URL('encode-picture.ts', import.meta.url).href)}
    const [small, ...files] = ${JSON.stringify(files)}
    await encodePicture(await readFile(small))
    const peak = () => process.resourceUsage().maxRSS / 1024
    const before = peak()
    const codes = []
    for (const file of files) codes.push(await encodePicture(await readFile(file)).then(() => 'taken', ({ code }) => code))
    console.log(JSON.stringify({ codes, peakMegabytes: peak() - before }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code])
  return JSON.parse(stdout)
}

const sizesOf = (names: { name: string }[]) => names.map(({ name }) => name.replace(/^[0-9a-f]{32}-/, ''))

for (const [type, bytes] of [
  ['JPEG', () => photo(700, 500).jpeg().toBuffer()],
  ['PNG', () => photo(700, 500).png().toBuffer()],
  ['WebP', () => photo(700, 500).webp().toBuffer()],
  ['AVIF', () => photo(700, 500).avif({ effort: 0 }).toBuffer()],
] as const)
  test(`encodes a ${type} in both formats and every width`, async () => {
    const { url, files } = await encodePicture(await bytes())
    expect(sizesOf(files)).toEqual([
      '160x114.avif',
      '160x114.webp',
      '320x229.avif',
      '320x229.webp',
      '640x457.avif',
      '640x457.webp',
      '700x500.avif',
      '700x500.webp',
    ])
    expect(url).toBe(`/pictures/${files.at(-1)?.name}`)
    for (const { name, bytes } of files) {
      const metadata = await sharp(bytes).metadata()
      expect(`${metadata.width}x${metadata.height}.${metadata.compression === 'av1' ? 'avif' : metadata.format}`).toBe(
        name.slice(33),
      )
    }
  })

test('a large photograph is reduced to a width of 1280 pixels', async () => {
  const { url } = await encodePicture(await photo(3000, 2000).jpeg().toBuffer())
  expect(url).toMatch(/-1280x853\.webp$/)
})

test('a small picture isn’t enlarged', async () => {
  const { files } = await encodePicture(await photo(1, 1).png().toBuffer())
  expect(sizesOf(files)).toEqual(['1x1.avif', '1x1.webp'])
})

test('a very tall picture is reduced so that it can be encoded', async () => {
  const { url } = await encodePicture(await photo(100, 20_000).png().toBuffer())
  expect(url).toMatch(/-26x5120\.webp$/)
})

test('the same pixels have the same name, in any file format', async () => {
  const png = await photo(200, 100).png().toBuffer()
  const webp = await sharp(png).webp({ lossless: true }).toBuffer()
  expect((await encodePicture(png)).url).toBe((await encodePicture(webp)).url)
  expect((await encodePicture(png)).url).not.toBe((await encodePicture(await photo(201, 100).png().toBuffer())).url)
})

test('preserves transparency', async () => {
  const { files } = await encodePicture(
    await sharp({ create: { width: 20, height: 20, channels: 4, background: '#1e7a4200' } })
      .png()
      .toBuffer(),
  )
  for (const { bytes } of files) expect((await sharp(bytes).metadata()).hasAlpha).toBe(true)
})

test('rotates a photograph upright and removes its location', async () => {
  const taken = await photo(400, 200)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'Somchai' }, IFD3: { GPSLatitude: '13/1 43/1 0/1' } })
    .jpeg()
    .toBuffer()
  expect(taken.includes('Somchai')).toBe(true)
  expect((await sharp(taken).metadata()).orientation).toBe(6)
  const { url, files } = await encodePicture(taken)
  expect(url).toMatch(/-200x400\.webp$/)
  for (const { bytes } of files) {
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(bytes.includes('Somchai')).toBe(false)
  }
})

test('a page appended to a photograph is removed', async () => {
  const hidden = Buffer.from('<html><script>alert(1)</script></html>')
  const { files } = await encodePicture(Buffer.concat([await photo(300, 200).jpeg().toBuffer(), hidden]))
  for (const { bytes } of files) expect(bytes.includes('<script>')).toBe(false)
})

test('colours of a wide gamut are converted to sRGB', async () => {
  const wide = await photo(60, 40).withIccProfile('p3').png().toBuffer()
  const { files } = await encodePicture(wide)
  const webp = files.find(({ name }) => name.endsWith('.webp'))
  const { dominant } = await sharp(webp?.bytes).stats()
  expect(dominant.r).toBeGreaterThan(180)
  expect((await sharp(webp?.bytes).metadata()).hasProfile).toBe(false)
})

test('refuses other files than pictures of the four types, whatever their name', async () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  )
  expect(await codeOf(svg)).toBe('picture_type')
  expect(await codeOf(Buffer.concat([Buffer.from('\ufeff'), svg]))).toBe('picture_type')
  expect(await codeOf(Buffer.from('This is a text that somebody named potato.png'))).toBe('picture_type')
  expect(await codeOf(Buffer.alloc(0))).toBe('picture_type')
  expect(await codeOf(await photo(30, 30).gif().toBuffer())).toBe('picture_type')
  expect(await codeOf(await photo(30, 30).tiff().toBuffer())).toBe('picture_type')
  expect(await codeOf(Buffer.from('%PDF-1.7 potato'))).toBe('picture_type')
})

test('refuses a truncated file, and one that only has a picture’s signature', async () => {
  const jpeg = await photo(600, 400).jpeg().toBuffer()
  expect(await codeOf(jpeg.subarray(0, jpeg.length / 2))).toBe('picture_broken')
  const png = await photo(600, 400).png().toBuffer()
  expect(await codeOf(png.subarray(0, png.length / 2))).toBe('picture_broken')
  expect(await codeOf(Buffer.concat([png.subarray(0, 8), Buffer.from('<html>')]))).toBe('picture_broken')
  expect(await codeOf(Buffer.from('\xff\xd8\xff<html>', 'latin1'))).toBe('picture_broken')
})

test('concurrent encodings are bounded by processors and memory, and at least one', () => {
  const gigabyte = 2 ** 30
  expect(maxConcurrentPictures(16, 64 * gigabyte)).toBe(15)
  expect(maxConcurrentPictures(16, 8 * gigabyte)).toBe(4)
  expect(maxConcurrentPictures(16, gigabyte)).toBe(1)
  expect(maxConcurrentPictures(1, 64 * gigabyte)).toBe(1)
})

test('refuses a file over 12 MB without decoding it', async () => {
  expect(await codeOf(Buffer.alloc(limits.pictureBytes + 1))).toBe('picture_too_large')
})

test('refuses a small file that decompresses to too many pixels, in little memory', async () => {
  const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect(bomb.length).toBeLessThan(1_000_000)
  const { codes, peakMegabytes } = await encodedElsewhere([bomb])
  expect(codes).toEqual(['picture_too_many_pixels'])
  expect(peakMegabytes).toBeLessThan(20)
})

test('accepts a real picture of another program', async () => {
  // A mango of Microsoft's Fluent Emoji, MIT licence.
  const file = await readFile('testing/makers/mango.webp')
  expect((await encodePicture(file)).url).toMatch(/-256x256\.webp$/)
})

test('only the pixels remain of a picture that is also an archive or a page', async () => {
  const { zip, page } = { zip: Buffer.from('PK\u0003\u0004potato.html'), page: Buffer.from('<html><script>alert(1)') }
  for (const picture of [
    await photo(30, 20).jpeg().toBuffer(),
    await photo(30, 20).png().toBuffer(),
    await photo(30, 20).webp().toBuffer(),
    await photo(30, 20).avif({ effort: 0 }).toBuffer(),
  ])
    for (const tail of [zip, page]) {
      const { files } = await encodePicture(Buffer.concat([picture, tail]))
      for (const { bytes } of files) {
        expect(bytes.includes('PK\u0003\u0004')).toBe(false)
        expect(bytes.includes('<script>')).toBe(false)
      }
    }
  const [zipFirst, pageFirst] = [zip, page].map((head) => Buffer.concat([head, Buffer.from('\xff\xd8\xff', 'latin1')]))
  for (const bytes of [zipFirst, pageFirst]) expect(await codeOf(bytes ?? Buffer.alloc(0))).toBe('picture_type')
})

test('comments and metadata of a picture are removed', async () => {
  const jpeg = await photo(30, 20).jpeg().toBuffer()
  const words = Buffer.from('<script>alert(1)</script>')
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, words.length + 2]), words])
  const { files } = await encodePicture(Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]))
  for (const { bytes } of files) expect(bytes.includes('<script>')).toBe(false)
})

/** Makes a PNG whose header claims a size that its few bytes don't have. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const png = await photo(8, 8).png().toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

test('refuses a small file that claims to be huge, without allocating memory for it', async () => {
  const sizes = [
    [60_000, 60_000],
    [2_000_000, 26],
    [2 ** 31 - 1, 2 ** 31 - 1],
    [7000, 7000],
  ] as const
  const { codes, peakMegabytes } = await encodedElsewhere(
    await Promise.all(sizes.map(([width, height]) => claiming(width, height))),
  )
  const tooLarge = expect.stringMatching(/^picture_(too_many_pixels|broken)$/)
  expect(codes).toEqual(['picture_too_many_pixels', tooLarge, tooLarge, 'picture_broken'])
  expect(peakMegabytes).toBeLessThan(20)
})

test.each([
  ['zTXt', 'x\0\0'],
  ['iTXt', 'x\0\x01\0\0\0'],
])('refuses a PNG with much compressed text (%s), takes one with little', async (type, head) => {
  const png = await photo(8, 8).png().toBuffer()
  const withText = (characters: number, count: number) => {
    const data = Buffer.concat([Buffer.from(type + head, 'latin1'), deflateSync(Buffer.alloc(characters, 'a'))])
    const chunk = Buffer.alloc(data.length + 8)
    chunk.writeUInt32BE(data.length - 4)
    data.copy(chunk, 4)
    chunk.writeUInt32BE(crc32(data), data.length + 4)
    // After the header.
    return Buffer.concat([png.subarray(0, 33), ...Array(count).fill(chunk), png.subarray(33)])
  }
  expect(await codeOf(withText(50_000, 1))).toBe('taken')
  // 20 MB of text in each.
  expect(await codeOf(withText(20_000_000, 5))).toBe('picture_broken')
  // Text that isn't compressed may be longer: some programs store a picture's history.
  const plain = Buffer.from('tEXtx\0'.padEnd(500_000, 'a'))
  const chunk = Buffer.concat([Buffer.alloc(4), plain, Buffer.alloc(4)])
  chunk.writeUInt32BE(plain.length - 4)
  chunk.writeUInt32BE(crc32(plain), plain.length + 4)
  expect(await codeOf(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]))).toBe('taken')
})

/** Makes a grey JPEG of 8 × 8 pixels whose details are sent this often, each time as an empty scan. */
function withScans(count: number): Buffer {
  const segment = (marker: number, data: number[]) => [0xff, marker, 0, data.length + 2, ...data]
  const scan = (first: number, last: number) => [...segment(0xda, [1, 1, 0, first, last, 0]), 0b0111_1111]
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, [0, ...Array(64).fill(1)]),
    ...segment(0xc2, [8, 0, 8, 0, 8, 1, 1, 0x11, 0]),
    // Two tables of codes with one symbol each, which is 0: no difference, and the end of a block.
    ...[0x00, 0x10].flatMap((table) => segment(0xc4, [table, 1, ...Array(15).fill(0), 0])),
    ...scan(0, 0),
    ...Array.from({ length: count }, () => scan(1, 63)).flat(),
    ...[0xff, 0xd9],
  ])
}

test('refuses a JPEG with many scans, and counts only those of the picture itself', async () => {
  const jpeg = withScans(1)
  expect(await codeOf(withScans(20))).toBe('taken')
  expect(await codeOf(withScans(60))).toBe('picture_broken')
  // Phones store other pictures and films in a picture's segments, and after it.
  const other = Buffer.from([0xff, 0xda].concat(Array(40).fill(0xda)).concat(0xff).concat(0xda))
  const segment = Buffer.concat([Buffer.from([0xff, 0xe5, 0x08, 0x02]), Buffer.alloc(0x800, other)])
  expect(await codeOf(Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]))).toBe('taken')
  expect(await codeOf(Buffer.concat([jpeg, Buffer.alloc(100_000, other)]))).toBe('taken')
})

test('only the first picture of an animation is decoded, however many there are', async () => {
  const colours = ['#c9362a', '#1e7a42']
  const frames = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      sharp({
        create: { width: 1000, height: 1000, channels: 3, background: colours[index % 2] ?? '' },
      })
        .png()
        .toBuffer(),
    ),
  )
  // Sixty megapixels in total.
  const animation = await sharp(frames, { join: { animated: true } })
    .webp({ effort: 0 })
    .toBuffer()
  expect((await sharp(animation).metadata()).pages).toBe(60)
  const { url, files } = await encodePicture(animation)
  expect(url).toMatch(/-1000x1000\.webp$/)
  const encoded = sharp(files.at(-1)?.bytes)
  expect((await encoded.metadata()).pages ?? 1).toBe(1)
  expect((await encoded.stats()).dominant).toMatchObject({ r: 200 })
})

test('an AVIF sequence is one picture or refused', async () => {
  const avif = await photo(30, 20).avif({ effort: 0 }).toBuffer()
  avif.write('avis', 8, 'latin1')
  expect(['taken', 'picture_broken', 'picture_type']).toContain(await codeOf(avif))
  const heic = Buffer.from(avif)
  for (let index = heic.indexOf('avi'); index >= 0 && index < 64; index = heic.indexOf('avi', index + 1))
    heic.write('heic', index, 'latin1')
  expect(await codeOf(heic)).toBe('picture_type')
})
