import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fieldErrors } from '../../contract/messages/field-errors.ts'
import { taxRules } from '../../contract/settings/shop.ts'
import { shop as shopConfig } from '../../shop.config.ts'
import { untilBlocked } from '../../testing/database/until-blocked.ts'
import { eventually } from '../../testing/eventually.ts'
import { seller as signedInSeller } from '../../testing/shop.ts'
import { sellerShop } from '../../testing/shops/seller-shop.ts'
import { buildOf } from '../../testing/web-build.ts'
import { makeApp } from '../app.ts'
import { listenForEvents } from '../database/notifications.ts'
import { diskStore } from '../media/store.ts'
import { liveShop } from './live-shop.ts'
import { saveShop } from './save-shop.ts'
import { saveTax as saveTaxOf } from './save-tax.ts'

let open: Awaited<ReturnType<typeof sellerShop>>
beforeAll(async () => {
  open = await sellerShop()
})
afterAll(() => open.shop.close())

const url = '/api/settings/shop'
const now = async () => (await open.seller.get(url)).json
// biome-ignore lint/suspicious/noExplicitAny: a reply, which the tests look into
const inputOf = ({ success: _s, version: _v, changedBy: _b, changedAt: _a, ...input }: any) => input
const save = (input: object, seen: number, by = open.seller) => by.post(url, { ...input, seen })

test('a shop says of itself what shop.config.ts does until it is saved, and saving that changes nothing', async () => {
  const first = await now()
  expect(first).toMatchObject({ version: 0, name: shopConfig.name, phone: shopConfig.contact.phone, logo: null })
  expect((await save(inputOf(first), 0)).json.success).toBe(true)
  const live = liveShop(open.shop.db, shopConfig)
  expect(await live.refresh()).toBe(true)
  expect(live.shop).toEqual({ ...shopConfig, logo: undefined })
})

test('other words for where the shop delivers replace the provinces of the file: by the one they name, or by none', async () => {
  const live = liveShop(open.shop.db, shopConfig)
  const provincesOf = async (area: object) => {
    const before = await now()
    expect((await save({ ...inputOf(before), ...area }, before.version)).json.success).toBe(true)
    await live.refresh()
    return live.shop.deliveryProvinces
  }
  expect(await provincesOf({ deliveryArea: 'Chiang Mai', deliveryAreaTh: 'เชียงใหม่' })).toEqual(['Chiang Mai'])
  expect(await provincesOf({ deliveryArea: 'around the moat', deliveryAreaTh: 'รอบคูเมือง' })).toEqual([])
  const { deliveryArea, deliveryAreaTh } = shopConfig
  expect(await provincesOf({ deliveryArea, deliveryAreaTh })).toEqual(['Bangkok'])
})

test('another process renders the new name as soon as it is told, and serves the cached page until then', async () => {
  const { shop } = open
  const renders = { count: 0 }
  const store = await diskStore(shop.pictures)
  const events = await listenForEvents(shop.url, { warn: () => {} })
  const config = { publicUrl: shop.publicUrl, port: 3000, production: false, demo: true, limits: false }
  const there = await makeApp({
    config: { ...config, allowedOrigins: [], trustProxy: [], dataDir: shop.slips },
    live: liveShop(shop.db, shopConfig),
    db: shop.db,
    store,
    slips: store,
    photos: store,
    secret: shop.secret,
    events,
    web: { build: async () => buildOf(renders), clientFolder: shop.pictures },
    logger: false,
  })
  try {
    const page = async () => (await there.inject('/contact')).body
    const before = await now()
    await vi.waitFor(async () => expect(await page()).toContain(` ${before.name} `), eventually)
    expect((await save({ ...inputOf(before), name: 'Baan Daeng' }, before.version)).json.name).toBe('Baan Daeng')
    await vi.waitFor(async () => expect(await page()).toContain(' Baan Daeng '), eventually)
    await vi.waitFor(async () => {
      const { count } = renders
      await page()
      expect(renders.count).toBe(count)
    }, eventually)
  } finally {
    await there.close()
    await events.stop()
  }
})

test('authenticator apps and the reference of the API have the name that was saved', async () => {
  const before = await now()
  expect((await save({ ...inputOf(before), name: 'Baan Khiao' }, before.version)).json.success).toBe(true)
  const { secret, uri } = (await open.seller.post('/api/staff/begin-app')).json
  open.shop.noteSecrets([secret])
  expect(uri).toContain('Baan%20Khiao')
  expect((await open.shop.app.inject('/api/docs')).body).toContain('<h1>Baan Khiao')
})

test('refuses wrong input at its field, and changes nothing', async () => {
  const before = await now()
  const wrong = {
    name: ' ',
    nameTh: 'x'.repeat(41),
    email: 'not an address',
    phone: '1',
    line: 'javascript:alert(1)',
    latitude: 91,
    logo: '/pictures/nothing.webp',
    addressLines: [],
  }
  for (const [field, value] of Object.entries(wrong)) {
    const { json } = await save({ ...inputOf(before), [field]: value }, before.version)
    expect([json.success, Object.keys(json.fields ?? {})], field).toEqual([false, [field]])
    if (field === 'addressLines') expect(json.fields[field]).toBe('Please fill in this field')
  }
  const degrees = async (latitude: number) =>
    (await save({ ...inputOf(before), latitude }, before.version)).json.fields?.latitude
  expect([await degrees(137), await degrees(-91)]).toEqual(['A number of at most 90', 'A number of at least -90'])
  for (const url of [
    'javascript:alert(1)',
    'http://shop.example/',
    'https://user@shop.example/',
    'https://bank.example:pw@shop.example/',
  ]) {
    const link = await save({ ...inputOf(before), line: url, social: [{ name: 'Page', url }] }, before.version)
    expect(Object.keys(link.json.fields), url).toEqual(['line', 'social.0.url'])
  }
  for (const phone of [
    'hello',
    '02-111-1111 (Mali)',
    '02 111 1111, 081 234 5678',
    '12',
    '(--)',
    '02+1111',
    '1234567890123456',
    '02 123 456',
    '+66 81 234 567',
  ]) {
    const { json } = await save({ ...inputOf(before), phone }, before.version)
    expect(Object.keys(json.fields ?? {}), phone).toEqual(['phone'])
  }
  const short = await save({ ...inputOf(before), phone: '02 123 456' }, before.version)
  expect(short.json.fields).toEqual({ phone: fieldErrors.thai_phone.en })
  const claims = { ...before.claims, customers: -1 }
  expect((await save({ ...inputOf(before), claims }, before.version)).json.success).toBe(false)
  expect(await now()).toEqual(before)
})

test('what is left empty is absent, and a claim that is off is off in pages', async () => {
  const before = await now()
  const input = {
    ...inputOf(before),
    companyTh: '',
    hours: ' ',
    social: [],
    claims: { ...before.claims, customers: null, rating: false },
  }
  expect((await save(input, before.version)).json.success).toBe(true)
  const live = liveShop(open.shop.db, shopConfig)
  await live.refresh()
  expect(live.shop.contact).not.toHaveProperty('companyTh')
  expect(live.shop.contact).not.toHaveProperty('hours')
  expect(live.shop.claims).toMatchObject({ customers: null, rating: false, freshness: true })
})

test.each([
  ['1669', '1669'],
  ['191', '191'],
  ['+66 (0) 2‑111.1111', '+66 (0) 2‑111.1111'],
  ['๐๒-๑๑๑-๑๑๑๑', '02-111-1111'],
])('takes the phone %s as %s', async (typed, phone) => {
  const before = await now()
  expect((await save({ ...inputOf(before), phone: typed }, before.version)).json).toMatchObject({
    success: true,
    phone,
  })
})

test('shows and keeps what earlier versions took for a link and a phone', async () => {
  const { db } = open.shop
  const before = await now()
  const earlier = {
    contact: { phone: 'hello', line: 'http://line.me/shop' },
    social: [{ name: 'A', url: 'http://a.example/' }],
  }
  const { value } = await db.selectFrom('setting').select('value').where('topic', '=', 'shop').executeTakeFirstOrThrow()
  const { contact, ...others } = value as { contact: object }
  const stored = { ...others, contact: { ...contact, ...earlier.contact }, social: earlier.social }
  await db
    .updateTable('setting')
    .set({ value: JSON.stringify(stored) })
    .where('topic', '=', 'shop')
    .execute()
  expect(await now()).toMatchObject({ success: true, ...earlier.contact, social: earlier.social })
  await db
    .updateTable('setting')
    .set({ value: JSON.stringify(value) })
    .where('topic', '=', 'shop')
    .execute()
  expect(await now()).toEqual(before)
})

test('a shop outside Thailand has a phone of any length', async () => {
  const before = await now()
  const first = { ...shopConfig, country: 'LA' }
  const there = { db: open.shop.db, live: liveShop(open.shop.db, first), store: {} as never, isDemo: true }
  await saveShop(
    there,
    { ...inputOf(before), logo: null, phone: '21 123 45' },
    { seen: before.version, by: 'owner@talad.example' },
  )
  expect((await now()).phone).toBe('21 123 45')
  expect((await save(inputOf(before), before.version + 1)).json.success).toBe(true)
})

const issuer = { taxId: '0105500000003', branch: '', vatRegistered: true }
const taxOf = (issuer: object | null) => ({
  mode: 'included',
  rounding: 'half up',
  classes: [{ id: 'standard', name: 'Standard', nameTh: 'ปกติ', rates: taxRules.thailand.classes[0].rates }],
  issuer,
})
const saveTax = (tax: object, seen: number) => open.seller.post('/api/settings/tax', { ...tax, seen })

test('documents need the shop’s own company, and it can’t be the sample’s again afterwards', async () => {
  expect((await saveTax(taxOf(issuer), 0)).json.code).toBe('tax_sample_issuer')
  const before = await now()
  const own = { ...inputOf(before), company: 'Baan Daeng Co., Ltd.', companyTh: '' }
  expect((await save(own, before.version)).json.success).toBe(true)
  expect((await saveTax(taxOf(issuer), 0)).json.success).toBe(true)
  // A demo's documents may have the sample's address; those of a real shop can't be changed later.
  const real = { db: open.shop.db, live: liveShop(open.shop.db, shopConfig), isDemo: false }
  const saveReal = () => saveTaxOf(real, taxOf(issuer) as never, { seen: 1, by: 'owner@talad.example' })
  await expect(saveReal()).rejects.toMatchObject({ code: 'tax_sample_issuer' })
  const sample = await save({ ...own, company: shopConfig.contact.company }, before.version + 1)
  expect(sample.json.code).toBe('tax_sample_issuer')
})

test('of documents and the sample’s company, saved at the same instant, one is refused', async () => {
  const { pool } = open.shop
  const { version } = (await open.seller.get('/api/settings/tax')).json
  expect((await saveTax(taxOf(null), version)).json.success).toBe(true)
  const before = await now()
  const holder = await pool.connect()
  await holder.query("begin; select from setting where topic in ('shop', 'tax') for update")
  const saves = Promise.all([
    save({ ...inputOf(before), company: shopConfig.contact.company }, before.version),
    saveTax(taxOf(issuer), version + 1),
  ])
  try {
    await untilBlocked(pool, { count: 2 })
  } finally {
    await holder.query('commit')
    holder.release()
  }
  expect((await saves).map(({ json }) => json.code ?? 'saved').sort()).toEqual(['saved', 'tax_sample_issuer'])
})

test('of two owners at the same instant one is refused', async () => {
  const other = await signedInSeller(open.shop)
  const before = await now()
  const replies = await Promise.all([
    save({ ...inputOf(before), phone: '+66 2 111 1111' }, before.version),
    save({ ...inputOf(before), phone: '+66 2 222 2222' }, before.version, other),
  ])
  expect(replies.map(({ json }) => json.code ?? 'saved').sort()).toEqual(['saved', 'setting_changed'])
})
