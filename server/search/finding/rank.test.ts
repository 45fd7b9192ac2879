import { describe, expect, test } from 'vitest'
import { type Alternative, costs } from '../understanding/phrase.ts'
import type { Plan, Span } from '../understanding/understand.ts'
import { rankedHits } from './rank.ts'
import type { FoundProduct } from './search-queries.ts'

/** A product whose name, of both languages, and further terms are given as the index has them. */
const product = (id: string, english: string, more: Partial<FoundProduct> & { thai?: string; also?: string } = {}) => {
  const { thai = '', also = '', ...rest } = more
  const words = [english, thai, also].join('|')
  return { id, words, hasWished: false, sellable: true, category: 'x', onOffer: false, offerPriceCents: 1, ...rest }
}
const alternative = (terms: string, cost = 0, because?: Alternative['because']): Alternative => ({
  terms: terms.split(' '),
  cost,
  ...(because && { because }),
})
const span = (from: number, to: number, ...alternatives: Alternative[]): Span => ({ from, to, alternatives })
/** The reading of a text: by default each of its words has to be in the product. */
const plan = (typed: string, more: Partial<Plan> = {}): Plan => {
  const words = typed.split(' ')
  const spans = words.map((word, index) => span(index, index + 1, alternative(word)))
  return { typed, words: words.length, spans, wished: [], exact: words, allKnown: true, noneKnown: false, ...more }
}
const ids = (products: FoundProduct[], ...plans: Plan[]) => rankedHits(products, plans).map((hit) => hit.product.id)
const hit = (found: FoundProduct, ...plans: Plan[]) => rankedHits([found], plans)[0]

describe('the order of hits', () => {
  test('is by cost; then those in stock, those of a better fit, and the oldest come first', () => {
    const products = [
      product('5', 'red orange', { thai: 'x' }),
      product('4', 'orange', { sellable: false }),
      product('3', 'orange'),
      product('2', 'orange'),
      // The head noun is another: it costs more than all others.
      product('1', 'orange potato'),
    ]
    expect(ids(products, plan('orange'))).toEqual(['2', '3', '5', '4', '1'])
  })

  test('leaves out what lacks a word, in each reading', () => {
    const products = [product('1', 'red orange'), product('2', 'red apple')]
    expect(ids(products, plan('red orange'))).toEqual(['1'])
    expect(ids(products, plan('red pear'), plan('blue apple'))).toEqual([])
    expect(ids(products, plan('red pear'), plan('red apple'))).toEqual(['2'])
  })
})

describe('the cost of a hit', () => {
  test('is the least over the readings, and over the ways to cover the words', () => {
    const two = plan('dark bread', {
      spans: [
        span(0, 1, alternative('dark', 3)),
        span(1, 2, alternative('loaf', 1), alternative('bread', 4)),
        span(0, 2, alternative('bread', 6)),
      ],
    })
    expect(hit(product('1', 'dark bread'), two)?.cost).toBe(6)
    expect(hit(product('1', 'dark loaf'), two)?.cost).toBe(4)
    const dearer = plan('loaf', { spans: [span(0, 1, alternative('bread', 5))] })
    expect(hit(product('1', 'dark bread'), two, dearer)?.cost).toBe(5)
    expect(hit(product('1', 'dark bread'), dearer, two)?.cost).toBe(5)
  })

  test.each([
    ['the head noun of the English name', 'sweet potato', '', 0],
    ['the head noun, before the side dish', 'potato with rice', '', 0],
    ['another word of the English name', 'potato chip', '', 24],
    ['the side dish', 'rice with potato', '', 24],
    ['the head noun of the Thai name, its first word', 'chip', 'potato x', 0],
    ['another word of the Thai name', 'chip', 'x potato', 24],
    ['the beginning of the Thai head noun', 'potato chip', 'potatoes', costs.beginning],
  ])('of %s is added to that of the word', (_what, english, thai, cost) => {
    expect(hit(product('1', english, { thai }), plan('potato'))?.cost).toBe(cost)
  })

  test('isn’t higher for a category or a size', () => {
    const size = plan('1kg', { spans: [span(0, 1, alternative('@1000g'))] })
    expect(hit(product('1', 'sweet potato', { also: '@1000g' }), size)?.cost).toBe(0)
  })

  test('of a word in a phrase that means another thing is that of a synonym, with the phrase as the reason', () => {
    const peas = product('1', 'sugar snap pea')
    expect(hit(peas, plan('sugar'))).toMatchObject({
      cost: costs.synonym + 24,
      because: [{ kind: 'synonym', from: 'sugar', to: 'sugar snap pea' }],
    })
    // Not of a word of which only the beginning is typed, also in the other keyboard layout.
    for (const cost of [costs.beginning, costs.beginning + costs.layout]) {
      const unfinished = plan('sug', { spans: [span(0, 1, { ...alternative('sugar', cost), isUnfinished: true })] })
      expect(hit(peas, unfinished)).toMatchObject({ cost: cost + 24, because: [] })
    }
  })
})

describe('a hit', () => {
  test('says why it was found, each reason once', () => {
    const because = { kind: 'category', from: 'fruit', to: 'Fruits' } as const
    const other = { kind: 'without', from: 'acme', to: '' } as const
    const found = plan('acme fruit fruit', {
      spans: [
        span(0, 1, alternative('orange', 45, other)),
        span(1, 2, alternative('orange', 20, because)),
        span(2, 3, alternative('orange', 20, because)),
      ],
    })
    expect(hit(product('1', 'orange'), found)?.because).toEqual([other, because])
  })

  test('has all words, or only the numbers, of the exact name', () => {
    const flags = (found: FoundProduct) => {
      const { hasAll, hasNumbers } = hit(found, plan('rice', { exact: ['rice', '500'] })) ?? {}
      return [hasAll, hasNumbers]
    }
    expect(flags(product('1', 'rice 500'))).toEqual([true, true])
    expect(flags(product('1', 'rice', { also: '@500ml' }))).toEqual([false, true])
    expect(flags(product('1', 'rice', { also: '@50ml' }))).toEqual([false, false])
  })

  test('fits by the typed share of a name, by three for each wish, and by a tenth for a wish in its description', () => {
    const fitOf = (found: FoundProduct, wished: string[] = []) => hit(found, plan('rice', { wished }))?.fit
    expect(fitOf(product('1', 'brown thai long rice'))).toBe(0.25)
    expect(fitOf(product('1', 'brown thai long rice', { thai: 'x rice' }))).toBe(0.5)
    expect(fitOf(product('1', 'fresh rice'), ['fresh', 'large'])).toBe(3.5)
    expect(fitOf(product('1', 'rice', { hasWished: true }), ['fresh'])).toBe(1.1)
  })
})
