import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { packSizeOf } from '../contract/catalog/pack-size.ts'
import { limits } from '../contract/values/limits.ts'
import { shop } from '../shop.config.ts'
import { catalogue } from './catalogue.ts'
import { pictureFile, renditions } from './load-demo.ts'

const thai = /[\u0e00-\u0e7f]/

test('there are at least 64 products, and at least 8 in every category', () => {
  expect(catalogue.length).toBeGreaterThanOrEqual(64)
  for (const { path } of shop.categories) {
    expect(catalogue.filter((product) => product.category === path).length, path).toBeGreaterThanOrEqual(8)
  }
  const paths = new Set(shop.categories.map((category) => category.path))
  expect(catalogue.filter((product) => !paths.has(product.category))).toEqual([])
})

test('names are different from each other, in both languages', () => {
  for (const field of ['slug', 'name', 'nameTh'] as const)
    expect(new Set(catalogue.map((product) => product[field])).size, field).toBe(catalogue.length)
})

test('every product has a valid description in both languages', () => {
  for (const product of catalogue) {
    expect(product.nameTh, product.slug).toMatch(thai)
    expect(product.name, product.slug).not.toMatch(thai)
    expect(product.description.length, product.slug).toBeGreaterThanOrEqual(3)
    expect(product.descriptionTh, product.slug).toHaveLength(product.description.length)
    for (const line of product.descriptionTh) expect(line, product.slug).toMatch(thai)
    for (const text of [product.name, product.nameTh, ...product.description, ...product.descriptionTh]) {
      expect(text.trim(), product.slug).toBe(text)
      expect(text.length, product.slug).toBeLessThanOrEqual(limits.productName)
    }
    expect(product.weight?.length ?? 0).toBeLessThanOrEqual(limits.weight)
    if (product.weight) expect(packSizeOf(product.weight), `${product.slug}: ${product.weight}`).not.toBeNull()
  }
})

test('prices are those of a small shop, and offers are at most a quarter lower', () => {
  for (const { slug, priceCents, offerPriceCents } of catalogue) {
    expect(priceCents, slug).toBeGreaterThanOrEqual(60)
    expect(priceCents, slug).toBeLessThanOrEqual(1500)
    expect(offerPriceCents, slug).toBeLessThanOrEqual(priceCents)
    const off = 1 - offerPriceCents / priceCents
    expect(off === 0 || (off >= 0.05 && off <= 0.25), `${slug}: ${off}`).toBe(true)
  }
  // Too many offers would be meaningless.
  expect(catalogue.filter((product) => product.offerPriceCents < product.priceCents)).toHaveLength(17)
})

test('some products are out of stock, some are counted, one is low on stock', () => {
  expect(catalogue.filter((product) => !product.inStock)).toHaveLength(4)
  const counted = catalogue.flatMap((product) => product.stock ?? [])
  expect(counted.length).toBeGreaterThan(5)
  expect(counted.filter((stock) => stock < 10)).toEqual([3])
})

test('every picture has a file in every size and format, and there are no other files', () => {
  const wanted = catalogue.flatMap(({ slug, pictures }) =>
    Array.from({ length: pictures }, (_, index) =>
      renditions.map((name) => basename(pictureFile(slug, index + 1, name))),
    ).flat(),
  )
  const folder = dirname(pictureFile('', 1, ''))
  expect(readdirSync(folder).sort()).toEqual([...wanted, 'README.md'].sort())
})

test('every product has a picture, and some have several', () => {
  for (const { slug, pictures } of catalogue) {
    expect(pictures, slug).toBeGreaterThanOrEqual(1)
    expect(pictures, slug).toBeLessThanOrEqual(limits.pictures)
  }
  expect(catalogue.filter(({ pictures }) => pictures > 1).length).toBeGreaterThan(10)
})

test('no two pictures are the same', () => {
  const hashes = catalogue.flatMap(({ slug, pictures }) =>
    Array.from({ length: pictures }, (_, index) => hashOf(pictureFile(slug, index + 1, '1024x1024.webp'))),
  )
  expect(new Set(hashes).size).toBe(hashes.length)
})

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
