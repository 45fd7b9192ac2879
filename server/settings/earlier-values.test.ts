import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '../../contract/calls.ts'
import type { SettingTopic } from '../../contract/entities/setting-values.ts'
import { shop as shopConfig } from '../../shop.config.ts'
import { type Person, seller, testShop } from '../../testing/shop.ts'
import { liveShop } from './live-shop.ts'

const bakery = { path: 'Bakery', name: 'Bakery', nameTh: 'ขนมปัง' }
const shop = {
  name: 'Baan Daeng',
  nameTh: 'บ้านแดง',
  contact: {
    company: 'Baan Daeng Co., Ltd.',
    addressLines: ['1 Silom Rd'],
    addressLinesTh: ['1 ถนนสีลม'],
    phone: '02-111-1111',
    email: 'shop@example.com',
    map: { latitude: 13.7, longitude: 100.5, zoom: 15 },
  },
  deliveryArea: 'Bangkok',
  deliveryAreaTh: 'กรุงเทพฯ',
  social: [],
  claims: {
    deliveryMinutes: null,
    customers: 10_000,
    freshness: true,
    prices: false,
    rating: false,
    mrpAndTaxes: false,
  },
}
const standard = {
  id: 'standard',
  name: 'Standard rate',
  nameTh: 'อัตราปกติ',
  rates: [{ from: '0001-01-01', basisPoints: 700 }],
}

/**
 * Values as the first version that had the topic stored them, the smallest and one with every field, and the call that
 * shows them. They stay as they are when a topic gets another field: shops have such rows.
 */
const earlier: Record<SettingTopic, { url: string; values: object[] }> = {
  asap: {
    url: calls.delivery.asap.url,
    values: [
      { enabled: false, limitMinutes: 15, pickers: 1, riders: 1 },
      { enabled: true, limitMinutes: 240, pickers: 50, riders: 50 },
    ],
  },
  categories: {
    url: calls.settings.categories.url,
    values: [
      { categories: [bakery] },
      {
        categories: [
          { ...bakery, tint: 'mango' },
          { ...bakery, path: 'Tea', picture: '/pictures/tea.webp' },
        ],
      },
    ],
  },
  hours: {
    url: calls.delivery.hours.url,
    values: [
      { week: [], closed: [] },
      { week: [{ day: 7, from: '00:00', to: '24:00' }], closed: ['2026-12-31'] },
    ],
  },
  promptpay: {
    url: calls.settings.promptPay.url,
    values: [
      { proxy: { kind: 'mobile', number: '0812345678' }, receiver: 'Mali', enabled: false, slipDays: 1 },
      {
        proxy: { kind: 'biller', number: '010555812345601', reference1: 'SHOP', reference2: 'B1' },
        receiver: 'ก'.repeat(100),
        enabled: true,
        slipDays: 3650,
      },
    ],
  },
  'second-factor': { url: calls.staff.factorRoles.url, values: [{ roles: [] }, { roles: ['manager', 'rider'] }] },
  shop: {
    url: calls.settings.shop.url,
    values: [
      shop,
      {
        ...shop,
        logo: '/pictures/logo.webp',
        contact: {
          ...shop.contact,
          companyTh: 'บริษัท บ้านแดง จำกัด',
          hours: 'Every day 8:00 to 20:00',
          hoursTh: 'ทุกวัน 8.00–20.00 น.',
          line: 'https://line.me/R/ti/p/@baandaeng',
        },
        social: [{ name: 'Page', url: 'https://page.example/' }],
        claims: { ...shop.claims, deliveryMinutes: 30 },
      },
    ],
  },
  staff: { url: calls.staff.settings.url, values: [{ auditDays: 30 }, { auditDays: 3650 }] },
  tax: {
    url: calls.settings.tax.url,
    values: [
      { tax: { mode: 'added', rounding: 'down', classes: [{ ...standard, rates: [] }] } },
      {
        tax: { mode: 'included', rounding: 'half up', classes: [standard] },
        issuer: { taxId: '0105500000003', branch: '00000', vatRegistered: true },
      },
    ],
  },
  unconfirmed: {
    url: calls.delivery.unconfirmed.url,
    values: [
      { action: 'ring', afterMinutes: 6 },
      { action: 'cancel', afterMinutes: 240 },
    ],
  },
}

let open: Awaited<ReturnType<typeof testShop>>
let owner: Person
beforeAll(async () => {
  open = await testShop({ shop: { currency: { code: 'THB', symbol: '฿' } } })
  owner = await seller(open)
})
afterAll(() => open.close())

const store = (topic: string, value: object) =>
  open.pool.query(
    'insert into setting (topic, value) values ($1, $2) on conflict (topic) do update set value = $2, version = setting.version + 1',
    [topic, JSON.stringify(value)],
  )

const cases = Object.entries(earlier).flatMap(([topic, { url, values }]) =>
  values.map((value, index) => ({ topic, url, value, size: index === 0 ? 'smallest' : 'largest' })),
)

test.each(cases)('a shop with the $size earlier value of $topic starts and shows it', async ({ topic, url, value }) => {
  await store(topic, value)
  await liveShop(open.db, shopConfig).refresh()
  const reply = await owner.get(url)
  expect(reply.json).toMatchObject({ success: true, changedBy: null })
  expect(reply.json.version).toBeGreaterThan(0)
})

test('a value of another form is refused with its topic and field', async () => {
  await store('staff', { auditDays: 'many' })
  await expect(liveShop(open.db, shopConfig).refresh()).resolves.toBe(true)
  const reply = await owner.get(earlier.staff.url)
  expect(reply.status).toBe(500)
  await store('staff', { auditDays: 30 })
  await store('shop', { ...shop, claims: { ...shop.claims, prices: 'low' } })
  await expect(liveShop(open.db, shopConfig).refresh()).rejects.toThrow(/"shop".*claims\.prices/s)
  await store('shop', shop)
})
