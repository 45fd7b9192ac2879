import { afterEach, expect, test } from 'vitest'
import { shop as shopConfig } from '../../../shop.config.ts'
import { deliver } from '../../../testing/makers/orders.ts'
import { anAddress, aProduct, aZone } from '../../../testing/makers/rows.ts'
import { type Person, person, seller, type TestShop, testShop, verified } from '../../../testing/shop.ts'
import { newId } from '../../common/ids.ts'
import { makeDb, makePool } from '../../database/database.ts'
import { currentPromise } from './current-promise.ts'
import { cachedDurations } from './durations-reader.ts'

type Zone = { id: string }
type PromisingShop = { shop: TestShop; owner: Person; zone: Zone }
const opened: TestShop[] = []

/** The time of the shops' clock, in milliseconds. */
let elapsed = 0

/** A shop that promises times, with a zone 15 minutes away, and keeps what it learned as shops do. */
async function aPromisingShop(): Promise<PromisingShop> {
  elapsed = 0
  const shop = await testShop({ readDurations: cachedDurations(() => elapsed) })
  opened.push(shop)
  const owner = await seller(shop)
  const zone = await aZone(shop.db)
  await owner.post('/api/delivery/save-asap', { enabled: true, limitMinutes: 240, pickers: 9, riders: 9, seen: 0 })
  return { shop, owner, zone }
}

afterEach(() => Promise.all(opened.splice(0).map((shop) => shop.close())))

const promisedMinutes = async ({ shop }: PromisingShop, postcode = '10500') =>
  (await person(shop).get(`/api/delivery/options?postcode=${postcode}&lines=5`)).json.asap?.minutes

/** Delivers orders whose rides took 75 minutes, so long ago that their riders are back. */
async function deliverSlowly({ shop, owner }: PromisingShop) {
  for (let count = 0; count < 4; count++) {
    const buyer = await verified(shop)
    const address = await anAddress(shop.db, buyer.user._id)
    const items = [{ product: (await aProduct(shop.db)).id, quantity: 1 }]
    const { json } = await buyer.post('/api/order/cod', { address, items }, { 'idempotency-key': newId() })
    await deliver(owner, json.orderId)
    for (const [status, minutes] of [
      ['Packing', 175],
      ['Out for delivery', 170],
      ['Delivered', 95],
    ] as const)
      await shop.pool.query(
        'update order_event set at = now() - make_interval(mins => $3) where order_id = $1 and status = $2',
        [json.orderId, status, minutes],
      )
  }
}

test('deliveries are learned from half a minute after they were last read, and not earlier', async () => {
  const slow = await aPromisingShop()
  const before = await promisedMinutes(slow)
  await deliverSlowly(slow)
  elapsed = 20_000
  expect(Math.abs((await promisedMinutes(slow)) - before)).toBeLessThanOrEqual(1)
  elapsed = 30_001
  expect(await promisedMinutes(slow)).toBeGreaterThan(before + 5)
})

test('another shop’s deliveries aren’t learned from', async () => {
  const [slow, other] = [await aPromisingShop(), await aPromisingShop()]
  const before = await promisedMinutes(other)
  await promisedMinutes(slow)
  await deliverSlowly(slow)
  elapsed = 30_001
  expect(await promisedMinutes(slow)).toBeGreaterThan(before + 5)
  expect(Math.abs((await promisedMinutes(other)) - before)).toBeLessThanOrEqual(1)
})

test('what another process changes of settings, zones and the queue counts at once', async () => {
  const promising = await aPromisingShop()
  const { shop, zone } = promising
  const before = await promisedMinutes(promising)
  await shop.pool.query('update delivery_zone set ride_minutes = 40 where id = $1', [zone.id])
  const farther = await promisedMinutes(promising)
  expect(farther).toBeGreaterThan(before + 20)
  await aZone(shop.db, { postcodes: ['10110'] })
  expect(Math.abs((await promisedMinutes(promising, '10110')) - before)).toBeLessThanOrEqual(1)

  const set = (field: string, value: unknown) =>
    shop.pool.query("update setting set value = jsonb_set(value, $1, $2) where topic = 'asap'", [
      `{${field}}`,
      JSON.stringify(value),
    ])
  await set('riders', 1)
  const buyer = await verified(shop)
  const items = [{ product: (await aProduct(shop.db)).id, quantity: 1 }]
  await buyer.post('/api/order/cod', { address: await anAddress(shop.db, buyer.user._id), items })
  expect(await promisedMinutes(promising)).toBeGreaterThan(farther + 40)
  await set('enabled', false)
  expect(await promisedMinutes(promising)).toBeUndefined()
})

test('nothing is promised to a zone that was removed since it was found', async () => {
  const { shop } = await aPromisingShop()
  const asked = { zoneId: newId(), lines: 1, readDurations: cachedDurations() }
  expect(await currentPromise(shop.db, shopConfig, asked)).toBeUndefined()
})

test('deliveries are read by the connection that asks, so that a transaction doesn’t wait for another one', async () => {
  const { shop } = await aPromisingShop()
  const pool = makePool(shop.url, { max: 1 })
  const readDurations = cachedDurations()
  try {
    const observed = await makeDb(pool)
      .transaction()
      .execute((tx) => readDurations(tx))
    expect(observed.usualLines).toBe(10)
  } finally {
    await pool.end()
  }
})

test('a read that failed isn’t kept', async () => {
  const { shop } = await aPromisingShop()
  const pool = makePool(shop.url)
  await pool.end()
  const readDurations = cachedDurations()
  await expect(readDurations(makeDb(pool))).rejects.toThrow('Cannot use a pool after calling end on the pool')
  expect((await readDurations(shop.db)).usualLines).toBe(10)
})
