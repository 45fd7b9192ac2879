import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { cookieOf, type Person, verified } from '../../../testing/shop.ts'
import { aPhoto, riderShop, sendPhoto } from '../../../testing/shops/rider-shop.ts'
import { newId } from '../../common/ids.ts'
import { inTransaction } from '../../database/database.ts'
import { deliveryPhotoUrl } from '../../domain/delivery-photo.ts'
import { diskStore } from '../../media/store.ts'
import { recordReduction } from '../../orders/ledger-queries.ts'
import { tidyPhotos } from '../photos/tidy-photos.ts'

const { shop, owner, rider, other, tap, taken, statusOf, mine, assignmentsOf, owedBy, numberOf, close } =
  await riderShop()
afterAll(close)

describe('delivering', () => {
  test('with a name: the order is paid, and the cash is on the rider’s account', async () => {
    const { id, shopper } = await taken(rider)
    const body = { id: newId(), order: id, receivedBy: ' Mali ', collected: 20.38 }
    for (let times = 0; times < 2; times += 1)
      expect((await rider.post('/api/rider/delivered', body)).json).toMatchObject({
        success: true,
        mine: [],
        owed: 20.38,
      })
    const { order } = (await shopper.get(`/api/order/get?id=${id}`)).json
    expect(order).toMatchObject({ status: 'Delivered', isPaid: true })
    const movements = await shop.db
      .selectFrom('moneyMovement')
      .select(['kind', 'method', 'cents', 'madeBy', 'rider'])
      .where('orderId', '=', id)
      .orderBy('id')
      .execute()
    expect(movements.slice(1)).toEqual([
      { kind: 'received', method: 'cash', cents: 2038, madeBy: rider.email, rider: rider.email },
    ])
    expect((await assignmentsOf(id))[0]).toMatchObject({ outcome: 'delivered', receivedBy: 'Mali', photo: null })
  })

  test('less cash than is owed is refused, and so is more than the order ever cost', async () => {
    const { id } = await taken(rider)
    for (const collected of [0, 20.37, 20.39, 20.385])
      expect((await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected })).json.code).toBe('balance_changed')
    expect(await owedBy(rider)).toBe(0)
    expect(await mine(rider)).toEqual([id])
  })

  test('what was collected before the order became cheaper is taken, and owed by the shop', async () => {
    const { id } = await taken(rider)
    await inTransaction(shop.db, (tx) => recordReduction(tx, id, { cents: 500, reason: 'bruised', by: rider.email }))
    expect((await rider.get('/api/rider/trip')).json.mine[0].toCollect).toBe(15.38)
    expect((await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 20.38 })).json.owed).toBe(20.38)
    const order = (await owner.get(`/api/order/seller?q=${await numberOf(id)}`)).json.orders[0]
    expect(order).toMatchObject({ isPaid: true, owed: 5, money: { cost: 15.38, received: 20.38, balance: -5 } })
  })

  test('if the seller says that it is delivered, the rider has the cash; undoing it takes the cash off the account', async () => {
    const { id } = await taken(rider)
    await owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Delivered' })
    expect(await owedBy(rider)).toBe(20.38)
    const found = async () => (await owner.get(`/api/order/seller?q=${await numberOf(id)}`)).json.orders[0]
    expect((await found()).money).toMatchObject({ received: 20.38, byRider: true })
    await owner.post('/api/order/undo-step', { id })
    expect(await owedBy(rider)).toBe(0)
    expect(await statusOf(id)).toBe('Out for delivery')
    expect((await found()).money).not.toHaveProperty('byRider')
    // The second time the shop itself hands it over.
    await owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Delivered' })
    expect((await found()).money).toMatchObject({ received: 20.38 })
    expect((await found()).money).not.toHaveProperty('byRider')
  })

  test('with a photo, which the staff and the order’s shopper see, without where it was taken', async () => {
    const { id, shopper } = await taken(rider)
    const tapId = newId()
    for (let times = 0; times < 2; times += 1)
      expect((await sendPhoto(rider, id, { id: tapId }, await aPhoto(2000))).json).toMatchObject({
        success: true,
        owed: 20.38,
      })
    expect(await readdir(shop.photos)).toHaveLength(1)
    const get = (who?: Person) =>
      shop.app.inject({
        url: deliveryPhotoUrl(id),
        headers: who ? { cookie: cookieOf(who) } : {},
      })
    for (const who of [rider, owner, shopper]) {
      const reply = await get(who)
      expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
        200,
        'image/webp',
        'private, no-store',
      ])
      const { width, exif } = await sharp(reply.rawPayload).metadata()
      expect([width, exif]).toEqual([1600, undefined])
    }
    for (const who of [undefined, other, await verified(shop)]) expect((await get(who)).statusCode).toBe(404)
    // Perhaps of another's door.
    await owner.post('/api/order/undo-step', { id })
    expect([(await get(shopper)).statusCode, (await get(owner)).statusCode]).toEqual([404, 200])
    // Nor is it this delivery's, which no rider has reported.
    await owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Delivered' })
    expect([(await get(shopper)).statusCode, (await get(owner)).statusCode]).toEqual([404, 200])
    const { order } = (await shopper.get(`/api/order/get?id=${id}`)).json
    expect(order).toMatchObject({ _id: id, status: 'Delivered' })
    expect(order).not.toHaveProperty('handedOver')
  })

  test('photos that are no pictures, damaged or too large are refused, and nothing is stored', async () => {
    const { id } = await taken(rider)
    const before = await readdir(shop.photos)
    const whole = await aPhoto(400)
    for (const [code, image] of [
      ['photo_type', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['photo_broken', whole.subarray(0, whole.length / 2)],
      ['photo_too_large', Buffer.concat([whole, Buffer.alloc(6 * 1024 * 1024)])],
      ['invalid_form', ''],
    ] as const)
      expect((await sendPhoto(rider, id, {}, image)).json.code, code).toBe(code)
    for (const fields of [{ id: 'x' }, { collected: '-1' }, { receivedBy: 'x'.repeat(61) }] as Record<string, string>[])
      expect((await sendPhoto(rider, id, fields)).json.code).toBe('invalid_form')
    expect((await sendPhoto(rider, id, { collected: '1' })).json.code).toBe('balance_changed')
    expect(await readdir(shop.photos)).toEqual(before)
    expect(await statusOf(id)).toBe('Out for delivery')
  })

  test('photos are deleted after 90 days, and those of no delivery after an hour', async () => {
    const store = await diskStore(shop.photos)
    const photoOf = async (days: number) => {
      const { id } = await taken(rider)
      await sendPhoto(rider, id)
      await shop.pool.query(
        'update delivery_assignment set ended_at = now() - make_interval(days => $2) where order_id = $1',
        [id, days],
      )
      return (await assignmentsOf(id))[0]?.photo as string
    }
    const [old, young] = [await photoOf(90), await photoOf(89)]
    const stray = `${'ab'.repeat(16)}-10x10.webp`
    await store.put(stray, await aPhoto())
    const twoHoursAgo = new Date(Date.now() - 7_200_000)
    await utimes(join(shop.photos, stray), twoHoursAgo, twoHoursAgo)
    await tidyPhotos(shop.db, store)
    const left = await readdir(shop.photos)
    expect([left.includes(old), left.includes(young), left.includes(stray)]).toEqual([false, true, false])
  })
})
