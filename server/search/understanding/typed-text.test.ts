import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { MatchReason } from '../../../contract/entities/search.ts'
import { limits } from '../../../contract/values/limits.ts'
import { shop } from '../../../shop.config.ts'
import { termQueries } from '../finding/term-query.ts'
import { sizeOf } from '../text/amounts.ts'
import { singular } from '../text/english.ts'
import { fold, hasThai } from '../text/fold.ts'
import { otherLayout } from '../text/layout.ts'
import { soundKey } from '../text/romanise.ts'
import { keyOf, vocabulary } from '../text/vocabulary.ts'
import { errorsBetween, WordSet } from '../text/word-set.ts'
import { understand } from './understand.ts'

describe('the reasons of what the words of the lists mean', () => {
  const folder = new URL('../words/', import.meta.url)
  const meaningless = ['ignored.txt', 'wishes.txt']
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt') && !meaningless.includes(name))
  const lines = files.flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split('\n'))
  const formsOf = (columns: string[]) => columns.flatMap((column) => column.split(/[,>]/)).map((word) => word.trim())
  const written = lines.filter((line) => !line.startsWith('#')).map((line) => line.split('|'))
  const all = written.flatMap(formsOf).filter(Boolean)
  const meanings = written.filter((columns) => columns.length > 1).map(([thai = '', english = '']) => [thai, english])
  const spelt = meanings.flatMap(formsOf).filter((word) => word !== '' && !word.startsWith('~'))
  const catalogue = new WordSet(all.flatMap((text) => vocabulary().termsOf(fold(text))))
  const reasonsOf = (texts: readonly string[], known: WordSet) =>
    texts.flatMap((text) =>
      understand(text, { catalogue: known, categories: shop.categories, synonyms: new Map() }).plans.flatMap((plan) =>
        plan.spans.flatMap(({ alternatives }) => alternatives.flatMap(({ because }) => because ?? [])),
      ),
    )

  test('none says that a text was taken for itself', () => {
    const found = [
      'pasteurized milk',
      'ice-cream',
      'white rice',
      'drinking water',
      'fizzy drink',
      'hom mali',
      'yogurts',
    ]
    const typed = [...found, ...all.map((text) => text.replace(/^~/, '')).filter((_, index) => index % 5 === 0)]
    const reasons = reasonsOf(typed, catalogue)
    expect(reasons.length).toBeGreaterThan(1000)
    const isSame = ({ kind, from, to }: MatchReason) => kind !== 'category' && keyOf(fold(from)) === keyOf(fold(to))
    expect(reasons.filter(isSame)).toEqual([])
  })

  test('none says of a known word that it was taken for another, or for its translation', () => {
    // Every word may be in the catalogue, and none is known to be.
    const reasons = reasonsOf(spelt, new WordSet([], 0))
    expect(reasons.length).toBeGreaterThan(1000)
    const isOther = ({ kind, from, to }: MatchReason) =>
      kind === 'synonym' ? hasThai(from) !== hasThai(to) : kind !== 'category'
    expect(reasons.filter(isOther)).toEqual([])
  })
})

describe('folding', () => {
  test.each([
    ['น้ำ typed as ํ and า', 'นํ้าปลา', 'น้ำปลา'],
    ['a tone mark after ำ', 'นำ้ปลา', 'น้ำปลา'],
    ['เเ for แ', 'เเกง', 'แกง'],
    ['a tone mark twice', 'คะน้้า', 'คะน้า'],
    ['a tone mark left out', 'บะหมี', 'บะหมี่'],
    ['Thai digits', '๕', '5'],
    ['accents and case', 'CRÈME Brûlée', 'creme brulee'],
    ['either apostrophe', 'Hen’s', "hen's"],
    ['& and the word', 'bread & butter', 'Bread and Butter'],
    ['digits joined to letters', '5กก', '5 กก'],
    ['invisible characters', 'ri\u200bce', 'rice'],
    ['a decimal comma', '1,5 l', '1.5 l'],
  ])('%s', (_, one, other) => {
    expect(fold(one)).toBe(fold(other))
  })

  test('keeps ำ, which decomposing would split', () => {
    expect(fold('น้ำ')).toBe('นำ')
  })
})

test.each([
  ['potatoes', 'potato'],
  ['berries', 'berry'],
  ['loaves', 'loaf'],
  ['boxes', 'box'],
  ['eggs', 'egg'],
  ['glass', 'glass'],
  ['hummus', 'hummus'],
  ['flavored', 'flavoured'],
  ['yogurt', 'yoghurt'],
])('the singular, in British spelling, of %s is %s', (word, expected) => {
  expect(singular(word)).toBe(expected)
})

test.each([
  ['o,', 'นม'],
  ['w-jwdj', 'ไข่ไก่'],
  ['-hk;sv,,t]b', 'ข้าวหอมมะลิ'],
  ['ohex]k', 'น้ำปลา'],
  ['ทรสา', 'milk'],
  ['ำเเ', 'egg'],
])('in the other layout the keys of %s type %s', (typed, meant) => {
  expect(otherLayout(typed)).toBe(meant)
  expect(otherLayout(meant)).toBe(typed)
})

test('a text of both scripts, or of none, was not typed in the wrong layout', () => {
  for (const text of ['milk นม', '123', '', '🥭']) expect(otherLayout(text)).toBeUndefined()
})

test.each([
  ['kaphrao', 'krapow'],
  ['nam pla', 'nampla'],
  ['moo sab', 'mu sap'],
  ['khao niao', 'kao neaw'],
])('%s and %s sound alike', (one, other) => {
  expect(soundKey(one)).toBe(soundKey(other))
})

test.each([
  ['mlik', 'milk', 1],
  ['chese', 'cheese', 1],
  ['carrrot', 'carrot', 1],
  ['brokoli', 'broccoli', 2],
  ['salt', 'silk', 2],
  ['rice', 'bread', 3],
  ['mlki', 'milk', 2],
  ['', 'at', 2],
  ['pasteurised', 'pasteurized', 1],
  ['mushrom', 'mushrooms', 2],
  ['caramel', 'karamels', 2],
])('from %s to %s there are %i errors', (one, other, errors) => {
  expect(errorsBetween(one, other, 2)).toBe(errors)
})

test('the nearest words are those with the fewest errors only', () => {
  const words = new WordSet(['milk', 'mill', 'silk', 'rice'])
  expect(words.nearest('mlik', 2, 5)).toEqual([{ word: 'milk', errors: 1 }])
})

test.each([
  ['ผักบุ้งจีนออร์แกนิค', ['ผักบุ้ง', 'จีน', 'ออร์แกนิค']],
  ['นมพาสเจอร์ไรส์เมจิ', ['นม', 'พาสเจอร์ไรส์', 'เมจิ']],
  ['ข้าวหอมมะลิ', ['ข้าว', 'หอม', 'มะลิ']],
  ['ชานมไข่มุก', ['ชา', 'นม', 'ไข่มุก']],
  ['มันฝรั่ง', ['มันฝรั่ง']],
])('divides %s', (run, words) => {
  expect(vocabulary().termsOf(fold(run))).toEqual(words.map(fold))
})

test.each([
  [5, 'กก', { amount: 5000, unit: 'g' }],
  [5, 'kg', { amount: 5000, unit: 'g' }],
  [5, 'โล', { amount: 5000, unit: 'g' }],
  [1.5, 'ลิตร', { amount: 1500, unit: 'ml' }],
  [1, 'โหล', { amount: 12, unit: 'piece' }],
] as const)('%d %s is a size', (number, unit, size) => {
  expect(sizeOf(number, fold(unit))).toEqual(size)
})

describe('what a text costs to understand', () => {
  const many = Array.from({ length: 30_000 }, (_, index) => `w${index.toString(36)}x${(index * 7919).toString(36)}`)
  const known = {
    catalogue: new WordSet([...many, 'rice', 'milk']),
    categories: shop.categories,
    synonyms: new Map(),
  }
  const longest = (piece: string) => piece.repeat(limits.searchText).slice(0, limits.searchText)

  test.each([
    ['one long word', longest('x')],
    ['a word of one vowel sign', longest('ำ')],
    ['fifty words', longest('a ')],
    ['misspelt words', longest('rcie mlik ')],
    ['Thai without spaces', longest('น้ำส้มข้าวนมไข่ไก่')],
    ['unknown Thai', longest('ฮฬฆ')],
    ['romanised Thai', longest('khao niao ')],
    ['signs of patterns', longest('%_\\*(.+)')],
    ['signs of queries', longest("' & | ! <-> :* ")],
    ['keys of the other layout', longest('o,')],
    ['sizes', longest('5 kg ')],
    ['emoji', longest('🥭')],
    ['combining marks', `e${longest('\u0301')}`],
    ['lone surrogates', longest('\ud83e')],
  ])('%s stays bounded', (_, typed) => {
    const { plans } = understand(typed, known)
    const { wide = '', plain = '' } = termQueries(plans, {})
    expect(plans.length).toBeLessThanOrEqual(2)
    for (const plan of plans) {
      expect(plan.words).toBeLessThanOrEqual(8)
      expect(plan.spans.length).toBeLessThanOrEqual(26)
      for (const span of plan.spans) expect(span.alternatives.length).toBeLessThanOrEqual(60)
    }
    expect(wide.length + plain.length).toBeLessThan(20_000)
  })

  test('of more words than are read, each is read once', () => {
    const wordsRead = (typed: string) => understand(typed, known).plans.map(({ words }) => words)
    expect(wordsRead(longest('น้ำส้มข้าวนมไข่ไก่'))).toEqual([5])
    expect(wordsRead('rice milk bread tea rice milk bread tea rice')).toEqual([4])
    // Of fewer words they are parts of names: cous cous.
    expect(wordsRead('cous cous')).toEqual([2])
  })

  test('the index is asked for each word once, and never alone for what nearly all products meet', () => {
    const { plain, wide = [] } = termQueries(understand('rice gift rice zzrice gift', known).plans, {})
    expect(plain?.match(/'gift'/g)).toHaveLength(1)
    expect(wide.filter((query) => query === "'gift'")).toHaveLength(1)
    const asked = (typed: string) => termQueries(understand(typed, known).plans, {}).wide
    expect(asked('rice milk bread egg')?.filter((query) => query.includes('@archived'))).toEqual([
      expect.stringMatching(/ & !'@archived'\)$/),
    ])
  })

  test('a catalogue of more words than are kept in memory uses no more memory', () => {
    const words = new WordSet(many, 1000)
    expect(words.has(many[999] as string)).toBe(true)
    expect(words.has(many[1000] as string)).toBe(false)
    expect(words.mayHave(many[1000] as string)).toBe(true)
  })
})
