import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { anAddress, aZone } from '../../../testing/makers/rows.ts'
import { type Person, person, verified } from '../../../testing/shop.ts'
import { type AddressFields, zoneShop } from '../../../testing/shops/zone-shop.ts'
import { newId } from '../../common/ids.ts'
import { type Destination, findZone } from './find-zone.ts'

const { shop, db, owner, aBuyer, order, orderOf, goods, options, close } = await zoneShop()
afterAll(close)
beforeEach(() => db.deleteFrom('deliveryZone').execute())

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

  test.each([
    ['Bang Kapi', '10500', 'Far'],
    ['แขวงหัวหมาก เขตบางกะปิ', '10500', 'Far'],
    ['Bang Rak', '10240', 'Far'],
    ['Mueang Chiang Mai', '10500', 'Near'],
    ['Si Lom, Bang Rak', '10500', 'Near'],
    ['เขตบางรัก', '10500', 'Near'],
    ['Silom', '10500', 'Near'],
    ['Bangkok', '10500', 'Near'],
    // A sub-district of Huai Khwang is called Bang Kapi as well.
    ['แขวงบางกะปิ', '10310', 'Between'],
  ])('of an address in %s, %s, whose district may contradict its postcode, is the farther one: %s', async (...row) => {
    const [city, zipcode, zone] = row
    await aZone(db, { name: 'Near', postcodes: ['10500'] })
    await aZone(db, { name: 'Between', postcodes: ['10310'] })
    await aZone(db, { name: 'Far', postcodes: ['10240'] })
    const buyer = await aBuyer({ street: '5 Soi 3', city, state: 'Bangkok', zipcode })
    expect(await zoneOf(`?address=${buyer.address}`, buyer)).toBe(zone)
    expect(await zoneOf(`?${new URLSearchParams({ postcode: zipcode, city })}`)).toBe(zone)
  })

  test.each([
    ['Bang Phli', 'Samut Prakan', null],
    ['อำเภอบางพลี', 'สมุทรปราการ', null],
    ['Mueang Chiang Mai', 'Chiang Mai', null],
    ['Mueang Samut Prakan', 'Samut Prakan', 'Far'],
    // The form has filled in the province of the postcode.
    ['Bang Phli', 'Bangkok', 'Near'],
  ])('of an address in %s, %s is that of this place, though its postcode is of Bang Rak: %s', async (...row) => {
    const [city, state, zone] = row
    await aZone(db, { name: 'Near', postcodes: ['10500'] })
    await aZone(db, { name: 'Far', postcodes: ['10270'] })
    const buyer = await aBuyer({ street: '5 Soi 3', city, state, zipcode: '10500' })
    expect(await zoneOf(`?address=${buyer.address}`, buyer)).toBe(zone)
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
    const ids = zones.map(({ id }) => id)
    expect(zones.map(({ name }) => name)).toEqual(['Si Lom', 'Pathum Wan', 'All Thailand'])
    const reordered = await owner.post('/api/delivery/reorder-zones', { zones: [...ids].reverse(), seen: ids })
    expect(reordered.json.zones.map(({ name }) => name)).toEqual(['Pathum Wan', 'Si Lom', 'All Thailand'])
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
