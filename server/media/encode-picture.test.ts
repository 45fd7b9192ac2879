import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { encodePicture, PictureError } from './encode-picture.ts'

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

const sizesOf = (names: { name: string }[]) => names.map(({ name }) => name.replace(/^[0-9a-f]{32}-/, ''))

for (const [type, bytes] of [
  ['JPEG', () => photo(700, 500).jpeg().toBuffer()],
  ['PNG', () => photo(700, 500).png().toBuffer()],
  ['WebP', () => photo(700, 500).webp().toBuffer()],
  ['AVIF', () => photo(700, 500).avif({ effort: 0 }).toBuffer()],
] as const)
  test(`takes a ${type} and keeps it in both formats and every width`, async () => {
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

test('a large photograph is kept 1280 pixels wide at most', async () => {
  const { url } = await encodePicture(await photo(3000, 2000).jpeg().toBuffer())
  expect(url).toMatch(/-1280x853\.webp$/)
})

test('nothing is enlarged', async () => {
  const { files } = await encodePicture(await photo(1, 1).png().toBuffer())
  expect(sizesOf(files)).toEqual(['1x1.avif', '1x1.webp'])
})

test('a long strip is made small enough to be encoded', async () => {
  const { url } = await encodePicture(await photo(100, 20_000).png().toBuffer())
  expect(url).toMatch(/-26x5120\.webp$/)
})

test('the same pixels have the same name, whatever file they came in', async () => {
  const png = await photo(200, 100).png().toBuffer()
  const webp = await sharp(png).webp({ lossless: true }).toBuffer()
  expect((await encodePicture(png)).url).toBe((await encodePicture(webp)).url)
  expect((await encodePicture(png)).url).not.toBe((await encodePicture(await photo(201, 100).png().toBuffer())).url)
})

test('transparency is kept', async () => {
  const { files } = await encodePicture(
    await sharp({ create: { width: 20, height: 20, channels: 4, background: '#1e7a4200' } })
      .png()
      .toBuffer(),
  )
  for (const { bytes } of files) expect((await sharp(bytes).metadata()).hasAlpha).toBe(true)
})

test('turns a photograph upright and drops where it was taken', async () => {
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

test('a page hidden behind a photograph does not survive', async () => {
  const hidden = Buffer.from('<html><script>alert(1)</script></html>')
  const { files } = await encodePicture(Buffer.concat([await photo(300, 200).jpeg().toBuffer(), hidden]))
  for (const { bytes } of files) expect(bytes.includes('<script>')).toBe(false)
})

test('colours of a wide gamut arrive as sRGB', async () => {
  const wide = await photo(60, 40).withIccProfile('p3').png().toBuffer()
  const { files } = await encodePicture(wide)
  const webp = files.find(({ name }) => name.endsWith('.webp'))
  const { dominant } = await sharp(webp?.bytes).stats()
  expect(dominant.r).toBeGreaterThan(180)
  expect((await sharp(webp?.bytes).metadata()).hasProfile).toBe(false)
})

test('refuses what is no picture of the four types, whatever its name says', async () => {
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

test('refuses a file that ends too early or only starts like a picture', async () => {
  const jpeg = await photo(600, 400).jpeg().toBuffer()
  expect(await codeOf(jpeg.subarray(0, jpeg.length / 2))).toBe('picture_broken')
  const png = await photo(600, 400).png().toBuffer()
  expect(await codeOf(png.subarray(0, png.length / 2))).toBe('picture_broken')
  expect(await codeOf(Buffer.concat([png.subarray(0, 8), Buffer.from('<html>')]))).toBe('picture_broken')
  expect(await codeOf(Buffer.from('\xff\xd8\xff<html>', 'latin1'))).toBe('picture_broken')
})

test('refuses a file over 12 MB without decoding it', async () => {
  expect(await codeOf(Buffer.alloc(limits.pictureBytes + 1))).toBe('picture_too_large')
})

test('refuses a small file that unpacks to too many pixels, in little memory', async () => {
  const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect(bomb.length).toBeLessThan(1_000_000)
  const before = process.memoryUsage().rss
  expect(await codeOf(bomb)).toBe('picture_too_many_pixels')
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
})

test('takes a real picture as it comes from another program', async () => {
  const file = await readFile('node_modules/@lobehub/fluent-emoji-3d/assets/1f96d.webp')
  expect((await encodePicture(file)).url).toMatch(/-256x256\.webp$/)
})
