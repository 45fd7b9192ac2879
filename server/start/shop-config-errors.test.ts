import { expect, test } from 'vitest'
import type { TaxRate } from '../../contract/pricing/pricing.ts'
import { type ShopConfig, taxRules } from '../../contract/settings/shop.ts'
import { shop } from '../../shop.config.ts'
import { shopConfigErrors } from './shop-config-errors.ts'

test('the sample shop is valid, and so is one with every optional setting', () => {
  expect(shopConfigErrors(shop)).toEqual([])
  const contact = { ...shop.contact, hours: 'Daily', hoursTh: 'ทุกวัน', line: 'https://line.me/R/ti/p/@shop' }
  const category = { path: 'Meat-Fish', name: 'Meat & Fish', nameTh: 'เนื้อและปลา' }
  const claims = { ...shop.claims, deliveryMinutes: null, customers: null, rating: false }
  expect(
    shopConfigErrors({ ...shop, contact, claims, tax: taxRules.none, categories: [category], deliveryProvinces: [] }),
  ).toEqual([])
})

const [standard, exempt] = taxRules.thailand.classes
const withRates = (...rates: TaxRate[]) => ({ ...taxRules.thailand, classes: [{ ...standard, rates }] })

const wrong: [change: object, error: string][] = [
  [{ timeZone: 'Asia/Bangkock' }, "timeZone: is no time zone. Thailand's is Asia/Bangkok"],
  [{ timeZone: undefined }, 'timeZone: is missing'],
  [{ timezone: 'Asia/Bangkok' }, 'timezone is no setting of the shop'],
  [{ contact: { ...shop.contact, email: 'hello' } }, 'contact, email: needs an email address'],
  [{ contact: { ...shop.contact, nickname: 'x', fax: 'y' } }, 'contact: nickname, fax are no settings of the shop'],
  [{ name: ' ' }, 'name: needs words'],
  [{ country: 'Thailand' }, "country: is a country's code of two letters. Thailand's is TH"],
  [
    { deliveryProvinces: ['Bangkok', 'Chonburi'] },
    'deliveryProvinces, number 2: is no province of Thailand, such as Bangkok or Chon Buri',
  ],
  [{ defaultLanguage: 'de' }, "defaultLanguage: is 'en' or 'th'"],
  [{ claims: undefined }, 'claims: is missing'],
  [{ claims: { ...shop.claims, customers: '10,000' } }, 'claims, customers: is a whole number or null'],
  [{ struckPrices: 'typed' }, "struckPrices: is 'asked' or 'recommended'"],
  [{ tax: { ...taxRules.thailand, mode: 'inside' } }, "tax, mode: is 'added' or 'included'"],
  [{ tax: { ...taxRules.thailand, rounding: 'up' } }, "tax, rounding: is 'down' or 'half up'"],
  [{ tax: { ...taxRules.thailand, basisPoints: 700 } }, 'tax: basisPoints is no setting of the shop'],
  [
    { tax: withRates({ from: '2028', basisPoints: 1000 }) },
    "tax, classes, number 1, rates, number 1, from: is a day as '2026-01-31'",
  ],
  [
    { tax: withRates({ from: '2028-01-01', basisPoints: 7.5 }) },
    'tax, classes, number 1, rates, number 1, basisPoints: is a whole number of hundredths of a percent',
  ],
  [{ tax: { ...taxRules.thailand, classes: [exempt] } }, "tax, classes: needs one class with the id 'standard'"],
  [{ tax: { ...taxRules.thailand, classes: [standard, exempt, exempt] } }, 'tax, classes: has two with the same id'],
  [
    { social: [{ name: 'LINE', url: 'line.me/x' }] },
    'social, number 1, url: needs an address that begins with https://',
  ],
  [{ categories: [] }, 'categories: needs a category'],
  [
    { categories: [...shop.categories, { path: 'fruits', name: 'a', nameTh: 'b' }] },
    'categories: has two with the same path',
  ],
  [
    { categories: [{ path: 'Meat/Fish', name: 'a', nameTh: 'b' }] },
    'categories, number 1, path: has letters from a to z, digits and hyphens only',
  ],
]

test.each(wrong)('%j is reported as a sentence', (change, error) => {
  expect(shopConfigErrors({ ...shop, ...change } as ShopConfig)).toEqual([`shop.config.ts: ${error}`])
})

test.each(['JPY', 'vnd', 'KWD', 'MGA', 'dollars', ''])(
  'the currency %s, in which no cents are counted, is refused',
  (code) => {
    const [error = '', ...others] = shopConfigErrors({ ...shop, currency: { code, symbol: '¤' } })
    expect(error).toContain(`shop.config.ts: currency, code: ${/^\w{3}$/.test(code) ? code.toUpperCase() : code}`)
    expect(others).toEqual([])
  },
)

test.each(['USD', 'thb', 'EUR', 'LAK', 'IDR'])('the currency %s is accepted', (code) => {
  expect(shopConfigErrors({ ...shop, currency: { code, symbol: '¤' } })).toEqual([])
})
