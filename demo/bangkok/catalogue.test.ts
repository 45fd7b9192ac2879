import { expect, test } from 'vitest'
import { shopConfigErrors } from '../../server/start/shop-config-errors.ts'
import { catalogue } from '../catalogue.ts'
import { bangkokCatalogue } from './catalogue.ts'
import { bangkokPrices } from './prices.ts'
import { bangkokShop } from './shop.ts'

test('every product has a price in baht, and every price its product', () => {
  expect(Object.keys(bangkokPrices).sort()).toEqual(catalogue.map(({ slug }) => slug).sort())
  const other = (product: object) => ({ ...product, priceCents: 0, offerPriceCents: 0, taxClass: '' })
  expect(bangkokCatalogue.map(other)).toEqual(catalogue.map(other))
})

test('prices are those of a small shop in Bangkok: whole baht, or half ones below 20', () => {
  for (const { slug, priceCents, offerPriceCents } of bangkokCatalogue) {
    for (const price of [priceCents, offerPriceCents]) {
      expect(price % (price < 2000 ? 50 : 100), slug).toBe(0)
      expect(price, slug).toBeGreaterThanOrEqual(500)
      expect(price, slug).toBeLessThanOrEqual(60_000)
    }
  }
})

test('about a fifth is on offer, for 5 to 25% less than the regular price', () => {
  for (const { slug, priceCents, offerPriceCents } of bangkokCatalogue) {
    const off = 1 - offerPriceCents / priceCents
    expect(off === 0 || (off >= 0.05 && off <= 0.25), `${slug}: ${off}`).toBe(true)
  }
  expect(bangkokCatalogue.filter((product) => product.offerPriceCents < product.priceCents)).toHaveLength(17)
})

test('a pack of three regularly costs no more than three', () => {
  const regular = (slug: string) => bangkokPrices[slug]?.[0] ?? Number.NaN
  expect(regular('apple-juice-pack')).toBeLessThanOrEqual(3 * regular('apple-juice'))
  expect(regular('noodles-pack')).toBeLessThanOrEqual(3 * regular('tom-yum-noodles'))
})

test('fresh produce, rice, dried beans, raw peanuts and eggs carry no VAT, everything else does', () => {
  const exempt = bangkokCatalogue.filter(({ taxClass }) => taxClass === 'exempt')
  const others = exempt.filter(({ category }) => category !== 'Vegetables' && category !== 'Fruits')
  expect(exempt.length - others.length).toBe(15 + 14)
  expect(others.map(({ name }) => name).sort()).toEqual([
    'Brown jasmine rice',
    'Glutinous rice',
    'Hen’s eggs, size 2',
    'Jasmine rice',
    'Peanuts in the shell',
    'Popping corn',
    'Red kidney beans',
    'Riceberry rice',
  ])
  const classes = bangkokShop.tax.classes.map(({ id }) => id)
  expect(bangkokCatalogue.filter(({ taxClass }) => !classes.includes(taxClass))).toEqual([])
})

test('the settings are valid and have a category for every product', () => {
  expect(shopConfigErrors(bangkokShop)).toEqual([])
  const paths = bangkokShop.categories.map(({ path }) => path)
  expect(catalogue.filter(({ category }) => !paths.includes(category))).toEqual([])
})
