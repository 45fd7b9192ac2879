import { describe, expect, test } from 'vitest'
import { shop } from '../../../shop.config.ts'
import { fold } from '../text/fold.ts'
import { WordSet } from '../text/word-set.ts'
import { type AlternativeOptions, alternativesOf } from './alternatives.ts'
import { type Alternative, costs, type SearchKnowledge } from './phrase.ts'
import { typedWords } from './typed-words.ts'

type Options = AlternativeOptions & { synonyms?: SearchKnowledge['synonyms'] }

/** Returns the alternatives of a text as a whole, in a shop whose products' names have these words. */
function alternatives(typed: string, words: string, { synonyms = new Map(), ...options }: Options = {}): Alternative[] {
  const knowledge = { catalogue: new WordSet(words.split(' ').map(fold)), categories: shop.categories, synonyms }
  return alternativesOf(typedWords(typed, knowledge)?.needed ?? [], typed, knowledge, options)
}

const because = (kind: NonNullable<Alternative['because']>['kind'], from: string, to: string) => ({
  because: { kind, from, to },
})
const itself = (...terms: string[]) => ({ terms, cost: 0 })

describe('the alternatives of a word', () => {
  test('are the word itself, words that begin with it, and its translation, for which there is no reason', () => {
    expect(alternatives('milk', 'milk milkfish buttermilk นม')).toEqual([
      itself('milk'),
      { terms: ['milkfish'], cost: costs.beginning, isUnfinished: true },
      { terms: ['นม'], cost: costs.synonym },
    ])
  })

  test('are only terms of the catalogue', () => {
    expect(alternatives('milk', 'rice')).toEqual([itself('milk')])
  })

  test('are no words that begin with one that has another meaning: a pear is no pearl', () => {
    expect(alternatives('pear', 'pearl')).toEqual([itself('pear')])
    expect(alternatives('pear', 'pear pearl')).toEqual([
      itself('pear'),
      { terms: ['pearl'], cost: costs.beginning, isUnfinished: true },
    ])
  })

  test('are words of the same meaning, with the reason', () => {
    const zucchini = because('synonym', 'courgette', 'zucchini')
    expect(alternatives('courgette', 'courgette zucchini')).toEqual([
      itself('courgette'),
      { terms: ['zucchini'], cost: costs.synonym, ...zucchini },
    ])
  })

  test('are the owner’s synonyms', () => {
    expect(alternatives('zorb', 'soap', { synonyms: new Map([['zorb', ['soap']]]) })).toEqual([
      itself('zorb'),
      { terms: ['soap'], cost: costs.synonym, ...because('synonym', 'zorb', 'soap') },
    ])
  })

  test('are the category that it names', () => {
    expect(alternatives('fruit', 'rice')).toEqual([
      itself('fruit'),
      { terms: ['#fruits'], cost: costs.synonym, ...because('category', 'fruit', 'Fruits') },
    ])
  })

  test('are the Thai word that it spells in Latin letters, and its translation', () => {
    const romanised = because('romanised', 'malako', 'มะละกอ')
    expect(alternatives('malako', 'มะละกอ papaya')).toEqual([
      itself('malako'),
      { terms: ['มะละกอ'], cost: costs.synonym, ...romanised },
      { terms: ['papaya'], cost: costs.synonym, ...romanised },
    ])
  })

  test('are a word that contains it, or nothing, only if that is wanted', () => {
    expect(alternatives('zorb', 'megazorb')).toEqual([itself('zorb')])
    expect(alternatives('zorb', 'megazorb', { inside: true })).toEqual([
      itself('zorb'),
      { terms: ['megazorb'], cost: costs.inside },
    ])
    expect(alternatives('zorb', 'megazorb', { mayMiss: true })).toEqual([
      itself('zorb'),
      { terms: [], cost: costs.without, ...because('without', 'zorb', '') },
    ])
  })

  test('as a part of a known phrase are no others', () => {
    expect(alternatives('milk', 'milk milkfish นม', { isPart: true })).toEqual([
      itself('milk'),
      { terms: ['milkfish'], cost: costs.beginning, isUnfinished: true },
    ])
  })
})

describe('the alternatives of neighbouring words', () => {
  test('are the word that they are written as together', () => {
    expect(alternatives('ice cream', 'ice cream icecream')).toEqual([{ terms: ['icecream'], cost: costs.joined }])
  })

  test('are none if the words are of two scripts', () => {
    expect(alternatives('rice นม', 'rice นม')).toEqual([])
  })
})

describe('the corrections of a misspelt word', () => {
  const oneError = costs.corrected + costs.perError
  const twoErrors = costs.corrected + 2 * costs.perError

  test.each([
    ['a letter too many', 'broccolli', 'broccoli', oneError],
    ['one missing', 'brocoli', 'broccoli', oneError],
    ['two of them', 'brocolli', 'broccoli', twoErrors],
    ['two swapped', 'mlik', 'milk', oneError],
  ])('%s: %s', (_errors, typed, word, cost) => {
    expect(alternatives(typed, word)).toEqual([
      itself(typed),
      { terms: [word], cost, ...because('corrected', typed, word) },
    ])
  })

  test('are those with the fewest errors only', () => {
    // To "zorbanid" there are two, which a word of seven letters may have.
    expect(alternatives('zorbannic', 'zorbanid zorbanic').map(({ terms }) => terms)).toEqual([
      ['zorbannic'],
      ['zorbanic'],
    ])
    expect(alternatives('zorbannic', 'zorbanid').map(({ terms }) => terms)).toEqual([['zorbannic'], ['zorbanid']])
    // Also if the shop has the nearest word only in Thai.
    expect(alternatives('brocoli', 'brokolo บรอกโคลี').map(({ terms }) => terms)).toEqual([['brocoli'], ['บรอกโคลี']])
    expect(alternatives('brocoli', 'brokolo').map(({ terms }) => terms)).toEqual([['brocoli']])
  })

  test('are none of three letters, and none with more errors than its length allows', () => {
    expect(alternatives('mlk', 'milk')).toEqual([itself('mlk')])
    // Two errors in six letters.
    expect(alternatives('carott', 'carrot')).toEqual([itself('carott')])
  })

  test('are none of the beginning of a known word', () => {
    // From "brot" it differs by one letter, but "broccoli" begins with it.
    expect(alternatives('broc', 'broccoli brot')).toEqual([
      itself('broc'),
      { terms: ['broccoli'], cost: costs.beginning, isUnfinished: true },
    ])
  })

  test('have what the right word means', () => {
    const corrected = because('corrected', 'brocoli', 'broccoli')
    expect(alternatives('brocoli', 'broccoli บรอกโคลี')).toEqual([
      itself('brocoli'),
      { terms: ['broccoli'], cost: oneError, ...corrected },
      { terms: ['บรอกโคลี'], cost: oneError, ...corrected },
    ])
  })

  test('are two words that were written as one', () => {
    expect(alternatives('zorbsoap', 'zorb soap')).toEqual([
      itself('zorbsoap'),
      { terms: ['zorb', 'soap'], cost: costs.joined },
    ])
  })

  test('of a phrase are what the right phrase means', () => {
    expect(alternatives('stiky rice', 'glutinous rice')).toEqual([
      { terms: ['glutinous', 'rice'], cost: oneError, ...because('corrected', 'stiky rice', 'glutinous rice') },
    ])
    // The reason is in the typed script.
    expect(alternatives('stiky rice', 'ข้าวเหนียว')).toEqual([
      { terms: [fold('ข้าวเหนียว')], cost: oneError, ...because('corrected', 'stiky rice', 'sticky rice') },
    ])
  })

  test('of Thai are words that sound alike but for one letter', () => {
    expect(alternatives('แตงโบ', 'แตงโม')).toEqual([
      itself('แตงโบ'),
      { terms: ['แตงโม'], cost: oneError, ...because('corrected', 'แตงโบ', 'แตงโม') },
    ])
  })

  test('of a listed misspelling are its own word only: cheese, not wheat', () => {
    expect(alternatives('ชีท', 'ชีส วีท')).toEqual([
      itself('ชีท'),
      { terms: ['ชีส'], cost: costs.corrected, ...because('corrected', 'ชีท', 'ชีส') },
    ])
  })
})
