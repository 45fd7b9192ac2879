import { afterAll, expect, test } from 'vitest'
import { type ShopConfig, taxRules } from '../../../contract/settings/shop.ts'
import { shop as sample } from '../../../shop.config.ts'
import { aProduct } from '../../../testing/makers/rows.ts'
import { seller, testShop } from '../../../testing/shop.ts'
import { shopProblems } from './shop-problems.ts'

const shop = await testShop()
afterAll(() => shop.close())

const own: ShopConfig = {
  ...sample,
  contact: {
    company: 'Baan Daeng',
    addressLines: ['1 Tha Phae Road'],
    addressLinesTh: ['1 ถนนท่าแพ'],
    phone: '053 123 456',
    email: 'hello@baandaeng.example',
    map: { latitude: 18.79, longitude: 98.99, zoom: 16 },
  },
  social: [],
  claims: { ...sample.claims, customers: null },
  tax: taxRules.none,
}
const problems = (config: ShopConfig, production = true) =>
  shopProblems({ db: shop.db, shop: config, production }, 'en')

test('production reports a missing seller, missing products and sample contact data; a demo doesn’t', async () => {
  expect(await problems(sample, false)).toEqual([])
  const found = await problems(sample)
  expect(found.map(({ code }) => code)).toEqual(['no_seller', 'no_products', 'sample_contact', 'sample_claims'])
  expect(found[2]?.message).toContain('company name, address, phone, email, map, social links')
  await seller(shop)
  await aProduct(shop.db)
  expect((await problems({ ...sample, claims: own.claims })).map(({ code }) => code)).toEqual(['sample_contact'])
  expect(await problems(own)).toEqual([])
})

test('production says that its visitors come through a proxy that isn’t trusted', async () => {
  const found = (production: boolean, unnamedProxy?: string) =>
    shopProblems({ db: shop.db, shop: own, production, unnamedProxy }, 'en')
  const problem = { code: 'unnamed_proxy', message: expect.stringMatching(/TRUST_PROXY .*: 10\.0\.0\.2$/) }
  expect(await found(true, '10.0.0.2')).toContainEqual(problem)
  expect((await found(true)).map(({ code }) => code)).not.toContain('unnamed_proxy')
  expect((await found(false, '10.0.0.2')).map(({ code }) => code)).not.toContain('unnamed_proxy')
})

test('a restored shop says that it is paused, until it is resumed', async () => {
  await shop.pool.query("update shop_id set restored_at = '2026-11-27T05:00:00Z'")
  const [problem] = await problems(own, false)
  expect(problem).toMatchObject({ code: 'paused', message: expect.stringContaining('27 Nov 2026, 12:00') })
  await shop.pool.query('update shop_id set restored_at = null')
  expect(await problems(own, false)).toEqual([])
})

test('production names receipts that were switched on in a demo with the company or address of the sample', async () => {
  const issuer = { taxId: '0105500000003', branch: '00000', vatRegistered: false }
  const withSample = (contact: Partial<ShopConfig['contact']>) => ({
    ...own,
    issuer,
    contact: { ...own.contact, ...contact },
  })
  const { addressLinesTh, company } = sample.contact
  for (const config of [withSample({ addressLinesTh }), withSample({ company })]) {
    const found = await problems(config)
    expect(found.map(({ code }) => code)).toEqual(['sample_issuer', 'sample_contact'])
    expect(await problems(config, false)).toEqual([])
  }
  expect(await problems({ ...own, issuer })).toEqual([])
  expect((await problems({ ...withSample({ company }), issuer: undefined })).map(({ code }) => code)).toEqual([
    'sample_contact',
  ])
})
