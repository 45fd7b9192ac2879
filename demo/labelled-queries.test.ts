import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shop } from '../shop.config.ts'
import { lists } from '../testing/labelled-queries.ts'
import { catalogue } from './catalogue.ts'

type LabelledQuery = { query: string; kind: string; expect: string[] }

const folder = new URL('../server/search/labelled-queries/', import.meta.url)
const files = lists.map((name) => new URL(`${name}.json`, folder))
const queries: LabelledQuery[] = files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')))

test('labelled queries expect products and categories that the demo has', () => {
  const names = new Set([
    ...catalogue.map((product) => product.name),
    ...shop.categories.map((category) => `category:${category.path}`),
  ])
  expect(queries.flatMap((query) => query.expect).filter((name) => !names.has(name))).toEqual([])
})

test('labelled queries expect something, except for what the shop does not sell', () => {
  expect(queries.filter((query) => (query.kind === 'not-sold') !== (query.expect.length === 0))).toEqual([])
})

test('no labelled query is there twice', () => {
  const texts = queries.map((query) => query.query.normalize('NFC').toLowerCase())
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
})
