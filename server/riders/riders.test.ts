import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliveryPhotoUrl } from '../../contract/delivery/delivery-photo.ts'
import { countJobs, payloadsOf } from '../../testing/jobs.ts'
import { ledgerErrors } from '../../testing/ledger.ts'
import { anAddress, aProduct } from '../../testing/makers.ts'
import { moveTo } from '../../testing/orders.ts'
import { encoded } from '../../testing/product-form.ts'
import { type Person, seller, type TestShop, testShop, verified } from '../../testing/shop.ts'
import { aWindow, occupancyOf } from '../../testing/windows.ts'
import { archiveProduct } from '../catalog/archive-product.ts'
import { countStock } from '../catalog/count-stock.ts'
import { newId } from '../common/ids.ts'
import { inTransaction } from '../database/database.ts'
import { diskStore } from '../media/store.ts'
import { recordReduction } from '../orders/ledger-queries.ts'
import { getLocalizedOrder } from '../orders/queries.ts'
import { removeOldTaps } from './run-queries.ts'
import { tidyPhotos } from './tidy-photos.ts'

type Rider = Awaited<ReturnType<typeof seller>>
let shop: TestShop
let owner: Person
let rider: Rider
let other: Rider
beforeAll(async () => {
  shop = await testShop()
  owner = await seller(shop)
})
afterAll(async () => {
  expect(await ledgerErrors(shop.db)).toEqual([])
  await shop.close()
})
beforeEach(async () => {
  rider = await aRider()
  other = await aRider()
})

const aRider = (): Promise<Rider> => seller(shop, 'rider')

/** Places a cash order of 19.99 and 2% tax, and packs it. */
async function packed({ status = 'Packing' as const, price = 1999 } = {}) {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const product = await aProduct(shop.db, { offerPrice: price, stock: 10 })
  const { json } = await shopper.post('/api/order/cod', { address, items: [{ product: product.id, quantity: 1 }] })
  if (!json.success) throw new Error(json.message)
  await moveTo(owner, json.orderId, status)
  return { id: json.orderId as string, shopper, product }
}

const tap = (who: Person, what: string, order: string, more: object = {}) =>
  who.post(`/api/rider/${what}`, { id: newId(), order, ...more })
const taken = async (who: Person = rider) => {
  const order = await packed()
  await tap(who, 'take', order.id)
  return order
}
const statusOf = async (id: string) =>
  (await shop.db.selectFrom('shopOrder').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const mine = async (who: Person) =>
  (await who.get('/api/rider/round')).json.mine.map(({ order }: { order: string }) => order)
const isReady = async (id: string) =>
  (await rider.get('/api/rider/round')).json.ready.some(({ order }: { order: string }) => order === id)
const runsOf = (order: string) =>
  shop.db.selectFrom('deliveryRun').selectAll().where('orderId', '=', order).orderBy('takenAt').execute()
const stockOf = async (id: string) =>
  (await shop.db.selectFrom('product').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock
/** Changes an order that was cancelled on the way into one of a version that returned its stock at once. */
async function cancelledBefore(order: string): Promise<void> {
  const { rowCount } = await shop.pool.query(
    'update shop_order set stock_to_return = false where id = $1 and stock_to_return',
    [order],
  )
  expect(rowCount).toBe(1)
  await shop.pool.query(
    'update product set stock = stock + quantity from order_line where order_id = $1 and product_id = product.id',
    [order],
  )
}
const owedBy = async (who: Person) => (await who.get('/api/rider/round')).json.owed
const cashRow = async (who: Rider) =>
  (await owner.get('/api/rider/cash')).json.riders.find((each: { rider: string }) => each.rider === who.email)

const aPhoto = (width = 60) =>
  sharp({ create: { width, height: 40, channels: 3, background: '#447744' } })
    .withExif({ IFD3: { GPSLatitude: '13/1 43/1 0/1' } })
    .jpeg()
    .toBuffer()
async function sendPhoto(who: Person, order: string, fields: Record<string, string> = {}, image?: Buffer | string) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ id: newId(), order, collected: '20.38', ...fields }))
    form.append(name, value)
  const bytes = typeof image === 'string' ? Buffer.from(image) : (image ?? (await aPhoto()))
  form.append('image', new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' }))
  const { body, headers } = await encoded(form)
  return who.post('/api/rider/photo', body, headers)
}

describe('taking', () => {
  test('a packed order is out for delivery, shows its address to its rider, and is mailed', async () => {
    const { id, shopper } = await packed()
    expect(await isReady(id)).toBe(true)
    const { json } = await tap(rider, 'take', id)
    expect(json).toMatchObject({ success: true, message: 'Taken', owed: 0 })
    expect(json.mine).toEqual([
      {
        order: id,
        number: expect.any(Number),
        lines: 1,
        toCollect: 20.38,
        name: 'Somchai Jaidee',
        phone: '+66 81 234 5678',
        street: '88 Charoen Krung Rd',
        city: 'Bang Rak',
        state: 'Bangkok',
        zipcode: '10500',
        country: 'Thailand',
        takenAt: expect.any(String),
        tries: 0,
      },
    ])
    expect(JSON.stringify(json)).not.toContain(shopper.user.email)
    expect(await isReady(id)).toBe(false)
    const { order } = (await shopper.get(`/api/order/get?id=${id}`)).json
    expect(order.status).toBe('Out for delivery')
    expect(await countJobs(shop.pool, { key: `step-mail:${id}:Out for delivery` })).toBe(1)
  })

  test('lists of what can be taken say neither name, street nor phone', async () => {
    const { id } = await packed()
    const { ready } = (await rider.get('/api/rider/round')).json
    const found = ready.find(({ order }: { order: string }) => order === id)
    const shown = { number: expect.any(Number), city: 'Bang Rak', lines: 1, toCollect: 20.38, packed: false }
    expect(found).toEqual({ order: id, ...shown })
  })

  test('of two riders at the same moment one has the order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await packed()
      const replies = await Promise.all([tap(rider, 'take', id), tap(other, 'take', id)])
      expect(replies.map(({ json }) => json.code ?? 'taken').sort()).toEqual(['taken', 'taken_by_other'])
      expect(await runsOf(id)).toHaveLength(1)
    }
  })

  test('a tap that is sent again, also at the same moment, is applied once', async () => {
    const { id } = await packed()
    const body = { id: newId(), order: id }
    const replies = await Promise.all([1, 2, 3].map(() => rider.post('/api/rider/take', body)))
    expect(replies.map(({ json }) => json.success)).toEqual([true, true, true])
    expect(await runsOf(id)).toHaveLength(1)
    await tap(rider, 'give-back', id)
    // The phone's old tap arrives once more, and takes nothing again.
    expect((await rider.post('/api/rider/take', body)).json).toMatchObject({ success: true, mine: [] })
    expect(await statusOf(id)).toBe('Packing')
  })

  test('an id of another tap is refused, and leaves nothing behind', async () => {
    const [first, second] = [await packed(), await packed()]
    const id = newId()
    await rider.post('/api/rider/take', { id, order: first.id })
    for (const [who, order] of [
      [rider, second.id],
      [other, first.id],
    ] as const)
      expect((await who.post('/api/rider/take', { id, order })).json.code).toBe('tap_reused')
    expect(await statusOf(second.id)).toBe('Packing')
  })

  test.each(['Order Placed', 'Confirmed', 'Delivered'] as const)('an order at %s is refused', async (status) => {
    const { id } = await packed({ status: status as never })
    expect((await tap(rider, 'take', id)).json.code).toBe('not_to_take')
    expect(await runsOf(id)).toEqual([])
  })

  test('an order that a seller sent out can be taken too, without a second mail', async () => {
    const { id } = await packed({ status: 'Out for delivery' as never })
    expect(await isReady(id)).toBe(true)
    expect((await tap(rider, 'take', id)).json.success).toBe(true)
    const { timeline } = (await owner.get(`/api/order/seller?q=${await numberOf(id)}`)).json.orders[0]
    expect(timeline.filter(({ status }: { status: string }) => status === 'Out for delivery')).toHaveLength(1)
  })

  test('an order that isn’t known is refused', async () => {
    for (const order of ['nothing', newId()]) expect((await tap(rider, 'take', order)).json.code).toBe('order_unknown')
  })
})

const numberOf = async (id: string) =>
  (await shop.db.selectFrom('shopOrder').select('number').where('id', '=', id).executeTakeFirstOrThrow()).number

describe('returning to the shop', () => {
  test('puts the order back among those to take, also after a night', async () => {
    const { id } = await taken()
    await shop.pool.query("update order_event set at = at - interval '2 days' where order_id = $1", [id])
    expect((await tap(rider, 'give-back', id)).json).toMatchObject({ success: true, mine: [] })
    expect(await statusOf(id)).toBe('Packing')
    expect((await tap(other, 'take', id)).json.success).toBe(true)
  })

  test.each([false, true])('leaves the order as it was when it was taken: packed: %s', async (isPacked) => {
    const { id } = await packed()
    if (isPacked) await owner.post('/api/order/packed', { id, packed: true })
    const isShownPacked = async () => {
      const { ready } = (await rider.get('/api/rider/round')).json
      return ready.find(({ order }: { order: string }) => order === id)?.packed
    }
    expect(await isShownPacked()).toBe(isPacked)
    await tap(rider, 'take', id)
    await tap(rider, 'give-back', id)
    expect(await isShownPacked()).toBe(isPacked)
  })

  test('is for the order’s own rider', async () => {
    const { id } = await taken()
    for (const [what, more] of [
      ['give-back', {}],
      ['delivered', { receivedBy: 'Mali', collected: 20.38 }],
      ['not-home', { reason: 'no_answer' }],
    ] as const)
      expect((await tap(other, what, id, more)).json.code, what).toBe('not_your_round')
    expect((await sendPhoto(other, id)).json.code).toBe('not_your_round')
    expect(await readdir(shop.photos)).toEqual([])
    expect(await mine(rider)).toEqual([id])
  })

  test('what the shop does with the order ends the run', async () => {
    const { id } = await taken()
    await owner.post('/api/order/undeliver', { id, from: 'Out for delivery' })
    expect(await mine(rider)).toEqual([])
    expect((await runsOf(id)).map(({ outcome }) => outcome)).toEqual(['ended by the shop'])
    expect((await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 20.38 })).json.code).toBe(
      'not_your_round',
    )
  })
})

describe('orders that are out with a rider', () => {
  const idOf = async ({ email }: Rider): Promise<string> => {
    const { members } = (await owner.get('/api/staff/list')).json
    return members.find((member: { email: string }) => member.email === email).id
  }
  const changed = (call: 'remove' | 'change-role', id: string, role?: string) =>
    owner.post(`/api/staff/${call}`, { id, ...(role && { role }) })

  test('the owner sees how much of the shop’s cash a rider has who is about to be removed, to the cent', async () => {
    const { id } = await taken()
    await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 20.38 })
    const { members } = (await owner.get('/api/staff/list')).json
    const owed = (who: Rider) => members.find((member: { email: string }) => member.email === who.email).owed
    expect([owed(rider), owed(other)]).toEqual([20.38, 0])
  })

  test.each(['removed', 'given another role'])(
    'who is %s can be taken by another, and the owner sees how many',
    async (how) => {
      const [one, two, kept] = [await taken(), await taken(), await taken(other)]
      const { members } = (await owner.get('/api/staff/list')).json
      const of = (who: Rider) => members.find((member: { email: string }) => member.email === who.email)
      expect([of(rider).ordersOut, of(other).ordersOut]).toEqual([2, 1])
      expect([of(rider).owed, of(other).owed]).toEqual([await owedBy(rider), await owedBy(other)])
      const id = await idOf(rider)
      await (how === 'removed' ? changed('remove', id) : changed('change-role', id, 'picker'))
      expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['Out for delivery', 'Out for delivery'])
      expect((await runsOf(one.id)).map(({ outcome }) => outcome)).toEqual(['ended by the shop'])
      const { json } = await tap(other, 'take', one.id)
      expect(json).toMatchObject({ success: true })
      expect(json.ready.map(({ order }: { order: string }) => order)).toContain(two.id)
      expect((await mine(other)).sort()).toEqual([one.id, kept.id].sort())
      expect((await tap(other, 'delivered', one.id, { receivedBy: 'Mali', collected: 20.38 })).json.success).toBe(true)
    },
  )

  test('who becomes a manager stay on the round', async () => {
    const order = await taken()
    await changed('change-role', await idOf(rider), 'manager')
    expect(await mine(rider)).toEqual([order.id])
  })

  test('are left with nobody also if the order is taken at the same moment', async () => {
    for (let time = 0; time < 5; time += 1) {
      const who = await aRider()
      const [order, id] = [await packed(), await idOf(who)]
      await Promise.all([tap(who, 'take', order.id), changed('remove', id)])
      expect((await runsOf(order.id)).filter(({ endedAt }) => endedAt === null)).toEqual([])
      expect((await tap(other, 'take', order.id)).json).toMatchObject({ success: true })
    }
  })
})

describe('delivering', () => {
  test('with a name: the order is paid, and the cash is on the rider’s account', async () => {
    const { id, shopper } = await taken()
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
    expect((await runsOf(id))[0]).toMatchObject({ outcome: 'delivered', receivedBy: 'Mali', photo: null })
  })

  test('less cash than is owed is refused, and so is more than the order ever cost', async () => {
    const { id } = await taken()
    for (const collected of [0, 20.37, 20.39, 20.385])
      expect((await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected })).json.code).toBe('balance_changed')
    expect(await owedBy(rider)).toBe(0)
    expect(await mine(rider)).toEqual([id])
  })

  test('what was collected before the order became cheaper is taken, and owed by the shop', async () => {
    const { id } = await taken()
    await inTransaction(shop.db, (tx) => recordReduction(tx, id, { cents: 500, reason: 'bruised', by: rider.email }))
    expect((await rider.get('/api/rider/round')).json.mine[0].toCollect).toBe(15.38)
    expect((await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 20.38 })).json.owed).toBe(20.38)
    const order = (await owner.get(`/api/order/seller?q=${await numberOf(id)}`)).json.orders[0]
    expect(order).toMatchObject({ isPaid: true, owed: 5, money: { due: 15.38, received: 20.38, balance: -5 } })
  })

  test('if the seller says that it is delivered, the rider has the cash; undoing it takes the cash off the account', async () => {
    const { id } = await taken()
    await owner.post('/api/order/move', { id, from: 'Out for delivery', status: 'Delivered' })
    expect(await owedBy(rider)).toBe(20.38)
    const found = async () => (await owner.get(`/api/order/seller?q=${await numberOf(id)}`)).json.orders[0]
    expect((await found()).money).toMatchObject({ received: 20.38, byRider: true })
    await owner.post('/api/order/undeliver', { id })
    expect(await owedBy(rider)).toBe(0)
    expect(await statusOf(id)).toBe('Out for delivery')
    expect((await found()).money).not.toHaveProperty('byRider')
    // The second time the shop itself hands it over.
    await owner.post('/api/order/move', { id, from: 'Out for delivery', status: 'Delivered' })
    expect((await found()).money).toMatchObject({ received: 20.38 })
    expect((await found()).money).not.toHaveProperty('byRider')
  })

  test('with a photo, which the staff and the order’s shopper see, without where it was taken', async () => {
    const { id, shopper } = await taken()
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
        headers: who ? { cookie: [...who.jar].map(([name, value]) => `${name}=${value}`).join('; ') } : {},
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
    await owner.post('/api/order/undeliver', { id })
    expect([(await get(shopper)).statusCode, (await get(owner)).statusCode]).toEqual([404, 200])
  })

  test('photos that are no pictures, damaged or too large are refused, and nothing is stored', async () => {
    const { id } = await taken()
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
      const { id } = await taken()
      await sendPhoto(rider, id)
      await shop.pool.query(
        'update delivery_run set ended_at = now() - make_interval(days => $2) where order_id = $1',
        [id, days],
      )
      return (await runsOf(id))[0]?.photo as string
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

describe('nobody at home', () => {
  const failedTry = (order: string, reason: string) => tap(rider, 'not-home', order, { reason })

  test('the rider tries again later, and brings the order back after the second time', async () => {
    const { id } = await taken()
    const body = { id: newId(), order: id, reason: 'no_answer' }
    // The phone sends it twice: that is one try.
    await rider.post('/api/rider/not-home', body)
    const { json } = await rider.post('/api/rider/not-home', body)
    expect(json.message).toBe('Noted: try again later')
    expect(json.mine).toMatchObject([{ order: id, tries: 1, reason: 'no_answer' }])
    expect((await failedTry(id, 'no_answer')).json).toMatchObject({
      message: 'Noted: bring it back to the shop',
      mine: [],
    })
    expect(await statusOf(id)).toBe('Packing')
    const { cameBack } = (await owner.get('/api/rider/cash')).json
    expect(cameBack.find(({ order }: { order: string }) => order === id)).toMatchObject({
      reason: 'no_answer',
      tries: 2,
    })
    const { ready } = (await rider.get('/api/rider/round')).json
    expect(ready.find(({ order }: { order: string }) => order === id)).toMatchObject({ cameBack: 'no_answer' })
  })

  test('screens hear of a try after which the rider keeps the order', async () => {
    const { id } = await taken()
    const listener = await shop.pool.connect()
    const heard = new Promise<string | undefined>((resolve) => {
      listener.on('notification', ({ payload }) => resolve(payload))
    })
    await listener.query('listen orders')
    expect((await failedTry(id, 'no_answer')).json).toMatchObject({ mine: [{ order: id, tries: 1 }] })
    expect(await heard).toMatch(new RegExp(`^${id} \\S+ Out for delivery$`))
    listener.release(true)
  })

  test('the shopper and the sellers see when and why, until it goes out again; one mail is sent for each try', async () => {
    const { id, shopper } = await taken()
    const ofShopper = async () => (await shopper.get(`/api/order/get?id=${id}`)).json.order
    const ofSeller = async (who: Person = owner) =>
      (await who.get(`/api/order/seller?q=${await numberOf(id)}`)).json.orders[0]
    expect(await ofShopper()).not.toHaveProperty('failedTry')
    const body = { id: newId(), order: id, reason: 'no_answer' }
    for (let times = 0; times < 2; times += 1) await rider.post('/api/rider/not-home', body)
    const failed = { at: expect.any(String), reason: 'no_answer' }
    expect((await ofShopper()).failedTry).toEqual({ ...failed, back: false })
    await failedTry(id, 'no_answer')
    expect(await ofShopper()).toMatchObject({ status: 'Packing', failedTry: { ...failed, back: true } })
    expect(JSON.stringify(await ofShopper())).not.toContain(rider.email)
    for (const who of [owner, await seller(shop, 'picker')])
      expect(await ofSeller(who)).toMatchObject({
        failedTry: { ...failed, back: true },
        failedTries: [{ ...failed, back: true, by: rider.email }],
      })
    const { at } = (await ofSeller()).failedTry
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000)
    const mails = await payloadsOf(shop.pool, { key: 'try-mail:%', orderId: id })
    expect(mails.map(({ times, back }) => ({ times, back }))).toEqual([
      { times: 1, back: false },
      { times: 2, back: true },
    ])
    await tap(other, 'take', id)
    expect(await ofShopper()).not.toHaveProperty('failedTry')
    const again = await ofSeller()
    expect(again).not.toHaveProperty('failedTry')
    expect(again.failedTries).toEqual([{ at, reason: 'no_answer', back: true, by: rider.email }])
  })

  test.each(['wrong_address', 'another_time', 'no_money'])('%s brings the order back at once', async (reason) => {
    const { id } = await taken()
    await failedTry(id, reason)
    expect([await statusOf(id), await isReady(id)]).toEqual(['Packing', true])
  })

  test('a refused order waits for the shop, which cancels it', async () => {
    const { id } = await taken()
    await failedTry(id, 'refused')
    expect([await statusOf(id), await isReady(id)]).toEqual(['Packing', false])
    await owner.post('/api/order/move', { id, from: 'Packing', status: 'Cancelled' })
    const { cameBack } = (await owner.get('/api/rider/cash')).json
    expect(cameBack.some(({ order }: { order: string }) => order === id)).toBe(false)
  })

  test('a reason that isn’t in the list is refused', async () => {
    const { id } = await taken()
    expect((await failedTry(id, 'tired')).status).toBe(400)
  })
})

test('an order has as many lines for its rider as have pieces left', async () => {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const [milk, bread] = [await aProduct(shop.db, {}), await aProduct(shop.db, {})]
  const items = [milk, bread].map(({ id: product }) => ({ product, quantity: 2 }))
  const { orderId: id } = (await shopper.post('/api/order/cod', { address, items })).json
  await moveTo(owner, id, 'Packing')
  const linesOf = async () =>
    (await owner.get('/api/rider/round')).json.ready.find((each: { order: string }) => each.order === id).lines
  for (const [quantity, left] of [
    [1, 2],
    [1, 1],
  ]) {
    const before = (await owner.get(`/api/order/seller?q=${await numberOf(id)}`)).json.orders[0]
    const refunded = Math.round((before.amount - before.money.due) * 100) / 100
    const refund = { id, lines: [{ product: bread.id, quantity }], reason: 'missing', seen: { refunded } }
    expect((await owner.post('/api/order/refund', refund)).json.success).toBe(true)
    expect(await linesOf()).toBe(left)
  }
})

describe('an order that is cancelled on the way', () => {
  const cancelled = async () => {
    const order = await taken()
    const { json } = await owner.post('/api/order/move', {
      id: order.id,
      from: 'Out for delivery',
      status: 'Cancelled',
    })
    expect(json.success).toBe(true)
    return order
  }
  const roundOf = async (who: Person) => (await who.get('/api/rider/round')).json.mine
  const cameBack = async (id: string) =>
    (await owner.get('/api/rider/cash')).json.cameBack.find(({ order }: { order: string }) => order === id)
  const ofSeller = async (id: string) => (await owner.get(`/api/order/seller?q=${await numberOf(id)}`)).json.orders[0]

  test('stays on the rider’s round, and with the shop, until the rider has brought it back', async () => {
    const { id } = await cancelled()
    expect(await roundOf(rider)).toMatchObject([{ order: id, cancelled: true, toCollect: 20.38 }])
    expect(await roundOf(other)).toEqual([])
    expect(await cameBack(id)).toMatchObject({ reason: 'cancelled', back: false })
    expect((await tap(other, 'give-back', id)).json.code).toBe('not_your_round')
    // A late tap changes nothing: it comes back anyway.
    expect((await tap(rider, 'not-home', id, { reason: 'no_answer' })).json.message).toBe(
      'Noted: bring it back to the shop',
    )
    const body = { id: newId(), order: id }
    for (let times = 0; times < 2; times += 1)
      expect((await rider.post('/api/rider/give-back', body)).json).toMatchObject({ success: true, mine: [] })
    expect(await cameBack(id)).toMatchObject({ reason: 'cancelled', back: true })
    expect(await statusOf(id)).toBe('Cancelled')
    for (const what of ['give-back', 'delivered'])
      expect((await tap(rider, what, id, { receivedBy: 'Mali', collected: 20.38 })).json.code).toBe('not_your_round')
    expect(await owedBy(rider)).toBe(0)
  })

  test('and was handed over nevertheless: it is sold, paid and delivered', async () => {
    const { id, shopper } = await cancelled()
    for (const collected of [-1, 20.39])
      expect((await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected })).json.success).toBe(false)
    const body = { id: newId(), order: id, receivedBy: 'Mali', collected: 20.38 }
    for (let times = 0; times < 2; times += 1)
      expect((await rider.post('/api/rider/delivered', body)).json).toMatchObject({
        success: true,
        mine: [],
        owed: 20.38,
      })
    const seen = await ofSeller(id)
    expect(seen).toMatchObject({
      status: 'Delivered',
      isPaid: true,
      amount: 20.38,
      money: { due: 20.38, received: 20.38, givenBack: 0, balance: 0 },
      handedOver: { to: 'Mali' },
      undone: [{ status: 'Cancelled', undoneBy: rider.email }],
    })
    expect([seen.owed, seen.refund]).toEqual([undefined, undefined])
    const { order } = (await shopper.get(`/api/order/get?id=${id}`)).json
    expect(order).toMatchObject({ status: 'Delivered', isPaid: true })
    expect(order.timeline.map(({ status }: { status: string }) => status)).not.toContain('Cancelled')
    expect(await cashRow(rider)).toMatchObject({ owed: 20.38 })
    expect(await cameBack(id)).toBeUndefined()
    expect(await countJobs(shop.pool, { key: `step-mail:${id}:Delivered` })).toBe(1)
  })

  test('by a version before, and its pieces were sold again: they aren’t in stock once that order is cancelled', async () => {
    const shopper = await verified(shop)
    const address = await anAddress(shop.db, shopper.user._id)
    const product = await aProduct(shop.db, { stock: 3 })
    const order = async () =>
      (
        await shopper.post(
          '/api/order/cod',
          { address, items: [{ product: product.id, quantity: 3 }] },
          {
            'idempotency-key': newId(),
          },
        )
      ).json.orderId as string
    const first = await order()
    await moveTo(owner, first, 'Packing')
    await tap(rider, 'take', first)
    await owner.post('/api/order/move', { id: first, from: 'Out for delivery', status: 'Cancelled' })
    await cancelledBefore(first)
    const second = await order()
    expect((await tap(rider, 'delivered', first, { receivedBy: 'Mali', collected: 0 })).json.success).toBe(true)
    await owner.post('/api/order/move', { id: second, from: 'Order Placed', status: 'Cancelled' })
    expect(await stockOf(product.id)).toBe(0)
  })

  test('after a refund whose reason is “cancelled”, which stays taken off', async () => {
    const { id } = await taken()
    const refund = { id, amount: 5, reason: 'cancelled', seen: { refunded: 0 } }
    expect((await owner.post('/api/order/refund', refund)).json.success).toBe(true)
    expect(
      (await owner.post('/api/order/move', { id, from: 'Out for delivery', status: 'Cancelled' })).json.success,
    ).toBe(true)
    expect((await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 15.38 })).json.success).toBe(true)
    expect(await ofSeller(id)).toMatchObject({ money: { due: 15.38, received: 15.38, balance: 0 } })
  })

  test('with a photo, or with no cash taken', async () => {
    const [first, second] = [await cancelled(), await cancelled()]
    expect((await sendPhoto(rider, first.id)).json).toMatchObject({ success: true, owed: 20.38 })
    expect((await tap(rider, 'delivered', second.id, { receivedBy: 'Mali', collected: 0 })).json).toMatchObject({
      success: true,
      mine: [],
      owed: 20.38,
    })
    expect(await ofSeller(second.id)).toMatchObject({
      status: 'Delivered',
      isPaid: false,
      money: { received: 0, balance: 20.38 },
    })
  })

  test('and was paid out: a later payment is recorded once, by managers, and the order counts as sold again', async () => {
    const shopper = await verified(shop)
    const address = await anAddress(shop.db, shopper.user._id)
    const product = await aProduct(shop.db, { offerPrice: 1999 })
    const { json } = await shopper.post('/api/order/stripe', { address, items: [{ product: product.id, quantity: 1 }] })
    const id = json.orderId as string
    await shop.app.inject({
      method: 'POST',
      url: new URL(json.url).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'act=pay',
    })
    await shop.runJobs()
    await moveTo(owner, id, 'Packing')
    await tap(rider, 'take', id)
    await owner.post('/api/order/move', { id, from: 'Out for delivery', status: 'Cancelled' })
    const collect = (amount: number, by = owner) => by.post('/api/order/collect', { id, method: 'transfer', amount })
    expect((await collect(20.38)).json.code).toBe('nothing_to_collect')
    await shop.runJobs()
    expect((await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 0 })).json.success).toBe(true)
    expect(await ofSeller(id)).toMatchObject({
      status: 'Delivered',
      refund: 'done',
      money: { due: 0, received: 20.38, givenBack: 20.38, balance: 0, waived: 20.38 },
    })
    // Its mail says that nothing is to be paid, not that the sum was paid.
    expect(await getLocalizedOrder(shop.db, id)).toMatchObject({ status: 'Delivered', dueCents: 0 })
    for (const amount of [20.37, 20.39, 0]) expect((await collect(amount)).json.success).toBe(false)
    expect((await collect(20.38, rider)).status).toBe(403)
    const replies = await Promise.all([collect(20.38), collect(20.38)])
    expect(replies.map(({ json }) => json.code ?? 'recorded').sort()).toEqual(['nothing_to_collect', 'recorded'])
    const sold = await ofSeller(id)
    expect(sold).toMatchObject({
      status: 'Delivered',
      isPaid: true,
      money: { due: 20.38, received: 40.76, givenBack: 20.38, balance: 0 },
    })
    expect([sold.refund, sold.money.waived]).toEqual([undefined, undefined])
    // The card has nothing left to refund: it is paid out by hand.
    const refund = { id, amount: 5, reason: 'late', seen: { refunded: 0 } }
    expect((await owner.post('/api/order/refund', refund)).json.success).toBe(true)
    await shop.runJobs()
    expect(await ofSeller(id)).toMatchObject({ owed: 5, money: { due: 15.38, balance: -5, refunding: false } })
    expect((await owner.post('/api/order/payout', { id, method: 'cash', amount: 5 })).json.success).toBe(true)
    expect((await ofSeller(id)).money.waived).toBeUndefined()
  })

  test('by a version before takes its counted stock again, as far as it is there, and capacity of its window if some is left', async () => {
    const [first, second] = [await taken(), await taken()]
    const [open, full] = [await aWindow(shop.db), await aWindow(shop.db)]
    for (const [order, window] of [
      [first, open],
      [second, full],
    ] as const) {
      await shop.db.updateTable('shopOrder').set({ windowId: window }).where('id', '=', order.id).execute()
      await shop.db.updateTable('deliveryWindow').set({ taken: 1 }).where('id', '=', window).execute()
      await owner.post('/api/order/move', { id: order.id, from: 'Out for delivery', status: 'Cancelled' })
      expect(await occupancyOf(shop.db, window)).toMatchObject({ taken: 0, orders: 0 })
      await cancelledBefore(order.id)
      expect(await stockOf(order.product.id)).toBe(10)
    }
    // Others bought what came back.
    await shop.db.updateTable('product').set({ stock: 0 }).where('id', '=', second.product.id).execute()
    await shop.db.updateTable('deliveryWindow').set({ taken: 1 }).where('id', '=', full).execute()
    for (const { id } of [first, second])
      expect((await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 20.38 })).json.success).toBe(true)
    expect([await stockOf(first.product.id), await stockOf(second.product.id)]).toEqual([9, 0])
    expect(await occupancyOf(shop.db, open)).toMatchObject({ taken: 1, orders: 1 })
    expect(await occupancyOf(shop.db, full)).toMatchObject({ taken: 1, orders: 0 })
    // The orders of the tests after this one choose no time.
    await shop.db.updateTable('windowTemplate').set({ active: false }).execute()
  })

  test('of the cancelling and the tap at the same moment, both count', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await taken()
      const [cancel, deliver] = await Promise.all([
        owner.post('/api/order/move', { id, from: 'Out for delivery', status: 'Cancelled' }),
        tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 20.38 }),
      ])
      expect(deliver.json.success).toBe(true)
      const { status, money } = await ofSeller(id)
      expect([status, cancel.json.success || cancel.json.code]).toEqual(['Delivered', expect.anything()])
      expect(money).toMatchObject({ received: 20.38, balance: 0 })
    }
  })
})

describe('the goods of an order that is cancelled on the way', () => {
  const move = (id: string, from: string, status: string) => owner.post('/api/order/move', { id, from, status })
  const cancel = async (id: string) =>
    expect((await move(id, 'Out for delivery', 'Cancelled')).json).toMatchObject({ success: true })
  const backInShop = (order: string, by = owner) => by.post('/api/rider/back-in-shop', { order })
  const broughtBack = (order: string) => tap(rider, 'give-back', order)
  const delivered = (order: string, collected = 0) => tap(rider, 'delivered', order, { receivedBy: 'Mali', collected })
  const cameBack = async (id: string) =>
    (await owner.get('/api/rider/cash')).json.cameBack.find(({ order }: { order: string }) => order === id)

  /** Places an order of three of ten pieces, and moves it to a status. */
  async function ordered(status: 'Packing' | 'Out for delivery' = 'Packing') {
    const shopper = await verified(shop)
    const address = await anAddress(shop.db, shopper.user._id)
    const { id: product } = await aProduct(shop.db, { offerPrice: 1000, stock: 10 })
    const buy = (quantity: number) =>
      shopper.post('/api/order/cod', { address, items: [{ product, quantity }] }, { 'idempotency-key': newId() })
    const id: string = (await buy(3)).json.orderId
    await moveTo(owner, id, status)
    return { id, product, buy }
  }
  async function takenOrder(who: Rider = rider) {
    const order = await ordered()
    await tap(who, 'take', order.id)
    return order
  }
  async function cancelledOrder(who: Rider = rider) {
    const order = await takenOrder(who)
    await cancel(order.id)
    return order
  }
  /** The ways in which the shop hears that the goods are back. */
  const reports = [
    ['the rider', broughtBack],
    ['a seller', backInShop],
  ] as const

  test.each(reports)('aren’t for sale before %s reports that they are back, and then once', async (_who, report) => {
    const { id, product, buy } = await cancelledOrder()
    expect(await stockOf(product)).toBe(7)
    expect((await buy(8)).json.code).toBe('stock_short')
    expect((await report(id)).json.success).toBe(true)
    expect([await stockOf(product), await cameBack(id)]).toEqual([10, expect.objectContaining({ back: true })])
    for (let times = 0; times < 2; times += 1) expect((await backInShop(id)).json.success).toBe(true)
    expect((await broughtBack(id)).json.code).toBe('not_your_round')
    expect([await stockOf(product), await mine(rider)]).toEqual([10, []])
    expect((await buy(10)).json.success).toBe(true)
  })

  test('count once, though rider and sellers report at the same moment that they are back', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, product } = await cancelledOrder()
      const [tapped, ...pressed] = await Promise.all([broughtBack(id), backInShop(id), backInShop(id)])
      expect(pressed.map(({ json }) => json.success)).toEqual([true, true])
      expect(tapped.json.code ?? 'not_your_round').toBe('not_your_round')
      expect(await stockOf(product)).toBe(10)
    }
  })

  test('are gone if the shopper has them, also if others bought the rest meanwhile', async () => {
    const { id, product, buy } = await cancelledOrder()
    const rest = (await buy(7)).json.orderId
    expect((await delivered(id, 30.6)).json.success).toBe(true)
    expect(await stockOf(product)).toBe(0)
    expect((await backInShop(id)).json.code).toBe('order_moved')
    await move(rest, 'Order Placed', 'Cancelled')
    expect(await stockOf(product)).toBe(7)
  })

  test('either come back or are with the shopper, if rider and seller report both at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, product } = await cancelledOrder()
      const replies = await Promise.all([delivered(id, 30.6), backInShop(id)])
      expect(replies.map(({ json }) => json.success).sort()).toEqual([false, true])
      expect([await stockOf(product), await statusOf(id)]).toEqual(
        replies[0].json.success ? [7, 'Delivered'] : [10, 'Cancelled'],
      )
    }
  })

  const setCount = async (product: string, stock: number | null) =>
    void (await countStock(shop.db, product, { stock, seen: await stockOf(product) }))
  /** What a seller may do meanwhile, with the stock once the goods are back, and if they were delivered. */
  const meanwhile = [
    ['the count is corrected', (product: string) => setCount(product, 20), 23, 20],
    ['counting ends', (product: string) => setCount(product, null), null, null],
    [
      'the product is counted anew',
      (product: string) => setCount(product, null).then(() => setCount(product, 5)),
      5,
      5,
    ],
    ['the product is archived', (product: string) => archiveProduct(shop.db, product, true).then(() => {}), 10, 7],
  ] as const
  test.each(meanwhile)(
    'are returned as those of other orders if meanwhile %s',
    async (_what, act, ifBack, ifDelivered) => {
      const [returned, received] = [await cancelledOrder(), await cancelledOrder()]
      for (const { product } of [returned, received]) await act(product)
      await backInShop(returned.id)
      await delivered(received.id)
      expect([await stockOf(returned.product), await stockOf(received.product)]).toEqual([ifBack, ifDelivered])
    },
  )

  test.each([
    [true, 8, 10],
    [false, 7, 9],
  ])('don’t include a refunded piece: put back into stock: %s', async (restock, left, whenBack) => {
    const [returned, received] = [await takenOrder(), await takenOrder()]
    for (const { id, product } of [returned, received]) {
      const lines = [{ product, quantity: 1 }]
      const refund = { id, lines, reason: 'damaged', restock, seen: { refunded: 0 } }
      expect((await owner.post('/api/order/refund', refund)).json.success).toBe(true)
      await cancel(id)
      expect(await stockOf(product)).toBe(left)
    }
    await broughtBack(returned.id)
    await delivered(received.id)
    expect([await stockOf(returned.product), await stockOf(received.product)]).toEqual([whenBack, left])
  })

  test('that were cancelled by a version before are neither returned nor taken twice', async () => {
    const [returned, pressed, received] = [await cancelledOrder(), await cancelledOrder(), await cancelledOrder()]
    for (const { id } of [returned, pressed, received]) await cancelledBefore(id)
    await broughtBack(returned.id)
    await backInShop(pressed.id)
    await delivered(received.id)
    const stocks = [returned, pressed, received].map(({ product }) => stockOf(product))
    expect(await Promise.all(stocks)).toEqual([10, 10, 7])
  })

  test.each([
    ['was sent out without a rider', () => ordered('Out for delivery'), 'Out for delivery'],
    ['was given back', () => takenOrder().then((order) => broughtBack(order.id).then(() => order)), 'Packing'],
    [
      'came back',
      () => takenOrder().then((order) => tap(rider, 'not-home', order.id, { reason: 'refused' }).then(() => order)),
      'Packing',
    ],
    [
      'was handed over by mistake, after the rider’s run',
      async () => {
        const order = await cancelledOrder()
        await delivered(order.id)
        await owner.post('/api/order/undeliver', { id: order.id })
        return order
      },
      'Out for delivery',
    ],
  ])('are returned at once if the order %s', async (_what, make, from) => {
    const { id, product } = await make()
    expect((await move(id, from, 'Cancelled')).json.success).toBe(true)
    expect([await stockOf(product), await cameBack(id)]).toEqual([10, undefined])
    expect((await backInShop(id)).json.code).toBe('order_moved')
    expect(await stockOf(product)).toBe(10)
  })

  test('stay listed for the shop after the rider is removed, however long it takes', async () => {
    const { id, product } = await cancelledOrder()
    const old = await cancelledOrder()
    await cancelledBefore(old.id)
    const { members } = (await owner.get('/api/staff/list')).json
    await owner.post('/api/staff/remove', {
      id: members.find((member: { email: string }) => member.email === rider.email).id,
    })
    await shop.pool.query("update delivery_run set ended_at = ended_at - interval '8 days' where order_id = any($1)", [
      [id, old.id],
    ])
    expect([await cameBack(id), await cameBack(old.id)]).toEqual([
      expect.objectContaining({ rider: rider.email, reason: 'cancelled', back: false }),
      undefined,
    ])
    expect((await backInShop(id)).json.success).toBe(true)
    expect([await stockOf(product), (await cameBack(id))?.back]).toEqual([10, true])
  })

  test('stay listed though a hundred newer ones are back', async () => {
    const [{ id }, newer] = [await cancelledOrder(), await cancelledOrder()]
    await shop.pool.query(
      `insert into delivery_run (id, order_id, rider, ended_at, outcome, brought_back_at)
       select gen_random_uuid(), $1, $2, now(), 'cancelled', now() from generate_series(1, 100)`,
      [newer.id, rider.email],
    )
    const { cameBack: listed } = (await owner.get('/api/rider/cash')).json
    await shop.db.deleteFrom('deliveryRun').where('orderId', '=', newer.id).execute()
    expect(listed).toHaveLength(100)
    expect(listed).toContainEqual(expect.objectContaining({ order: id, back: false }))
  })

  test('are listed or returned if the rider is removed at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const who = await aRider()
      const { id, product } = await takenOrder(who)
      const { members } = (await owner.get('/api/staff/list')).json
      const member = members.find(({ email }: { email: string }) => email === who.email)
      await Promise.all([cancel(id), owner.post('/api/staff/remove', { id: member.id })])
      const isListed = (await cameBack(id)) !== undefined
      expect(await stockOf(product)).toBe(isListed ? 7 : 10)
    }
  })

  test('that a seller reports back: the log says who, and screens hear of it', async () => {
    const { id } = await cancelledOrder()
    const manager = await seller(shop, 'manager')
    const listener = await shop.pool.connect()
    const heard = new Promise<string | undefined>((resolve) => {
      listener.on('notification', ({ payload }) => resolve(payload))
    })
    await listener.query('listen orders')
    expect((await backInShop(id, manager)).json).toMatchObject({ success: true, message: 'Back in the shop' })
    expect(await heard).toMatch(new RegExp(`^${id} \\S+ Cancelled$`))
    listener.release(true)
    const { rows } = await shop.pool.query(
      `select role, after from audit_entry left join seller on email = made_by where subject_id = $1 order by audit_entry.id desc limit 1`,
      [id],
    )
    expect(rows).toEqual([{ role: 'manager', after: { brought_back_at: expect.any(String) } }])
  })

  test('of an order that isn’t known, or is still on its way, aren’t back', async () => {
    const { id, product } = await takenOrder()
    for (const order of ['nothing', newId()]) expect((await backInShop(order)).json.code).toBe('order_unknown')
    expect((await backInShop(id)).json).toMatchObject({ code: 'order_moved' })
    expect([await stockOf(product), await mine(rider)]).toEqual([7, [id]])
  })

  test('are announced before: the seller’s order says that a rider has them', async () => {
    const { id } = await ordered()
    const isWithRider = async () =>
      (await owner.get(`/api/order/seller?q=${await numberOf(id)}`)).json.orders[0].withRider
    expect(await isWithRider()).toBeUndefined()
    await tap(rider, 'take', id)
    expect(await isWithRider()).toBe(true)
    await broughtBack(id)
    expect(await isWithRider()).toBeUndefined()
  })
})

describe('counting cash in', () => {
  const deliverFor = async () => {
    const { id } = await taken()
    await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 20.38 })
  }
  const count = (amount: number, owed: number, more: object = {}) =>
    owner.post('/api/rider/count-in', { id: newId(), rider: rider.email, owed, amount, ...more })

  test('what is missing stays on the rider’s account, to the satang', async () => {
    await deliverFor()
    await deliverFor()
    await deliverFor()
    expect(await cashRow(rider)).toMatchObject({ owed: 61.14, orders: 0 })
    const body = { id: newId(), rider: rider.email, owed: 61.14, amount: 61.13 }
    for (let times = 0; times < 2; times += 1)
      expect((await owner.post('/api/rider/count-in', body)).json).toMatchObject({ success: true })
    expect(await owedBy(rider)).toBe(0.01)
    const { counts } = (await owner.get('/api/rider/cash')).json
    expect(counts[0]).toMatchObject({ rider: rider.email, owed: 61.14, handed: 61.13, missing: 0.01 })
    await deliverFor()
    expect(await owedBy(rider)).toBe(20.39)
    expect((await count(20.39, 20.39)).json.success).toBe(true)
    expect(await cashRow(rider)).toBeUndefined()
  })

  test('cash that the shop has too much of is paid out, also to a rider who is gone, and to nothing below', async () => {
    const { id } = await taken()
    await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 20.38 })
    await count(20.38, 20.38)
    await owner.post('/api/order/undeliver', { id })
    await shop.db.deleteFrom('seller').where('email', '=', rider.email).execute()
    expect(await cashRow(rider)).toMatchObject({ owed: -20.38 })
    for (const [amount, owed] of [
      [20.39, -20.38],
      [0, -20.38],
      [20.38, 20.38],
      [20.38, 0],
    ] as const)
      expect((await count(amount, owed)).json).toMatchObject({
        code: 'rider_cash_changed',
        message: 'The rider owes −$20.38 now. Count again.',
      })
    expect((await count(20, -20.38)).json.counts[0]).toMatchObject({ owed: -20.38, handed: -20, missing: -0.38 })
    expect(await cashRow(rider)).toMatchObject({ owed: -0.38 })
    const body = { id: newId(), rider: rider.email, owed: -0.38, amount: 0.38 }
    for (let times = 0; times < 2; times += 1)
      expect((await owner.post('/api/rider/count-in', body)).json.success).toBe(true)
    expect(await cashRow(rider)).toBeUndefined()
    expect((await count(1, 0)).json.code).toBe('rider_cash_changed')
  })

  test('is refused if the rider owes another sum by now, or if more is handed over', async () => {
    await deliverFor()
    for (const [amount, owed] of [
      [20.38, 20.37],
      [20.39, 20.38],
      [0, 20.38],
    ] as const)
      expect((await count(amount, owed)).json.code).toBe('rider_cash_changed')
    expect(await owedBy(rider)).toBe(20.38)
  })

  test('of two sellers who count the same cash at once, one does', async () => {
    await deliverFor()
    const replies = await Promise.all([count(20.38, 20.38), count(20.38, 20.38)])
    expect(replies.map(({ json }) => json.code ?? 'counted').sort()).toEqual(['counted', 'rider_cash_changed'])
    expect(await owedBy(rider)).toBe(0)
  })

  describe('by mistake', () => {
    const takeBack = (id: string) => owner.post('/api/rider/take-back-count', { id })
    const newest = async () => (await owner.get('/api/rider/cash')).json.counts[0]

    test('is taken back once, however often it is asked for: its sum is owed again, and the list says who did it', async () => {
      await deliverFor()
      await count(12.3, 20.38)
      expect(await owedBy(rider)).toBe(8.08)
      const { id } = await newest()
      const replies = await Promise.all([takeBack(id), takeBack(id), takeBack(id)])
      expect(replies.map(({ json }) => json.success)).toEqual([true, true, true])
      expect(await owedBy(rider)).toBe(20.38)
      const { counts } = (await takeBack(id)).json
      expect(counts[0]).toMatchObject({ id, handed: 12.3, takenBack: { by: expect.stringContaining('@') } })
      expect(counts.filter((each: { rider: string }) => each.rider === rider.email)).toHaveLength(1)
      expect((await count(20.38, 20.38)).json.success).toBe(true)
      expect(await owedBy(rider)).toBe(0)
    })

    test('is taken back after all was handed over, and after the shop has paid the rider', async () => {
      await deliverFor()
      await count(20.38, 20.38)
      const { id } = await newest()
      expect((await takeBack(id)).json.riders).toContainEqual(expect.objectContaining({ owed: 20.38 }))
      const run = await taken()
      await tap(rider, 'delivered', run.id, { receivedBy: 'Mali', collected: 20.38 })
      await count(40.76, 40.76)
      await owner.post('/api/order/undeliver', { id: run.id })
      await count(20.38, -20.38)
      expect(await cashRow(rider)).toBeUndefined()
      expect((await newest()).handed).toBe(-20.38)
      expect((await takeBack((await newest()).id)).json.success).toBe(true)
      expect(await cashRow(rider)).toMatchObject({ owed: -20.38 })
    })

    test('that doesn’t exist, or that takes another back, is refused', async () => {
      await deliverFor()
      await count(20.38, 20.38)
      const { id } = await newest()
      await takeBack(id)
      const { rows } = await shop.pool.query('select id from rider_count where takes_back = $1', [id])
      for (const other of [newId(), rows[0].id]) expect((await takeBack(other)).json.code).toBe('not_found')
      expect(await owedBy(rider)).toBe(20.38)
    })
  })

  test('an id of another count is refused', async () => {
    await deliverFor()
    const id = newId()
    await count(10, 20.38, { id })
    expect((await count(10.38, 10.38, { id })).json.code).toBe('tap_reused')
    expect(await owedBy(rider)).toBe(10.38)
  })
})

test('taps of 90 days ago are forgotten', async () => {
  const { id } = await packed()
  const old = { id: newId(), order: id }
  await rider.post('/api/rider/take', old)
  const { id: second } = await taken()
  await shop.pool.query("update rider_tap set at = now() - interval '91 days' where id = $1", [old.id])
  await removeOldTaps(shop.db)
  const { rows } = await shop.pool.query('select what from rider_tap where rider = $1', [rider.email])
  expect(rows).toEqual([{ what: `take ${second}` }])
})
