import { expect, test } from 'vitest'
import { isPictureName, pictureName, pictureSources, renditionSizes } from './pictures.ts'

const hash = '0123456789abcdef0123456789abcdef'

test('a picture is stored in every standard width below its own, and in its own', () => {
  expect(renditionSizes({ width: 1024, height: 768 })).toEqual([
    { width: 160, height: 120 },
    { width: 320, height: 240 },
    { width: 640, height: 480 },
    { width: 1024, height: 768 },
  ])
  expect(renditionSizes({ width: 640, height: 427 }).map((size) => size.width)).toEqual([160, 320, 640])
  expect(renditionSizes({ width: 1, height: 1 })).toEqual([{ width: 1, height: 1 }])
})

test('a very wide picture keeps at least one row of pixels', () => {
  expect(renditionSizes({ width: 1280, height: 2 })[0]).toEqual({ width: 160, height: 1 })
})

test('all sources follow from the URL', () => {
  expect(pictureSources(`/pictures/${hash}-800x600.webp`)).toEqual({
    src: `/pictures/${hash}-640x480.webp`,
    srcSetAvif: `/pictures/${hash}-160x120.avif 160w, /pictures/${hash}-320x240.avif 320w, /pictures/${hash}-640x480.avif 640w, /pictures/${hash}-800x600.avif 800w`,
    srcSetWebp: `/pictures/${hash}-160x120.webp 160w, /pictures/${hash}-320x240.webp 320w, /pictures/${hash}-640x480.webp 640w, /pictures/${hash}-800x600.webp 800w`,
    width: 800,
    height: 600,
  })
})

test('a picture smaller than the medium width is its own source', () => {
  expect(pictureSources(`/pictures/${hash}-200x100.webp`).src).toBe(`/pictures/${hash}-200x100.webp`)
})

test('a foreign URL is used as it is', () => {
  expect(pictureSources('https://example.org/a.png')).toEqual({
    src: 'https://example.org/a.png',
    srcSetAvif: '',
    srcSetWebp: '',
    width: undefined,
    height: undefined,
  })
})

test('accepts only names that the shop can have made', () => {
  expect(isPictureName(pictureName(hash, { width: 12, height: 8 }, 'avif'))).toBe(true)
  for (const name of [
    '',
    `${hash}-12x8.png`,
    `${hash}-012x8.webp`,
    `${hash}-0x8.webp`,
    `${hash.slice(1)}-12x8.webp`,
    `${hash.toUpperCase()}-12x8.webp`,
    `../${hash}-12x8.webp`,
    `/${hash}-12x8.webp`,
    `${hash}-12x8.webp\n`,
    `${hash}-12x8.webp/..`,
  ])
    expect(isPictureName(name), name).toBe(false)
})
