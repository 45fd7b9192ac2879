import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { deliveryKey } from '../../contract/orders/report.ts'
import { dayIn } from '../../contract/values/day.ts'
import { bangkokShop } from '../../demo/bangkok/shop.ts'
import { ledgerErrors } from '../../testing/ledger.ts'
import { anAddress, aProduct, aPromotion, aZone } from '../../testing/makers.ts'
import { moveTo } from '../../testing/orders.ts'
import { promptPayShop } from '../../testing/promptpay-shop.ts'
import { type Person, person, verified } from '../../testing/shop.ts'
import { aWindow, occupancyOf } from '../../testing/windows.ts'
import { newId } from '../common/ids.ts'
import { documentsOfOrder } from '../documents/queries.ts'
import { orderMail } from '../mail/order-mails.ts'
import { getLocalizedOrder } from '../orders/queries.ts'
import { deliverySettingsReader } from './delivery-settings.ts'
import { type Destination, findZone } from './find-zone.ts'

const open = await promptPayShop()
const { shop, owner } = open
const { db } = shop
afterAll(async () => {
  expect(await ledgerErrors(db)).toEqual([])
  await shop.close()
})
beforeEach(() => db.deleteFrom('deliveryZone').execute())

type AddressFields = { street?: string; city?: string; zipcode?: string; state?: string; country?: string }

async function aBuyer(fields: AddressFields = {}) {
  const shopper = await verified(shop)
  const address = await anAddress(db, shopper.user._id)
  if (Object.keys(fields).length > 0) await db.updateTable('address').set(fields).where('id', '=', address).execute()
  return Object.assign(shopper, { address })
}
type Buyer = Awaited<ReturnType<typeof aBuyer>>

const order = (buyer: Buyer, items: object[], more: object = {}, call = 'cod') =>
  buyer.post(`/api/order/${call}`, { address: buyer.address, items, ...more }, { 'idempotency-key': newId() })
const orderOf = async (buyer: Person, id: string) => (await buyer.get(`/api/order/get?id=${id}`)).json.order
const goods = async (offerPrice: number, quantity = 1) => [
  { product: (await aProduct(db, { offerPrice })).id, quantity },
]
const options = async (query: string, by: Person = person(shop)) => (await by.get(`/api/delivery/options${query}`)).json

describe('a shop without zones', () => {
  test('delivers everywhere for free, and says nothing of delivery in an order', async () => {
    expect(await options('?postcode=10500')).toEqual({
      success: true,
      zone: null,
      delivers: true,
      fee: 0,
      freeFrom: 0,
      minimum: 0,
      tiers: [],
      asap: null,
      closed: null,
      windows: [],
    })
    const buyer = await aBuyer()
    const { json } = await order(buyer, await goods(10_000), { expectedAmount: 100 })
    expect(json.success).toBe(true)
    expect(await orderOf(buyer, json.orderId)).not.toHaveProperty('delivery')
  })
})

describe('an order to a zone', () => {
  /** One taxed product of 123.45 and one exempt of 25.50: 148.95. */
  async function taxedAndExempt() {
    const [[taxed], [exempt]] = [await goods(12_345), await goods(2550)]
    if (!taxed || !exempt) throw new Error('no goods')
    await db.updateTable('product').set({ taxClass: 'exempt' }).where('id', '=', exempt.product).execute()
    return { items: [taxed, exempt], taxed: taxed.product, exempt: exempt.product }
  }
  // 4000 of fee is spread over 12345 and 2550: 3315 is taxed. (12345 + 3315) × 7 / 107 = 1024.49.
  const sums = { subtotal: 148.95, amount: 188.95, tax: 10.24 }

  test.each(['cod', 'stripe', 'promptpay'])('by %s costs its fee, with its share of the tax', async (call) => {
    const { name } = await aZone(db, { nameTh: 'บางรัก' })
    const [buyer, { items }] = [await aBuyer(), await taxedAndExempt()]
    const { json } = await order(buyer, items, { expectedAmount: 188.95 }, call)
    expect(json).toMatchObject({ success: true })
    expect(await orderOf(buyer, json.orderId)).toMatchObject({
      ...sums,
      delivery: { zone: { name, nameTh: 'บางรัก' }, fee: 40 },
    })
    const row = await db.selectFrom('shopOrder').selectAll().where('id', '=', json.orderId).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ shippingCents: 4000, balanceCents: 18_895, windowId: null, promisedAt: null })
    const payment = await db
      .selectFrom('payment')
      .select('amountCents')
      .where('orderId', '=', json.orderId)
      .executeTakeFirst()
    expect(payment?.amountCents).toBe(call === 'cod' ? undefined : 18_895)
    if (call === 'promptpay') expect(json.amount).toBe(188.95)
  })

  test('is the same to the satang in its document, in reports, and after a refund of a line, which leaves the fee', async () => {
    await aZone(db)
    const [buyer, { items, exempt }] = [await aBuyer(), await taxedAndExempt()]
    const today = dayIn('Asia/Bangkok')
    const report = async (view: string) =>
      (await owner.get(`/api/report/sales?view=${view}&from=${today}&to=${today}`)).json
    const deliveryIn = async () =>
      (await report('category')).rows.find(({ key }: { key: string }) => key === deliveryKey)?.total ?? 0
    const [before, delivered] = [(await report('day')).sums, await deliveryIn()]
    const { json } = await order(buyer, items)
    for (const [from, status] of [
      ['Order Placed', 'Confirmed'],
      ['Confirmed', 'Packing'],
      ['Packing', 'Out for delivery'],
      ['Out for delivery', 'Delivered'],
    ])
      await owner.post('/api/order/move', { id: json.orderId, from, status })
    await shop.runJobs()
    const [invoice] = await documentsOfOrder(db, json.orderId)
    expect(invoice?.content).toMatchObject({
      shippingCents: 4000,
      totalCents: 18_895,
      rates: [
        { basisPoints: 700, gross: 15_660, tax: 1024 },
        { basisPoints: 0, gross: 3235, tax: 0 },
      ],
    })
    const printed = await shop.app.inject({
      url: `/documents/${invoice?.id}`,
      headers: { cookie: open.cookieOf(buyer) },
    })
    expect(printed.body).toContain('40.00')
    const { sums: after } = await report('day')
    const difference = (name: string) => Math.round((after[name] - before[name]) * 100)
    expect([difference('total'), difference('tax')]).toEqual([18_895, 1024])
    expect((await deliveryIn()) - delivered).toBe(40)

    const refunded = await owner.post('/api/order/refund', {
      id: json.orderId,
      lines: [{ product: exempt, quantity: 1 }],
      reason: 'missing',
      seen: { refunded: 0 },
    })
    expect(refunded.json.order).toMatchObject({ cost: 163.45, delivery: { fee: 40 } })
  })

  test('that was paid gives the fee back when it is cancelled', async () => {
    await aZone(db)
    const [buyer, { items }] = [await aBuyer(), await taxedAndExempt()]
    const { json } = await order(buyer, items, {}, 'promptpay')
    await owner.post('/api/payment/confirm', { orderId: json.orderId })
    const cancelled = await buyer.post('/api/order/cancel', { orderId: json.orderId })
    expect(cancelled.json.order).toMatchObject({ status: 'Cancelled', owed: 188.95 })
  })

  test('is free from the sum on that its zone sets, and the fee is in its mail', async () => {
    await aZone(db)
    const buyer = await aBuyer()
    const placed = async (cents: number) => orderOf(buyer, (await order(buyer, await goods(cents))).json.orderId)
    expect(await placed(49_999)).toMatchObject({ amount: 539.99, delivery: { fee: 40 } })
    expect(await placed(50_000)).toMatchObject({ amount: 500, delivery: { fee: 0 } })
  })

  test('with a promotion of free delivery costs no fee, and says what it took off', async () => {
    await aZone(db)
    const buyer = await aBuyer()
    await aPromotion(db, { code: 'RIDEFREE', name: 'Free ride', terms: { kind: 'freeDelivery' } })
    const items = await goods(10_000)
    const checked = await buyer.post('/api/promotion/check', { code: 'RIDEFREE', items, fee: 40 })
    expect(checked.json).toMatchObject({ success: true })
    expect((await buyer.post('/api/promotion/check', { code: 'RIDEFREE', items })).json.code).toBe('coupon_no_effect')
    const { json } = await order(buyer, items, { code: 'RIDEFREE', expectedAmount: 100 })
    expect(await orderOf(buyer, json.orderId)).toMatchObject({
      subtotal: 100,
      amount: 100,
      delivery: { fee: 40 },
      discounts: [{ name: 'Free ride', amount: 40 }],
    })
    // The lines of its mail add up: the fee is one, and what the promotion takes off it another.
    const mail = orderMail(
      bangkokShop,
      await getLocalizedOrder(db, json.orderId),
      'https://shop.example/my-orders',
    ).text
    const sum = (label: string) =>
      Number(
        mail
          .match(new RegExp(`^${label}: (-?)฿([\\d.]+)$`, 'm'))
          ?.slice(1)
          .join(''),
      )
    expect(['Price', 'Free ride \\(RIDEFREE\\)', 'Shipping fee', 'Total amount'].map(sum)).toEqual([100, -40, 40, 100])
    const refused = await order(buyer, await goods(60_000), { code: 'RIDEFREE' })
    expect(refused.json.code).toBe('coupon_no_effect')
  })

  test('stays as it is after its zone was changed or removed', async () => {
    const { id } = await aZone(db)
    const buyer = await aBuyer()
    const { json } = await order(buyer, await goods(10_000))
    const removed = await owner.post('/api/delivery/remove-zone', { id, seen: 1 })
    expect(removed.json.success).toBe(true)
    const shown = await orderOf(buyer, json.orderId)
    expect(shown).toMatchObject({ amount: 140, delivery: { zone: { name: 'Bang Rak' }, fee: 40 } })
  })
})

describe('an order is refused and leaves nothing behind', () => {
  const ordersOf = async (buyer: Buyer) => (await buyer.get('/api/order/user?awaiting=true')).json.orders

  test.each(['cod', 'stripe', 'promptpay'])('outside all zones, by %s', async (call) => {
    await aZone(db, { postcodes: ['50200'], name: 'Chiang Mai', nameTh: 'เชียงใหม่' })
    const buyer = await aBuyer()
    const { json } = await order(buyer, await goods(10_000), {}, call)
    expect(json).toMatchObject({
      code: 'not_delivered',
      message: 'We don’t deliver to this address. We deliver to: Chiang Mai.',
    })
    expect(await ordersOf(buyer)).toEqual([])
    expect(await options('?postcode=10500')).toMatchObject({ zone: null, delivers: false })
  })

  test('naming no zones if they are many', async () => {
    for (let at = 0; at < 6; at += 1) await aZone(db, { postcodes: [`5020${at}`] })
    const { json } = await order(await aBuyer(), await goods(100))
    expect(json.message).toBe('We don’t deliver to this address.')
  })

  test('below the minimum, which goods reach before promotions and without the fee', async () => {
    await aZone(db, { minimumCents: 10_000 })
    const buyer = await aBuyer()
    const { json } = await order(buyer, await goods(9990))
    expect(json).toMatchObject({
      code: 'below_minimum',
      message: 'Orders to this address start at ฿100.00. Add goods for ฿0.10 more.',
    })
    // As much more as was said is enough, with any code: a code takes nothing out of the basket.
    for (const [code, basisPoints] of [
      ['TENTH', 1000],
      ['GIFT', 10_000],
    ] as const) {
      await aPromotion(db, { code, terms: { kind: 'percent', basisPoints } })
      const below = await order(buyer, await goods(9990), { code })
      expect(below.json.message).toBe('Orders to this address start at ฿100.00. Add goods for ฿0.10 more.')
      expect((await order(buyer, await goods(10_000), { code })).json.success).toBe(true)
    }
  })

  test('if the fee has changed, or its zone was removed, since the cart showed it', async () => {
    const { id } = await aZone(db)
    const [buyer, items] = [await aBuyer(), await goods(10_000)]
    const form = {
      name: 'Bang Rak',
      isDefault: false,
      takesUnknown: false,
      minimum: 0,
      rideMinutes: 10,
      postcodes: ['10500'],
      subdistricts: [],
    }
    const saved = await owner.post('/api/delivery/save-zone', { ...form, tiers: [{ from: 0, fee: 55 }], id, seen: 1 })
    expect(saved.json).toMatchObject({ success: true, zone: { version: 2 } })
    const changed = await order(buyer, items, { expectedAmount: 140 })
    expect(changed.json).toMatchObject({ code: 'amount_changed', message: expect.stringContaining('฿155.00') })
    await owner.post('/api/delivery/save-zone', {
      ...form,
      tiers: [{ from: 0, fee: 0 }],
      postcodes: ['50200'],
      id,
      seen: 2,
    })
    expect((await order(buyer, items, { expectedAmount: 155 })).json.code).toBe('not_delivered')
    expect(await ordersOf(buyer)).toEqual([])
  })

  test('but a repeated attempt returns its order after the zone was removed', async () => {
    const { id } = await aZone(db)
    const [buyer, items, key] = [await aBuyer(), await goods(10_000), { 'idempotency-key': newId() }]
    const body = { address: buyer.address, items }
    const first = await buyer.post('/api/order/cod', body, key)
    await aZone(db, { postcodes: ['50200'] })
    await owner.post('/api/delivery/remove-zone', { id, seen: 1 })
    expect((await buyer.post('/api/order/cod', body, key)).json.orderId).toBe(first.json.orderId)
  })
})

describe('the zone of a place', () => {
  const zoneOf = async (query: string, by?: Person) => (await options(query, by)).zone?.name ?? null

  test('is the first that has its sub-district or postcode', async () => {
    await aZone(db, { name: 'Silom', subdistricts: ['100402'] })
    await aZone(db, { name: 'All of 10500' })
    await aZone(db, { name: 'Also Silom', subdistricts: ['100402'] })
    expect(await zoneOf('?subdistrict=100402')).toBe('Silom')
    expect(await zoneOf('?subdistrict=100402&postcode=10500')).toBe('Silom')
    expect(await zoneOf('?subdistrict=100403')).toBe('All of 10500')
    expect(await zoneOf('?subdistrict=100101')).toBeNull()
    expect(await zoneOf('?postcode=%E0%B9%91%E0%B9%90%E0%B9%95%E0%B9%90%E0%B9%90')).toBe('All of 10500')
  })

  test('that isn’t certain is the last of the possible ones', async () => {
    await aZone(db, { name: 'Near', subdistricts: ['100402'] })
    await aZone(db, { name: 'Far', subdistricts: ['100403'] })
    expect(await zoneOf('?postcode=10500')).toBe('Far')
    const buyer = await aBuyer({ city: 'Bang Rak' })
    expect(await zoneOf(`?address=${buyer.address}`, buyer)).toBe('Far')
    await db.updateTable('address').set({ city: 'Si Lom, Bang Rak' }).where('id', '=', buyer.address).execute()
    expect(await zoneOf(`?address=${buyer.address}`, buyer)).toBe('Near')
  })

  test('is the default one before an address is known, and then for none', async () => {
    await aZone(db)
    await aZone(db, { name: 'Shown', isDefault: true, postcodes: ['50200'] })
    expect(await zoneOf('')).toBe('Shown')
    for (const place of ['?postcode=10330', '?postcode=99999', '?postcode=SW1A', '?subdistrict=999999'])
      expect(await zoneOf(place), place).toBeNull()
    const buyer = await aBuyer({ street: '5', city: 'x', state: 'x', zipcode: '000' })
    expect(await zoneOf(`?address=${buyer.address}`, buyer)).toBeNull()
  })

  test('in the shop’s country that isn’t recognised is the one of unknown places, if there is one', async () => {
    await aZone(db)
    const unknown = { street: '5 Soi 3', city: 'somewhere', state: 'x', zipcode: '000', country: 'Thailand' }
    const buyer = await aBuyer(unknown)
    expect((await order(buyer, await goods(100))).json).toMatchObject({
      code: 'not_delivered',
      message: 'We don’t deliver to this address. There is no postcode 000.',
    })
    await aZone(db, { name: 'Unknown', takesUnknown: true, postcodes: [], tiers: [{ from: 0, fee: 9900 }] })
    expect(await zoneOf(`?address=${buyer.address}`, buyer)).toBe('Unknown')
    expect((await order(buyer, await goods(100), { expectedAmount: 100 })).json).toMatchObject({ success: true })
    // Neither a Thai place outside all zones, nor a postcode that doesn't exist.
    for (const postcode of ['50200', '99999']) expect(await zoneOf(`?postcode=${postcode}`)).toBeNull()
  })

  test.each([
    ['Japan', '100-0001', 'Tokyo'],
    ['USA', '10500', 'Springfield'],
    ['ญี่ปุ่น', '000', 'โตเกียว'],
    ['Laos', '50200', 'x'],
  ])('in another country (%s) is none, and an order is refused', async (country, zipcode, city) => {
    await aZone(db, { isDefault: true, takesUnknown: true })
    const buyer = await aBuyer({ street: '1 Main St', state: '-', country, zipcode, city })
    const { json } = await order(buyer, await goods(100))
    expect(json).toMatchObject({
      code: 'not_delivered',
      message: 'We don’t deliver to this address. We deliver in Thailand only.',
    })
    expect(await options(`?address=${buyer.address}`, buyer)).toMatchObject({
      zone: null,
      delivers: false,
      why: 'country',
    })
  })

  test('isn’t told for a postcode that doesn’t exist, also if the address names a place outside the zones', async () => {
    await aZone(db, { isDefault: true, takesUnknown: true })
    expect(await options('?postcode=99999')).toMatchObject({ zone: null, delivers: false, asap: null, why: 'postcode' })
    expect(await options('?postcode=50200')).toMatchObject({ delivers: false, why: 'area' })
    const buyer = await aBuyer({ city: 'Mueang Chiang Mai', state: 'Chiang Mai', zipcode: '99999' })
    expect(await options(`?address=${buyer.address}`, buyer)).toMatchObject({ delivers: false, why: 'postcode' })
    expect((await order(buyer, await goods(100))).json.message).toBe(
      'We don’t deliver to this address. There is no postcode 99999.',
    )
  })

  test('are of the address that the shopper’s cart proposes, before this browser knows a place', async () => {
    const { id: near } = await aZone(db, { isDefault: true })
    const { id: far } = await aZone(db, { name: 'Bang Kapi', postcodes: ['10240'] })
    const zoneOf = async (query: string, by?: Person) => (await options(query, by)).zone?.id
    const [withoutAddress, buyer] = [await verified(shop), await aBuyer({ zipcode: '10240', city: 'Bang Kapi' })]
    expect(await zoneOf('')).toBe(near)
    expect(await zoneOf('', withoutAddress)).toBe(near)
    expect(await zoneOf('', buyer)).toBe(far)
    // What was chosen counts before it, as does the default address before the last one.
    expect(await zoneOf('?postcode=10500', buyer)).toBe(near)
    const other = await anAddress(db, buyer.user._id)
    await db.updateTable('address').set({ lastUsedAt: new Date() }).where('id', '=', other).execute()
    expect(await zoneOf('', buyer)).toBe(near)
    await db.updateTable('address').set({ isDefault: true }).where('id', '=', buyer.address).execute()
    expect(await zoneOf('', buyer)).toBe(far)
  })

  test('of another account’s address isn’t told', async () => {
    await aZone(db)
    const [buyer, other] = [await aBuyer(), await aBuyer()]
    for (const by of [other, person(shop)])
      expect((await by.get(`/api/delivery/options?address=${buyer.address}`)).json.code).toBe('address_unknown')
    for (const bad of ['x', newId(), ''])
      expect((await buyer.get(`/api/delivery/options?address=${bad}`)).json.code).toBe('address_unknown')
  })

  test('has its fees and minimum', async () => {
    const { id } = await aZone(db, { minimumCents: 10_000, nameTh: 'บางรัก' })
    expect(await options('?postcode=10500')).toEqual({
      success: true,
      zone: { id, name: 'Bang Rak', nameTh: 'บางรัก' },
      delivers: true,
      fee: 40,
      freeFrom: 500,
      minimum: 100,
      tiers: [
        { from: 0, fee: 40 },
        { from: 500, fee: 0 },
      ],
      asap: null,
      closed: null,
      windows: [],
    })
  })

  test('is found among 200 zones with 1,000 areas each', async () => {
    await shop.pool.query(`
      insert into delivery_zone (id, position, name, fee_tiers, ride_minutes)
      select gen_random_uuid(), at, 'Zone ' || at, '[{"from": 0, "fee": 0}]', 10 from generate_series(1, 199) as at`)
    await shop.pool.query(`
      insert into delivery_area select id, 'postcode', 20000 + at from delivery_zone, generate_series(1, 1000) as at`)
    await aZone(db, { name: 'Last' })
    expect(await zoneOf('?postcode=10500')).toBe('Last')
    expect(await zoneOf('?postcode=20500')).toBe('Zone 1')
  })
})

describe('a zone that is everywhere', () => {
  const everywhere = {
    name: 'All Thailand',
    everywhere: true,
    tiers: [
      { from: 0, fee: 5000 },
      { from: 50_000, fee: 0 },
    ],
  }
  const zoneAt = async (query: string, by?: Person) => (await options(query, by)).zone?.name ?? null
  const zoneAtAddress = async (fields: AddressFields) => {
    const buyer = await aBuyer(fields)
    return zoneAt(`?address=${buyer.address}`, buyer)
  }
  const nowhere = { street: '5 Soi 3', city: 'somewhere', state: 'x', country: 'Thailand' }

  test('has every address in the country for its fee, from the first visit on', async () => {
    await aZone(db, everywhere)
    const fees = { zone: { name: 'All Thailand' }, delivers: true, fee: 50, freeFrom: 500 }
    for (const place of ['', '?postcode=50200', '?postcode=10500', '?subdistrict=100101'])
      expect(await options(place), place).toMatchObject(fees)
    const addresses = [
      { city: 'Mueang Chiang Mai', state: 'Chiang Mai', zipcode: '50200' },
      { ...nowhere, zipcode: '000' },
      { ...nowhere, zipcode: '99999' },
      { ...nowhere, zipcode: '-' },
      { ...nowhere, zipcode: '' },
    ]
    for (const fields of addresses) {
      const buyer = await aBuyer(fields)
      expect(await options(`?address=${buyer.address}`, buyer), JSON.stringify(fields)).toMatchObject(fees)
      const { json } = await order(buyer, await goods(49_999), { expectedAmount: 549.99 })
      expect(await orderOf(buyer, json.orderId)).toMatchObject({
        amount: 549.99,
        delivery: { zone: { name: 'All Thailand' }, fee: 50 },
      })
      expect((await order(buyer, await goods(50_000), { expectedAmount: 500 })).json.success).toBe(true)
    }
  })

  test.each([
    ['Japan', '100-0001', 'Tokyo'],
    ['USA', '10500', 'Springfield'],
    ['Laos', '50200', 'x'],
    ['ญี่ปุ่น', '', 'โตเกียว'],
  ])('has no address in another country (%s)', async (country, zipcode, city) => {
    await aZone(db, everywhere)
    const buyer = await aBuyer({ street: '1 Main St', state: '-', country, zipcode, city })
    expect(await options(`?address=${buyer.address}`, buyer)).toMatchObject({ delivers: false, why: 'country' })
    expect((await order(buyer, await goods(100))).json).toMatchObject({
      code: 'not_delivered',
      message: 'We don’t deliver to this address. We deliver in Thailand only.',
    })
    expect((await buyer.get('/api/order/user?awaiting=true')).json.orders).toEqual([])
  })

  test('isn’t told for a postcode that doesn’t exist, which is mistyped, nor for a sub-district that doesn’t', async () => {
    await aZone(db, everywhere)
    for (const postcode of ['99999', '000', 'SW1A'])
      expect(await options(`?postcode=${postcode}`)).toMatchObject({ zone: null, delivers: false, why: 'postcode' })
    expect(await options('?subdistrict=999999')).toMatchObject({ delivers: false, why: 'area' })
  })

  test('has what is left by the other zones, in whichever order they were made', async () => {
    await aZone(db, everywhere)
    await aZone(db, { name: 'Si Lom', subdistricts: ['100402'] })
    await aZone(db, { name: 'Pathum Wan', postcodes: ['10330'] })
    expect(await zoneAt('?subdistrict=100402')).toBe('Si Lom')
    expect(await zoneAt('?postcode=10330')).toBe('Pathum Wan')
    expect(await zoneAt('?postcode=50200')).toBe('All Thailand')
    // In Si Lom or not: the farther one.
    expect(await zoneAt('?postcode=10500')).toBe('All Thailand')
    expect(await zoneAtAddress({ city: 'Bang Rak' })).toBe('All Thailand')
    expect(await zoneAtAddress({ city: 'Si Lom, Bang Rak' })).toBe('Si Lom')
    const { zones } = (await owner.get('/api/delivery/zones')).json
    const ids = zones.map(({ id }: { id: string }) => id)
    expect(zones.map(({ name }: { name: string }) => name)).toEqual(['Si Lom', 'Pathum Wan', 'All Thailand'])
    const reordered = await owner.post('/api/delivery/reorder-zones', { zones: [...ids].reverse(), seen: ids })
    expect(reordered.json.zones.map(({ name }: { name: string }) => name)).toEqual([
      'Pathum Wan',
      'Si Lom',
      'All Thailand',
    ])
    expect(await zoneAt('?subdistrict=100402')).toBe('Si Lom')
  })

  test('leaves unknown places and the first visit to the zones that are marked for them', async () => {
    await aZone(db, everywhere)
    expect([await zoneAt(''), await zoneAtAddress({ ...nowhere, zipcode: '000' })]).toEqual([
      'All Thailand',
      'All Thailand',
    ])
    await aZone(db, { name: 'Near', isDefault: true, takesUnknown: true })
    expect([await zoneAt(''), await zoneAtAddress({ ...nowhere, zipcode: '000' })]).toEqual(['Near', 'Near'])
    // Recognised, and in no other zone: a zone of unknown places alone would refuse it.
    expect(await zoneAtAddress({ city: 'Mueang Chiang Mai', state: 'Chiang Mai', zipcode: '50200' })).toBe(
      'All Thailand',
    )
  })

  test('of a shop in another country has its addresses, also with postcodes that are Thai as well', async () => {
    await aZone(db, { name: 'San Francisco', postcodes: ['94110'] })
    await aZone(db, everywhere)
    const found = async (destination: Destination) => {
      const zone = await findZone(db, { country: 'US' }, destination)
      return zone && zone !== 'no zones' ? zone.name : zone
    }
    const address = { street: '1 Main St', city: 'x', state: 'CA', zipcode: '94110', country: 'United States' }
    expect(await found({ address })).toBe('San Francisco')
    expect(await found({ address: { ...address, zipcode: '94111' } })).toBe('All Thailand')
    expect(await found({ address: { ...address, zipcode: '' } })).toBe('All Thailand')
    expect(await found({ postcode: 'SW1A' })).toBe('All Thailand')
    expect(await found({ address: { ...address, country: 'Thailand', zipcode: '10500' } })).toBeNull()
  })
})

describe('sellers', () => {
  const form = {
    name: 'Bang Rak',
    nameTh: 'บางรัก',
    isDefault: false,
    takesUnknown: false,
    tiers: [
      { from: 0, fee: 40 },
      { from: 500, fee: 0 },
    ],
    minimum: 100,
    rideMinutes: 15,
    postcodes: ['10500'],
    subdistricts: ['100701'],
  }
  const save = (body: object, by: Person = owner) => by.post('/api/delivery/save-zone', { ...form, seen: 0, ...body })
  const zones = async () => (await owner.get('/api/delivery/zones')).json.zones
  const names = async () => (await zones()).map(({ name }: { name: string }) => name)

  test('save a zone, and see it with its areas', async () => {
    const id = newId()
    const { json } = await save({ id })
    const { postcodes: _, subdistricts: __, ...shown } = form
    expect(json).toMatchObject({ success: true, zone: { ...shown, id, areas: 2, version: 1 } })
    expect(json.zone.first).toEqual([
      { name: '10500', nameTh: '10500' },
      { name: 'Rong Mueang', nameTh: 'รองเมือง' },
    ])
    expect((await owner.get(`/api/delivery/zone?id=${id}`)).json).toMatchObject({
      postcodes: ['10500'],
      subdistricts: [{ subdistrict: '100701', name: 'Rong Mueang', district: 'Pathum Wan', postcode: '10330' }],
      taken: {},
    })
    expect(
      (await save({ id, seen: 1, name: 'x', postcodes: ['10500', '10500'], subdistricts: [] })).json.zone,
    ).toMatchObject({
      name: 'x',
      areas: 1,
      version: 2,
    })
  })

  test('save one zone that is everywhere: it keeps no areas, and needs none', async () => {
    const [one, other] = [newId(), newId()]
    const saved = await save({ id: one, everywhere: true, takesUnknown: true })
    expect(saved.json.zone).toMatchObject({ everywhere: true, takesUnknown: false, areas: 0, first: [] })
    const again = await save({ id: one, seen: 1, everywhere: true, postcodes: [], subdistricts: [] })
    expect(again.json.zone).toMatchObject({ everywhere: true, version: 2 })
    expect((await save({ id: other, everywhere: true })).json).toMatchObject({
      code: 'invalid_form',
      fields: { everywhere: 'Another zone is everywhere already. Change or remove that one first.' },
    })
    expect(await names()).toEqual(['Bang Rak'])
    expect((await save({ id: one, seen: 2 })).json.zone).toMatchObject({ everywhere: false, areas: 2 })
    expect((await save({ id: other, everywhere: true })).json.zone).toMatchObject({ everywhere: true })
  })

  test('who each make a zone everywhere at once leave one', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => save({ id: newId(), everywhere: true })))
    expect(replies.map(({ json }) => json.code ?? 'saved').sort()).toEqual(['invalid_form', 'invalid_form', 'saved'])
    expect(await zones()).toHaveLength(1)
  })

  test('read which places leave a zone with a change, and which zone delivers there now, if any', async () => {
    const fee = (amount: number) => [{ from: 0, fee: amount }]
    await aZone(db, { name: 'First', subdistricts: ['100405'] })
    const { id } = await aZone(db, { postcodes: ['10500'], subdistricts: ['100701'] })
    const next = { name: 'Next', nameTh: 'ถัดไป', subdistricts: ['100402', '100403', '100405'], tiers: fee(6000) }
    await aZone(db, next)
    // 10500 has five sub-districts; the one of the first zone was never this one's.
    const { json } = await save({ id, seen: 1, postcodes: [], subdistricts: ['100701'] })
    expect(json.left).toEqual([
      {
        first: [
          { name: 'Si Lom', nameTh: 'สีลม' },
          { name: 'Suriyawong', nameTh: 'สุริยวงศ์' },
        ],
        count: 2,
        zone: { name: 'Next', nameTh: 'ถัดไป', tiers: fee(60) },
      },
      {
        first: [
          { name: 'Maha Phruettharam', nameTh: 'มหาพฤฒาราม' },
          { name: 'Bang Rak', nameTh: 'บางรัก' },
        ],
        count: 2,
      },
    ])
    expect((await save({ id, seen: 2, postcodes: ['10500'], subdistricts: ['100701'] })).json.left).toEqual([])
    // It keeps the sub-district of its postcode.
    expect((await save({ id, seen: 3, postcodes: ['10330'], subdistricts: ['100402'] })).json.left).toMatchObject([
      { count: 1, zone: { name: 'Next' } },
      { count: 2 },
    ])

    await aZone(db, { name: 'The rest', everywhere: true, tiers: fee(9900) })
    const removed = await owner.post('/api/delivery/remove-zone', { id, seen: 4 })
    expect(removed.json.left).toMatchObject([
      { first: [{ name: 'Si Lom' }], count: 1, zone: { name: 'Next' } },
      { first: [{}, {}, {}], count: expect.any(Number), zone: { name: 'The rest', tiers: fee(99) } },
    ])
    expect(removed.json.left[1].count).toBeGreaterThan(3)
  })

  test('read nothing of places when the last zone goes: the shop delivers everywhere again', async () => {
    const { id } = await aZone(db)
    expect((await owner.post('/api/delivery/remove-zone', { id, seen: 1 })).json).toMatchObject({
      success: true,
      left: [],
    })
  })

  test('see which areas an earlier zone has', async () => {
    await aZone(db, { name: 'First', nameTh: 'แรก' })
    const { id } = await aZone(db, { postcodes: ['10500', '10330'] })
    expect((await zones()).map(({ taken }: { taken: number }) => taken)).toEqual([0, 1])
    expect((await owner.get(`/api/delivery/zone?id=${id}`)).json.taken).toEqual({
      '10500': { name: 'First', nameTh: 'แรก' },
    })
  })

  test.each<[object, string, string]>([
    [{ tiers: [] }, 'malformed', 'tiers'],
    [{ tiers: [{ from: 1, fee: 40 }] }, 'invalid_form', 'tiers'],
    [
      {
        tiers: [
          { from: 0, fee: 40 },
          { from: 0, fee: 0 },
        ],
      },
      'invalid_form',
      'tiers',
    ],
    [
      {
        tiers: [
          { from: 0, fee: 40 },
          { from: 500, fee: 40 },
        ],
      },
      'invalid_form',
      'tiers',
    ],
    [{ tiers: [{ from: 0, fee: 0.001 }] }, 'invalid_form', 'tiers.0.fee'],
    [{ subdistricts: ['999999'] }, 'invalid_form', 'areas'],
    [{ postcodes: [], subdistricts: [] }, 'invalid_form', 'areas'],
    [{ name: ' ' }, 'invalid_form', 'name'],
    [{ name: 'x'.repeat(61) }, 'invalid_form', 'name'],
  ])('are refused %j', async (wrong, code, field) => {
    const { json } = await save({ id: newId(), ...wrong })
    expect([json.success, Object.keys(json.fields ?? {})]).toEqual([
      false,
      code === 'malformed' ? expect.anything() : [field],
    ])
    expect(await zones()).toEqual([])
  })

  test('who save the same zone at once: one is told that it has changed', async () => {
    const { id } = await aZone(db)
    const replies = await Promise.all([save({ id, seen: 1, name: 'One' }), save({ id, seen: 1, name: 'Other' })])
    expect(replies.map(({ json }) => json.code ?? 'saved').sort()).toEqual(['saved', 'zone_changed'])
    expect((await save({ id, seen: 0 })).json.code).toBe('zone_changed')
    expect((await save({ id: newId(), seen: 1 })).json.code).toBe('zone_unknown')
    expect((await owner.post('/api/delivery/remove-zone', { id, seen: 1 })).json.code).toBe('zone_changed')
    expect((await owner.post('/api/delivery/remove-zone', { id, seen: 2 })).json.success).toBe(true)
    expect((await owner.post('/api/delivery/remove-zone', { id, seen: 2 })).json.code).toBe('zone_unknown')
  })

  test('remove a zone that has open orders: those keep zone, fee and time, can be moved, and are delivered', async () => {
    const { id, name } = await aZone(db)
    const [window, other] = [await aWindow(db, { zoneIds: [id] }), await aWindow(db, { startsIn: 2 * 24 * 60 })]
    const buyer = await aBuyer()
    const { json } = await order(buyer, await goods(10_000), { delivery: { window } })
    expect((await owner.post('/api/delivery/remove-zone', { id, seen: 1 })).json.success).toBe(true)
    const now = async () => (await buyer.get(`/api/order/get?id=${json.orderId}`)).json.order
    expect(await now()).toMatchObject({ delivery: { zone: { name }, fee: 40, window } })
    expect(await occupancyOf(db, window)).toMatchObject({ taken: 1, orders: 1 })
    expect((await order(await aBuyer(), await goods(10_000), { delivery: { window } })).json.success).toBe(false)

    const moved = await owner.post('/api/order/move-window-as-seller', { id: json.orderId, window: other })
    expect(moved.json).toMatchObject({ success: true })
    expect((await now()).delivery).toMatchObject({ zone: { name }, fee: 40, window: other })
    await moveTo(owner, json.orderId, 'Delivered')
    expect((await now()).status).toBe('Delivered')
  })

  test('remove a zone from the delivery times too: one of no other zone is switched off, not offered everywhere', async () => {
    const [near, far] = [await aZone(db), await aZone(db, { postcodes: ['10330'] })]
    const [both, only] = [await aWindow(db, { zoneIds: [near.id, far.id] }), await aWindow(db, { zoneIds: [far.id] })]
    const templateOf = async (window: string) =>
      (await db.selectFrom('deliveryWindow').select(['templateId', 'zoneIds']).where('id', '=', window).execute())[0]
    const [bothTemplate, onlyTemplate] = [(await templateOf(both))?.templateId, (await templateOf(only))?.templateId]
    expect((await owner.post('/api/delivery/remove-zone', { id: far.id, seen: 1 })).json.success).toBe(true)
    const { templates } = (await owner.get('/api/delivery/templates')).json
    const stored = (id: string | null | undefined) => templates.find((each: { id: string }) => each.id === id)
    expect(stored(bothTemplate)).toMatchObject({ zones: [near.id], active: true, version: 2 })
    expect(stored(onlyTemplate)).toMatchObject({ zones: [], active: false, version: 2 })
    expect((await templateOf(both))?.zoneIds).toEqual([near.id])
    expect(await templateOf(only)).toBeUndefined()
    const offered = (await options('?postcode=10500')).windows.map(({ id }: { id: string }) => id)
    expect(offered).toContain(both)
  })

  test.each(['isDefault', 'takesUnknown'])(
    'who each make another zone the one that %s at once leave one',
    async (which) => {
      const [one, other] = [await aZone(db), await aZone(db, { postcodes: ['10330'] })]
      await Promise.all([one, other].map(({ id }) => save({ id, seen: 1, [which]: true })))
      const defaults = (await zones()).filter((zone: Record<string, boolean>) => zone[which])
      expect(defaults).toHaveLength(1)
      // The zone that was the default before has changed, too.
      expect((await zones()).map(({ version }: { version: number }) => version).sort()).toEqual([2, 3])
    },
  )

  test('put zones into another order, unless it has changed meanwhile', async () => {
    const ids = [] as string[]
    for (const name of ['a', 'b', 'c']) ids.push((await aZone(db, { name })).id)
    const [a = '', b = '', c = ''] = ids
    const reorder = (next: string[], seen: string[]) => owner.post('/api/delivery/reorder-zones', { zones: next, seen })
    const { json } = await reorder([c, a, b], ids)
    expect([json.success, json.zones.map(({ name }: { name: string }) => name)]).toEqual([true, ['c', 'a', 'b']])
    expect((await options('?postcode=10500')).zone.name).toBe('c')
    for (const wrong of [[a, b], [a, b, b], [a, b, c, newId()], [a, b, 'x'], []])
      expect((await reorder(wrong, [c, a, b])).json.code, String(wrong)).toBe('zones_changed')
    expect((await reorder([a, b, c], ids)).json.code).toBe('zones_changed')
    expect(await names()).toEqual(['c', 'a', 'b'])
  })

  test('can have 200 zones', async () => {
    for (let at = 0; at < 200; at += 1) await aZone(db)
    expect((await save({ id: newId() })).json.code).toBe('too_many_zones')
    expect(await zones()).toHaveLength(200)
  })

  test('save opening hours, sorted; hours that overlap or end first, and days that don’t exist, are refused', async () => {
    const saveHours = (body: object) =>
      owner.post('/api/delivery/save-hours', { week: [], closed: [], seen: 0, ...body })
    const day = (from: string, to: string, day = 1) => ({ day, from, to })
    for (const [fields, ...week] of [
      [['week.0.to'], day('20:00', '08:00')],
      [['week.0.to'], day('08:00', '08:00')],
      [['week.1.from'], day('08:00', '12:00'), day('11:00', '20:00')],
      // Each at its position in what was sent, whichever comes first on the clock.
      [
        ['week.1.to', 'week.2.from', 'week.3.from'],
        day('08:00', '20:00'),
        day('09:00', '09:00', 3),
        day('09:00', '10:00'),
        day('11:00', '12:00'),
        day('00:00', '24:00', 2),
      ],
      [['week.0.from'], day('11:00', '20:00'), day('08:00', '12:00'), day('08:00', '11:00', 2)],
    ] as const) {
      const { json } = await saveHours({ week })
      expect([json.code, Object.keys(json.fields).sort()]).toEqual(['invalid_form', fields])
    }
    for (const [wrong, field] of [
      [{ closed: ['2026-12-31', '2026-02-30'] }, 'closed.1'],
      [{ week: [day('8:00', '09:00')] }, 'week.0.from'],
      [{ week: [day('08:00', '25:00')] }, 'week.0.to'],
      [{ week: [day('08:00', '09:00', 8)] }, 'week.0.day'],
    ] as const)
      expect((await saveHours(wrong)).json, JSON.stringify(wrong)).toMatchObject({
        code: 'invalid_form',
        fields: { [field]: expect.any(String) },
      })
    expect((await owner.get('/api/delivery/hours')).json).toMatchObject({ hours: null, version: 0 })
    const week = [day('13:00', '20:00'), day('08:00', '12:00'), day('00:00', '24:00', 7)]
    const saved = await saveHours({ week, closed: ['2026-12-31', '2026-12-05', '2026-12-31'] })
    expect(saved.json.hours).toEqual({
      week: [day('08:00', '12:00'), day('13:00', '20:00'), day('00:00', '24:00', 7)],
      closed: ['2026-12-05', '2026-12-31'],
    })
    expect((await saveHours({ week: [] })).json.code).toBe('setting_changed')
    expect((await deliverySettingsReader(db).read()).openDays).toEqual([
      { first: 1, last: 1, hours: ['08:00–12:00', '13:00–20:00'] },
      { first: 7, last: 7, hours: ['00:00–24:00'] },
    ])
  })
})
