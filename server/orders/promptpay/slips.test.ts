import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { promptPayPayload } from '../../../contract/payments/promptpay.ts'
import { slipReasons } from '../../../contract/payments/slip-reasons.ts'
import { pictureName } from '../../../contract/products/pictures.ts'
import type { Role } from '../../../contract/staff/staff-roles.ts'
import { cents } from '../../../contract/values/money.ts'
import { bangkokShop } from '../../../demo/bangkok/shop.ts'
import { countJobs, makeDue, payloadsOf } from '../../../testing/jobs.ts'
import { ledgerErrors } from '../../../testing/ledger.ts'
import { mailsOf } from '../../../testing/mails.ts'
import { anAddress } from '../../../testing/makers.ts'
import { promptPayShop } from '../../../testing/promptpay-shop.ts'
import { type Person, person, seller, verified } from '../../../testing/shop.ts'
import { aSlip, slipPicture } from '../../../testing/slip-picture.ts'
import { makeApp } from '../../app.ts'
import { newId } from '../../common/ids.ts'
import { diskStore } from '../../media/store.ts'
import { slipText } from '../../payments/slip/slip-text.ts'
import { liveShop } from '../../settings/live-shop.ts'
import { moveOrder } from '../steps/move-order.ts'
import { confirmPayment } from './decide-slip.ts'
import { tidySlips } from './tidy-slips.ts'

let open: Awaited<ReturnType<typeof promptPayShop>>
beforeAll(async () => {
  open = await promptPayShop()
})
afterAll(async () => {
  await open.shop.close()
})

/** Lets the time of an order that awaits payment run out, and runs the jobs. */
async function timeIsOver(orderId: string): Promise<void> {
  const { pool } = open.shop
  await pool.query("update payment set expires_at = now() - interval '1 s' where order_id = $1", [orderId])
  await dueNow(orderId)
  await open.shop.runJobs()
}
const dueNow = (orderId: string) => makeDue(open.shop.pool, { key: `expire:${orderId}` })
const picturesStored = async () => (await readdir(open.shop.slips)).sort()
const orderOf = async (shopper: Person, orderId: string) =>
  (await shopper.get(`/api/order/get?id=${orderId}`)).json.order
const codeOf = ({ json }: { json: { code?: string } }) => json.code ?? 'success'
const confirm = (body: object) => open.owner.post('/api/payment/confirm', body)
const reject = (id: string) => open.owner.post('/api/payment/reject', { id, reason: 'No money came' })

/** Expects that every ledger adds up, and that each order's stock is taken exactly if it isn't cancelled. */
async function expectMoneyAndStock(): Promise<void> {
  expect(await ledgerErrors(open.shop.db)).toEqual([])
  const { rows } = await open.shop.pool.query(
    `select product.id from shop_order join order_line on order_line.order_id = shop_order.id
     join product on product.id = order_line.product_id
     group by product.id having stock <> 10 - coalesce(sum(quantity) filter (where status <> 'Cancelled'), 0)`,
  )
  expect(rows).toEqual([])
}

describe('a picture is refused with its own words, leaving nothing behind', () => {
  let sent: Awaited<ReturnType<typeof open.anOrder>>
  beforeAll(async () => {
    sent = await open.anOrder()
  })

  const small = { width: 720, height: 900 }
  const drawn = async (...codes: string[]) => (await slipPicture({ codes, ...small })).png().toBuffer()
  const payment = promptPayPayload({ kind: 'mobile', number: '0812345678' }, cents(1999))
  test.each<[string, string, () => Promise<Buffer>]>([
    ['without a code', 'slip_no_code', () => drawn()],
    ['with another code', 'slip_no_code', () => drawn('https://example.com')],
    ['with the code to pay', 'slip_payment_qr', () => drawn(payment)],
    ['with a wrong checksum', 'slip_checksum', () => drawn(`${slipText('004', 'SUM1').slice(0, -4)}0000`)],
    ['with two slips', 'slip_several', () => drawn(slipText('004', 'ONE1'), slipText('004', 'TWO2'))],
    ['of another type', 'slip_type', async () => Buffer.from('%PDF-1.7 a slip')],
    [
      'of a type that isn’t what it says',
      'slip_type',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['cut off', 'slip_broken', async () => (await aSlip('CUT1')).subarray(0, 4000)],
    [
      'over ten megabytes',
      'slip_too_large',
      async () => Buffer.concat([await aSlip('BIG1'), Buffer.alloc(10.5 * 2 ** 20)]),
    ],
    [
      'that unpacks to 100 megapixels',
      'slip_too_large',
      () =>
        sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
    ],
  ])('%s', async (_what, code, image) => {
    const before = await picturesStored()
    const { shopper, order } = sent
    expect(codeOf(await open.sendSlip(shopper, order.orderId, { image: await image() }))).toBe(code)
    expect(await picturesStored()).toEqual(before)
    expect(await open.slipOf(order.orderId)).toBeUndefined()
  })

  test('without a picture, an order or a form', async () => {
    const { shopper, order } = sent
    expect(codeOf(await open.sendSlip(shopper, order.orderId, { image: Buffer.alloc(0) }))).toBe('invalid_form')
    for (const id of ['', 'none', newId()]) expect(codeOf(await open.sendSlip(shopper, id))).toBe('order_unknown')
    expect((await shopper.post('/api/payment/slip', { orderId: order.orderId })).status).toBe(415)
  })
})

test('a picture without a readable code is sent for the seller’s eyes', async () => {
  const { shopper, order } = await open.anOrder()
  const image = await (await slipPicture({ codes: [], width: 360, height: 640 })).jpeg().toBuffer()
  expect(codeOf(await open.sendSlip(shopper, order.orderId, { image, acceptUnreadable: true }))).toBe('success')
  const slip = await open.slipOf(order.orderId)
  expect(slip).toMatchObject({ state: 'waiting', unread: 'no_code' })
  expect(slip).not.toHaveProperty('bank')
  expect((await confirm({ id: slip.id })).json.order.isPaid).toBe(true)
})

test('a picture that was sent for another order names that order to the seller', async () => {
  const [first, second] = [await open.anOrder(), await open.anOrder()]
  const image = await (await slipPicture({ codes: [], width: 370, height: 640 })).png().toBuffer()
  const send = async ({ shopper, order }: typeof first, sent: Buffer = image) => {
    expect(codeOf(await open.sendSlip(shopper, order.orderId, { image: sent, acceptUnreadable: true }))).toBe('success')
    return open.slipOf(order.orderId)
  }
  const once = await send(first)
  expect(once).not.toHaveProperty('samePictureAs')
  // The same order may show its picture again.
  await reject(once.id)
  expect(await send(first)).not.toHaveProperty('samePictureAs')

  // A phone's gallery may change what isn't seen.
  const copy = await sharp(image)
    .withExif({ IFD0: { Make: 'a phone' } })
    .png()
    .toBuffer()
  expect(await send(second, copy)).toMatchObject({ state: 'waiting', samePictureAs: first.order.orderNumber })
  expect(await open.slipOf(first.order.orderId)).toMatchObject({ samePictureAs: second.order.orderNumber })
  const { json } = await second.shopper.get(`/api/order/payment?orderId=${second.order.orderId}`)
  expect(JSON.stringify(json)).not.toContain('samePictureAs')

  const third = await open.anOrder()
  expect(await send(third, await aSlip())).not.toHaveProperty('samePictureAs')
})

test('a stored picture has no metadata', async () => {
  const { shopper, order } = await open.anOrder()
  const image = await sharp(await aSlip('EXIF1'))
    .withExif({ IFD0: { Make: 'a phone' }, IFD3: { GPSLatitude: '13/1 44/1 0/1' } })
    .jpeg()
    .toBuffer()
  await open.sendSlip(shopper, order.orderId, { image })
  const { picture } = await open.slipOf(order.orderId)
  const { rawPayload } = await open.shop.app.inject({ url: picture, headers: { cookie: open.cookieOf(open.owner) } })
  expect((await sharp(rawPayload).metadata()).exif).toBeUndefined()
})

describe('a transfer counts once', () => {
  test('for ever, over all orders, and for other shoppers also if its slip was rejected', async () => {
    const [first, second] = [await open.anOrder(), await open.anOrder()]
    await open.sendSlip(first.shopper, first.order.orderId, { reference: 'USED1' })
    expect(codeOf(await open.sendSlip(second.shopper, second.order.orderId, { reference: 'USED1' }))).toBe('slip_used')
    const slip = await open.slipOf(first.order.orderId)
    await reject(slip.id)
    expect(codeOf(await open.sendSlip(second.shopper, second.order.orderId, { reference: 'USED1' }))).toBe('slip_used')
    // Sellers see who tried, and which order it was used for.
    const { unpaid, reused } = (await open.owner.get('/api/payment/slips')).json
    expect(reused.filter((each: { orderId: string }) => each.orderId === second.order.orderId)).toEqual([
      {
        orderId: second.order.orderId,
        orderNumber: second.order.orderNumber,
        name: 'Somchai Jaidee',
        firstOrderNumber: first.order.orderNumber,
        at: expect.any(String),
      },
    ])
    expect(unpaid).toContainEqual({
      orderId: second.order.orderId,
      orderNumber: second.order.orderNumber,
      name: 'Somchai Jaidee',
      amount: 19.99,
      expiresAt: expect.any(String),
    })
    expect(codeOf(await open.sendSlip(second.shopper, second.order.orderId, { reference: 'SECOND1' }))).toBe('success')
  })

  test('but a rejected slip may be sent for another order of the same shopper', async () => {
    const { shopper, body, order: wrong } = await open.anOrder()
    const place = async (key: string) =>
      (await shopper.post('/api/order/promptpay', body, { 'idempotency-key': key })).json
    const [right, third] = [await place('right'), await place('third')]
    const send = async (to: { orderId: string }) =>
      codeOf(await open.sendSlip(shopper, to.orderId, { reference: 'REJONE1' }))
    expect(await send(wrong)).toBe('success')
    // While it waits it is used.
    expect(await send(right)).toBe('slip_used')
    const first = await open.slipOf(wrong.orderId)
    await reject(first.id)
    expect(await send(wrong)).toBe('slip_sent_before')
    // For two orders at the same instant it counts once.
    const replies = await Promise.all([send(right), send(third)])
    expect(replies.toSorted()).toEqual(['slip_used', 'success'])
    const used = replies[0] === 'success' ? right : third
    const slip = await open.slipOf(used.orderId)
    expect(slip).toMatchObject({ state: 'waiting', reference: 'REJONE1' })
    expect(slip).not.toHaveProperty('resembles')

    // The rejected slip can't be confirmed now, and nothing changes by trying.
    const refused = await confirm({ id: first.id })
    expect(refused.json).toMatchObject({ success: false, code: 'slip_of_other_order' })
    expect(refused.json.message).toContain(String(used.orderNumber))
    expect((await orderOf(shopper, wrong.orderId)).isPaid).toBe(false)
    expect((await confirm({ id: slip.id })).json.order).toMatchObject({ isPaid: true })
    expect(await open.movementsOf(wrong.orderId)).toHaveLength(1)
    expect(await send(used === right ? third : right)).toBe('slip_used')
  })

  test('and a rejected slip can be confirmed again if the other order’s was rejected, too', async () => {
    const { shopper, body, order: one } = await open.anOrder()
    const { json: other } = await shopper.post('/api/order/promptpay', body, { 'idempotency-key': 'other' })
    for (const { orderId } of [one, other]) {
      expect(codeOf(await open.sendSlip(shopper, orderId, { reference: 'REJTWO1' }))).toBe('success')
      await reject((await open.slipOf(orderId)).id)
    }
    expect((await confirm({ id: (await open.slipOf(one.orderId)).id })).json.order).toMatchObject({ isPaid: true })
    expect((await confirm({ id: (await open.slipOf(other.orderId)).id })).json.code).toBe('slip_of_other_order')
  })

  test('and one with the same reference of another bank goes to the seller with a warning', async () => {
    const [first, second] = [await open.anOrder(), await open.anOrder()]
    await open.sendSlip(first.shopper, first.order.orderId, { reference: 'ANYBANK1' })
    const sent = await open.sendSlip(second.shopper, second.order.orderId, { reference: 'ANYBANK1', bank: '014' })
    expect(codeOf(sent)).toBe('success')
    const slip = await open.slipOf(second.order.orderId)
    expect(slip).toMatchObject({ state: 'waiting', resembles: first.order.orderNumber })
  })

  test('and one that differs from it only in the case of letters goes to the seller with a warning', async () => {
    const [first, second] = [await open.anOrder(), await open.anOrder()]
    await open.sendSlip(first.shopper, first.order.orderId, { reference: 'BPM01abc' })
    expect(await open.slipOf(first.order.orderId)).not.toHaveProperty('resembles')
    // Banks tell such references apart, so it may be another transfer; anyone can also draw the first one's code anew.
    expect(codeOf(await open.sendSlip(second.shopper, second.order.orderId, { reference: 'bpm01ABC' }))).toBe('success')
    const numbers = { first: first.order.orderNumber, second: second.order.orderNumber }
    expect(await open.slipOf(second.order.orderId)).toMatchObject({ state: 'waiting', resembles: numbers.first })
    // Either may be the copy: the one that came first, too.
    expect(await open.slipOf(first.order.orderId)).toMatchObject({ resembles: numbers.second })
    // The shopper isn't told.
    const { json } = await second.shopper.get(`/api/order/payment?orderId=${second.order.orderId}`)
    expect(JSON.stringify(json)).not.toContain('resembles')
    const third = await open.anOrder()
    const again = await open.sendSlip(third.shopper, third.order.orderId, { reference: 'bpm01ABC' })
    expect(codeOf(again)).toBe('slip_used')
  })

  test('of two orders at the same instant, at two processes', async () => {
    const { shop } = open
    const other = await makeApp({
      config: {
        publicUrl: shop.publicUrl,
        port: 3000,
        production: false,
        demo: true,
        limits: false,
        allowedOrigins: [],
        trustProxy: [],
        dataDir: shop.slips,
      },
      live: liveShop(shop.db, bangkokShop),
      db: shop.db,
      store: await diskStore(shop.pictures),
      slips: await diskStore(shop.slips),
      photos: await diskStore(shop.photos),
      secret: shop.secret,
      logger: false,
    })
    try {
      for (let round = 0; round < 5; round += 1) {
        const before = await picturesStored()
        const [first, second] = [await open.anOrder(), await open.anOrder()]
        const there = person({ ...shop, app: other })
        for (const [name, value] of second.shopper.jar) there.jar.set(name, value)
        const replies = await Promise.all([
          open.sendSlip(first.shopper, first.order.orderId, { reference: `RACE${round}` }),
          open.sendSlip(there, second.order.orderId, { reference: `RACE${round}` }),
        ])
        expect(replies.map(codeOf).sort()).toEqual(['slip_used', 'success'])
        const { reused } = (await open.owner.get('/api/payment/slips')).json
        const numbers = [first, second].map(({ order }) => order.orderNumber)
        const each = { orderNumber: expect.toBeOneOf(numbers), firstOrderNumber: expect.toBeOneOf(numbers) }
        expect(reused[0]).toMatchObject(each)
        expect(await picturesStored()).toHaveLength(before.length + 1)
      }
    } finally {
      await other.close()
    }
  })

  test('of one order too: the second picture is refused while the first waits', async () => {
    const { shopper, order } = await open.anOrder()
    const before = await picturesStored()
    const replies = await Promise.all(
      ['TWICE1', 'TWICE1', 'TWICE2'].map((reference) => open.sendSlip(shopper, order.orderId, { reference })),
    )
    expect(replies.map(codeOf).sort()).toEqual(['slip_waits', 'slip_waits', 'success'])
    expect(await picturesStored()).toHaveLength(before.length + 1)
  })
})

describe('the goods of an order leave the cart with its first slip', () => {
  const cartOf = async (shopper: Person) => (await shopper.get('/api/user/is-auth')).json.user.cartItems
  const fill = (shopper: Person, product: string, quantity: number) =>
    shopper.post('/api/cart/update', { cartItems: { [product]: quantity } })

  test('so that they aren’t ordered twice while the seller looks at it', async () => {
    const { shopper, order, product } = await open.anOrder()
    await fill(shopper, product, 1)
    expect(
      codeOf(await open.sendSlip(shopper, order.orderId, { reference: 'CART1', image: Buffer.from('no') })),
    ).not.toBe('success')
    expect(await cartOf(shopper)).toEqual({ [product]: 1 })
    await open.sendSlip(shopper, order.orderId, { reference: 'CART1' })
    expect(await cartOf(shopper)).toEqual({})
  })

  test('and what is put there afterwards stays, through a second slip and the confirmation', async () => {
    const { shopper, order, product } = await open.anOrder()
    await open.sendSlip(shopper, order.orderId, { reference: 'CART2' })
    await fill(shopper, product, 2)
    await reject((await open.slipOf(order.orderId)).id)
    await open.sendSlip(shopper, order.orderId, { reference: 'CART3' })
    await confirm({ id: (await open.slipOf(order.orderId)).id })
    expect(await cartOf(shopper)).toEqual({ [product]: 2 })
  })

  test('and an order of the same goods that is made afterwards isn’t cancelled by the confirmation', async () => {
    const { shopper, order, body } = await open.anOrder()
    await open.sendSlip(shopper, order.orderId, { reference: 'CART4' })
    const { json: second } = await shopper.post('/api/order/promptpay', body, { 'idempotency-key': newId() })
    await confirm({ orderId: order.orderId })
    await open.shop.runJobs()
    expect((await orderOf(shopper, order.orderId)).status).toBe('Order Placed')
    expect((await orderOf(shopper, second.orderId)).status).toBe('Awaiting payment')
  })
})

describe('confirming', () => {
  test('twice at once receives the money once', async () => {
    const { shopper, order, product } = await open.anOrder()
    await shopper.post('/api/cart/update', { cartItems: { [product]: 1 } })
    await open.sendSlip(shopper, order.orderId, { reference: 'ATONCE1' })
    const { id } = await open.slipOf(order.orderId)
    const replies = await Promise.all([
      confirm({ id }),
      confirm({ id }),
      confirm({ orderId: order.orderId }),
      confirm({ id }),
    ])
    expect(replies.map(({ json }) => json.order?.status)).toEqual(Array(4).fill('Order Placed'))
    expect(await open.movementsOf(order.orderId)).toHaveLength(2)
    expect((await orderOf(shopper, order.orderId)).timeline.map(({ status }: { status: string }) => status)).toEqual([
      'Awaiting payment',
      'Order Placed',
    ])
    expect((await shopper.get('/api/user/is-auth')).json.user.cartItems).toEqual({})
    for (const mail of ['order-mail', 'seller-mail'])
      expect(await countJobs(open.shop.pool, { key: `${mail}:${order.orderId}` })).toBe(1)
    await expectMoneyAndStock()
  })

  test('at the instant of expiry ends in one of two right states', async () => {
    const ends = new Set<string>()
    for (let round = 0; round < 8; round += 1) {
      const { order } = await open.anOrder()
      await open.shop.pool.query("update payment set expires_at = now() - interval '1 s' where order_id = $1", [
        order.orderId,
      ])
      await dueNow(order.orderId)
      const jobs = open.shop.runJobs()
      if (round % 2 === 1) await new Promise((later) => setImmediate(later))
      const { json } = await confirm({ orderId: order.orderId })
      await jobs
      const { status, isPaid, refund } = json.order
      expect([
        ['Order Placed', true, undefined],
        ['Cancelled', true, 'due'],
      ]).toContainEqual([status, isPaid, refund])
      ends.add(status)
    }
    expect(ends.size).toBeGreaterThan(0)
    await expectMoneyAndStock()
  })

  test('after rejecting places the order all the same', async () => {
    const { shopper, order } = await open.anOrder()
    await open.sendSlip(shopper, order.orderId, { reference: 'AGAIN1' })
    const { id } = await open.slipOf(order.orderId)
    await reject(id)
    expect((await confirm({ id })).json.order).toMatchObject({ status: 'Order Placed', isPaid: true })
    expect(codeOf(await reject(id))).toBe('slip_decided')
    expect((await orderOf(shopper, order.orderId)).isPaid).toBe(true)
  })

  test('the slip of a second transfer for a paid order receives its money too, to be paid out', async () => {
    const { shopper, order } = await open.anOrder()
    const { orderId } = order
    await open.sendSlip(shopper, orderId, { reference: 'WRONG1' })
    const { id } = await open.slipOf(orderId)
    await reject(id)
    await open.sendSlip(shopper, orderId, { reference: 'RIGHT1' })
    await confirm({ orderId })
    expect(await open.slipOf(orderId)).toMatchObject({ state: 'confirmed', reference: 'RIGHT1' })
    // The service that asks the banks may not decide this.
    await expect(
      confirmPayment(open.shop.db, { slipId: id }, { by: undefined, timeZone: 'Asia/Bangkok' }),
    ).rejects.toMatchObject({
      code: 'slip_decided',
    })
    const replies = await Promise.all([confirm({ id }), confirm({ id })])
    for (const { json } of replies)
      expect(json.order).toMatchObject({ status: 'Order Placed', money: { balance: -19.99 } })
    expect(await open.movementsOf(orderId)).toMatchObject([
      { kind: 'due', cents: 1999 },
      { kind: 'received', reference: '004 RIGHT1' },
      { kind: 'received', reference: '004 WRONG1', cents: 1999 },
    ])
    const back = { id: orderId, method: 'transfer', amount: 19.99 }
    expect((await open.owner.post('/api/order/payout', back)).json.order).toMatchObject({ money: { balance: 0 } })
  })

  test('a second transfer without a slip is recorded once for what the seller saw, and paid out', async () => {
    const { shopper, order } = await open.anOrder()
    const { orderId } = order
    const again = (received: number, amount = 19.99) =>
      open.owner.post('/api/payment/received-again', { orderId, amount, seen: { received } })
    expect(codeOf(await again(0))).toBe('order_unknown')
    await confirm({ orderId })
    expect(codeOf(await again(19.99, 0))).toBe('invalid_form')
    const replies = await Promise.all([again(19.99), again(19.99)])
    expect(replies.map(codeOf).sort()).toEqual(['balance_changed', 'success'])
    const owed = await open.owner.get('/api/order/seller?balance=pay-out&limit=100')
    expect(owed.json.orders.map(({ _id }: { _id: string }) => _id)).toContain(orderId)
    expect((await orderOf(shopper, orderId)).owed).toBe(19.99)
    await open.owner.post('/api/order/payout', { id: orderId, method: 'transfer', amount: 19.99 })
    expect(await ledgerErrors(open.shop.db)).toEqual([])
  })

  test('second transfers can’t make an order owe more than ten times its price', async () => {
    const { shopper, order } = await open.anOrder()
    const { orderId } = order
    const again = (received: number, amount: number) =>
      open.owner.post('/api/payment/received-again', { orderId, amount, seen: { received } })
    await confirm({ orderId })
    const refused = await again(19.99, 199.91)
    expect(refused.json).toMatchObject({
      success: false,
      code: 'received_too_much',
      message: expect.stringContaining('cost ฿19.99, so at most ฿199.90 more'),
    })
    expect(codeOf(await again(19.99, 99_999_999))).toBe('received_too_much')
    expect(await orderOf(shopper, orderId)).not.toHaveProperty('owed')
    // Also all together.
    expect(codeOf(await again(19.99, 180))).toBe('success')
    expect(codeOf(await again(199.99, 19.91))).toBe('received_too_much')
    expect(codeOf(await again(199.99, 19.9))).toBe('success')
    expect((await orderOf(shopper, orderId)).owed).toBe(199.9)
    await open.owner.post('/api/order/payout', { id: orderId, method: 'transfer', amount: 199.9 })
    expect(await ledgerErrors(open.shop.db)).toEqual([])
  })

  test('an order that waits for money is listed until it has a slip or is paid', async () => {
    const { shopper, order } = await open.anOrder()
    const isListed = async () =>
      (await open.owner.get('/api/payment/slips')).json.unpaid.some(
        (each: { orderId: string }) => each.orderId === order.orderId,
      )
    expect(await isListed()).toBe(true)
    await open.sendSlip(shopper, order.orderId, { reference: 'LISTED1' })
    expect(await isListed()).toBe(false)
    await reject((await open.slipOf(order.orderId)).id)
    expect(await isListed()).toBe(true)
    await confirm({ orderId: order.orderId })
    expect(await isListed()).toBe(false)
  })

  test('a slip and rejecting it at once end alike for order and slip', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { shopper, order } = await open.anOrder()
      await open.sendSlip(shopper, order.orderId, { reference: `BOTH${round}` })
      const { id } = await open.slipOf(order.orderId)
      await Promise.all([confirm({ id }), reject(id)])
      // Confirming is last or wins: a rejected slip can be confirmed, a confirmed one not rejected.
      expect(await open.slipOf(order.orderId)).toMatchObject({ state: 'confirmed', orderStatus: 'Order Placed' })
    }
    await expectMoneyAndStock()
  })

  test('what isn’t there, or isn’t paid by PromptPay, is refused', async () => {
    const { shopper, address, product } = await open.anOrder()
    const cash = await shopper.post('/api/order/cod', { address, items: [{ product, quantity: 1 }] })
    await shopper.post('/api/order/cancel', { orderId: cash.json.orderId })
    for (const id of ['none', newId()]) {
      expect(codeOf(await confirm({ id }))).toBe('slip_unknown')
      expect(codeOf(await reject(id))).toBe('slip_unknown')
      expect(codeOf(await confirm({ orderId: id }))).toBe('order_unknown')
    }
    expect(codeOf(await confirm({ orderId: cash.json.orderId }))).toBe('order_unknown')
    expect((await confirm({ id: newId(), orderId: newId() })).json.code).toBe('malformed')
  })
})

describe('an order that isn’t paid in time', () => {
  test('is cancelled, and its stock returns', async () => {
    const { shopper, order, product } = await open.anOrder()
    await timeIsOver(order.orderId)
    expect(await orderOf(shopper, order.orderId)).toMatchObject({ status: 'Cancelled', isPaid: false })
    expect(await open.stockOf(product)).toBe(10)
    // Its shopper is told, and a transfer of the last minute is found by its slip.
    const { tasks, sent } = mailsOf(open.shop)
    await tasks['send-cancelled-mail']?.({ orderId: order.orderId, by: 'unpaid' }, {} as never)
    expect(sent[0]?.text).toContain('send the slip in My orders within 24 hours')
    const mails = await payloadsOf(open.shop.pool, { key: `cancelled-mail:${order.orderId}` })
    expect(mails).toEqual([{ orderId: order.orderId, by: 'unpaid' }])
    expect(codeOf(await open.sendSlip(shopper, order.orderId, { reference: 'LATE1' }))).toBe('success')
    expect((await confirm({ id: (await open.slipOf(order.orderId)).id })).json.order).toMatchObject({
      status: 'Cancelled',
      owed: 19.99,
    })
    await expectMoneyAndStock()
  })

  test('has money that came without a slip recorded by a seller, once, and paid out', async () => {
    const { shopper, order } = await open.anOrder()
    const { orderId } = order
    const came = (amount: number, received = 0) =>
      open.owner.post('/api/payment/received-again', { orderId, amount, seen: { received } })
    expect(codeOf(await came(19.99))).toBe('order_unknown')
    await timeIsOver(orderId)
    expect((await Promise.all([came(15.5), came(15.5)])).map(codeOf).sort()).toEqual(['balance_changed', 'success'])
    expect(await orderOf(shopper, orderId)).toMatchObject({ status: 'Cancelled', isPaid: true, owed: 15.5 })
    const payout = { id: orderId, method: 'transfer', amount: 15.5 }
    expect((await open.owner.post('/api/order/payout', payout)).json).toMatchObject({ success: true })
    await expectMoneyAndStock()
  })

  test('stays while a slip waits, and a quarter of an hour after that was rejected', async () => {
    const { shopper, order, product } = await open.anOrder()
    await open.sendSlip(shopper, order.orderId, { reference: 'WAIT1' })
    await timeIsOver(order.orderId)
    expect((await orderOf(shopper, order.orderId)).status).toBe('Awaiting payment')
    await reject((await open.slipOf(order.orderId)).id)
    const { payBy } = await orderOf(shopper, order.orderId)
    expect(Math.round((Date.parse(payBy) - Date.now()) / 60_000)).toBe(15)
    await dueNow(order.orderId)
    await open.shop.runJobs()
    expect((await orderOf(shopper, order.orderId)).status).toBe('Awaiting payment')
    await timeIsOver(order.orderId)
    expect((await orderOf(shopper, order.orderId)).status).toBe('Cancelled')
    expect(await open.stockOf(product)).toBe(10)
  })

  test('owes its money back once it comes, and is listed for sellers', async () => {
    const { shopper, order } = await open.anOrder({ price: 28450 })
    await timeIsOver(order.orderId)
    const { json } = await confirm({ orderId: order.orderId })
    expect(json.order).toMatchObject({ status: 'Cancelled', isPaid: true, refund: 'due' })
    expect(await open.movementsOf(order.orderId)).toMatchObject([
      { kind: 'due', cents: 28450 },
      { kind: 'due', cents: -28450 },
      { kind: 'received', method: 'promptpay', cents: 28450 },
    ])
    const found = await open.owner.get(`/api/order/seller?q=${order.orderNumber}`)
    expect(found.json.orders).toHaveLength(1)
    expect((await confirm({ orderId: order.orderId })).json.order.status).toBe('Cancelled')
    expect(await open.movementsOf(order.orderId)).toHaveLength(3)
    expect((await orderOf(shopper, order.orderId)).refund).toBe('due')
    const mails = await payloadsOf(open.shop.pool, { key: `cancelled-mail:${order.orderId}` })
    expect(mails.map(({ by }) => by)).toEqual(['late'])
    const owed = await open.owner.get('/api/order/seller?balance=pay-out&limit=100')
    expect(owed.json.orders.map(({ _id }: { _id: string }) => _id)).toContain(order.orderId)
    const back = { id: order.orderId, method: 'transfer', amount: 284.5, reference: 'T-1' }
    expect((await open.owner.post('/api/order/payout', back)).json.order).toMatchObject({ refund: 'done' })
    await expectMoneyAndStock()
  })
})

describe('cancelling', () => {
  test('by the shopper while a slip waits leaves the slip to the seller', async () => {
    const { shopper, order, product } = await open.anOrder()
    await open.sendSlip(shopper, order.orderId, { reference: 'CANCEL1' })
    expect((await shopper.post('/api/order/cancel', { orderId: order.orderId })).json.order.status).toBe('Cancelled')
    expect(await open.stockOf(product)).toBe(10)
    const slip = await open.slipOf(order.orderId)
    expect(slip).toMatchObject({ state: 'waiting', orderStatus: 'Cancelled' })
    expect((await confirm({ id: slip.id })).json.order).toMatchObject({ status: 'Cancelled', refund: 'due' })
    await expectMoneyAndStock()
  })

  test('by a seller while a slip waits is refused: the seller decides about the slip first', async () => {
    const { shopper, order } = await open.anOrder()
    await open.sendSlip(shopper, order.orderId, { reference: 'CANCEL2' })
    const move = {
      id: order.orderId,
      from: 'Awaiting payment',
      to: 'Cancelled',
      by: 'a@b.example',
    } as const
    await expect(moveOrder(open.shop.db, move)).rejects.toMatchObject({ code: 'order_unknown' })
    expect(await open.slipOf(order.orderId)).toMatchObject({ state: 'waiting', orderStatus: 'Awaiting payment' })
  })

  test('by a seller after the payment leaves the money to be paid out by hand', async () => {
    const { order, product } = await open.anOrder()
    await confirm({ orderId: order.orderId })
    await open.owner.post('/api/order/move', { id: order.orderId, from: 'Order Placed', status: 'Cancelled' })
    const found = await open.owner.get(`/api/order/seller?q=${order.orderNumber}`)
    expect(found.json.orders[0]).toMatchObject({ status: 'Cancelled', isPaid: true, refund: 'due' })
    expect(await countJobs(open.shop.pool, { key: `refund:${order.orderId}` })).toBe(0)
    expect(await open.stockOf(product)).toBe(10)
    await expectMoneyAndStock()
  })

  test('as its goods are ordered anew; while a slip waits, that order is refused', async () => {
    const [plain, withSlip] = [await open.anOrder(), await open.anOrder()]
    await open.sendSlip(withSlip.shopper, withSlip.order.orderId, { reference: 'ANEW1' })
    const anew = ({ shopper, body, order }: typeof plain) =>
      shopper.post('/api/order/cod', { ...body, replaces: order.orderId })
    expect((await anew(plain)).json.success).toBe(true)
    expect((await anew(withSlip)).json).toMatchObject({ success: false, code: 'order_being_paid' })
    await open.shop.runJobs()
    expect((await withSlip.shopper.get('/api/order/user?awaiting=true')).json.orders).toHaveLength(1)
    expect((await orderOf(plain.shopper, plain.order.orderId)).status).toBe('Cancelled')
    expect((await orderOf(withSlip.shopper, withSlip.order.orderId)).status).toBe('Awaiting payment')
  })

  test('is no consequence of another order of the same goods: its code may have been paid', async () => {
    const { shopper, body, order } = await open.anOrder()
    const other = await anAddress(open.shop.db, shopper.user._id)
    const twice = [{ ...body.items[0], quantity: 2 }]
    const newer = (await shopper.post('/api/order/promptpay', { ...body, items: twice })).json
    await confirm({ orderId: newer.orderId })
    expect((await shopper.post('/api/order/cod', body)).json.success).toBe(true)
    expect((await shopper.post('/api/order/cod', { ...body, items: twice, address: other })).json.success).toBe(true)
    await open.shop.runJobs()
    expect((await orderOf(shopper, order.orderId)).status).toBe('Awaiting payment')
    expect((await open.sendSlip(shopper, order.orderId, { reference: 'STAYS1' })).json.success).toBe(true)
    const { id } = await open.slipOf(order.orderId)
    expect((await confirm({ id })).json.order).toMatchObject({ status: 'Order Placed', isPaid: true })
  })

  test('by its replacement: its slip is still checked, and the money found is paid out', async () => {
    const { shopper, body, order, product } = await open.anOrder({ quantity: 2 })
    const cart = { [product]: 1 }
    expect((await shopper.post('/api/order/cod', { ...body, replaces: order.orderId })).json.success).toBe(true)
    await shopper.post('/api/cart/update', { cartItems: cart })
    const sent = () => open.sendSlip(shopper, order.orderId, { reference: 'REPLACED1' })
    const replies = await Promise.all([sent(), sent()])
    expect(replies.map(({ json }) => json.code ?? 'sent').sort()).toEqual(['sent', 'slip_waits'])
    // What is in the cart now is wanted besides.
    expect((await shopper.get('/api/user/is-auth')).json.user.cartItems).toEqual(cart)
    const slip = await open.slipOf(order.orderId)
    expect(slip).toMatchObject({ state: 'waiting', orderStatus: 'Cancelled' })
    expect((await confirm({ id: slip.id })).json.order).toMatchObject({
      status: 'Cancelled',
      refund: 'due',
      owed: 39.98,
    })
    // Another one of an order whose money is known is not taken.
    expect(codeOf(await open.sendSlip(shopper, order.orderId, { reference: 'REPLACED2' }))).toBe('order_not_payable')
    await expectMoneyAndStock()
  })

  test('by its shopper, too; a rejected slip can be followed by another, until a day after its time to pay', async () => {
    const { shopper, order } = await open.anOrder()
    expect((await shopper.post('/api/order/cancel', { orderId: order.orderId })).json.success).toBe(true)
    expect((await open.sendSlip(shopper, order.orderId, { reference: 'DROPPED1' })).json.success).toBe(true)
    const { id } = await open.slipOf(order.orderId)
    expect((await open.owner.post('/api/payment/reject', { id, reason: 'not_found' })).json.success).toBe(true)
    expect((await orderOf(shopper, order.orderId)).status).toBe('Cancelled')
    const endedAgo = (time: string) =>
      open.shop.pool.query('update payment set expires_at = now() - $2::interval where order_id = $1', [
        order.orderId,
        time,
      ])
    await endedAgo('24 hours')
    expect(codeOf(await open.sendSlip(shopper, order.orderId, { reference: 'DROPPED2' }))).toBe('order_not_payable')
    await endedAgo('23 hours 59 minutes')
    expect(codeOf(await open.sendSlip(shopper, order.orderId, { reference: 'DROPPED2' }))).toBe('success')
    expect((await confirm({ id: (await open.slipOf(order.orderId)).id })).json.order).toMatchObject({ owed: 19.99 })
    await expectMoneyAndStock()
  })
})

describe('another shopper', () => {
  test('neither sees, pays nor sends a slip for an order, and no shopper sees a picture', async () => {
    const { shopper, order } = await open.anOrder()
    await open.sendSlip(shopper, order.orderId, { reference: 'OTHER1' })
    const { picture, id } = await open.slipOf(order.orderId)
    const other = await verified(open.shop)
    expect(codeOf(await other.get(`/api/payment/promptpay?order=${order.orderId}`))).toBe('order_unknown')
    expect(codeOf(await other.post('/api/order/pay', { orderId: order.orderId }))).toBe('order_unknown')
    expect(codeOf(await open.sendSlip(other, order.orderId, { reference: 'OTHER2' }))).toBe('order_unknown')
    for (const who of [person(open.shop), other, shopper]) {
      const { statusCode } = await open.shop.app.inject({ url: picture, headers: { cookie: open.cookieOf(who) } })
      expect([401, 403]).toContain(statusCode)
      expect([401, 403]).toContain((await who.post('/api/payment/confirm', { id })).status)
    }
    // Of the staff, those who decide about slips see it.
    const seenBy = async (role: Role) => {
      const headers = { cookie: open.cookieOf(await seller(open.shop, role)) }
      return (await open.shop.app.inject({ url: picture, headers })).statusCode
    }
    expect([await seenBy('manager'), await seenBy('picker'), await seenBy('rider')]).toEqual([200, 403, 403])
    for (const wrong of ['', '?id=', '?id=none', `?id=${newId()}`, `?id=${id}&id=${id}`])
      expect((await open.owner.get(`/api/payment/slip-picture${wrong}`)).status, wrong).toBe(404)
  })
})

describe('the order call', () => {
  test('repeated with its key returns the same order, with the code of the account that the shop has now', async () => {
    const { shopper, address, product } = await open.anOrder()
    const body = { address, items: [{ product, quantity: 3 }] }
    const headers = { 'idempotency-key': newId() }
    const [first, same] = await Promise.all([
      shopper.post('/api/order/promptpay', body, headers),
      shopper.post('/api/order/promptpay', body, headers),
    ])
    expect(same.json).toEqual(first.json)

    const { version } = (await open.owner.get('/api/settings/promptpay')).json
    const other = { ...open.settings, proxy: { kind: 'mobile', number: '0899999999' }, seen: version }
    expect((await open.owner.post('/api/settings/promptpay', other)).json.success).toBe(true)
    const again = (await shopper.post('/api/order/promptpay', body, headers)).json
    expect(again).toEqual({ ...first.json, payload: expect.stringContaining('0066899999999') })
    const seen = (await shopper.get(`/api/payment/promptpay?order=${first.json.orderId}`)).json
    expect(seen.payload).toBe(again.payload)
    const { order: next } = await open.anOrder()
    expect(next.payload).toContain('0066899999999')
    const { rows } = await open.shop.pool.query('select proxy_number from payment where order_id = $1', [
      first.json.orderId,
    ])
    expect(rows).toEqual([{ proxy_number: '0899999999' }])

    // A switched-off PromptPay takes no orders; those that wait can be paid.
    await open.owner.post('/api/settings/promptpay', { ...open.settings, enabled: false, seen: version + 1 })
    expect(codeOf(await shopper.post('/api/order/promptpay', body))).toBe('promptpay_unavailable')
    expect((await person(open.shop).get('/api/shop')).json.promptPay).toBe(false)
    expect(codeOf(await open.sendSlip(shopper, first.json.orderId, { reference: 'OFF1' }))).toBe('success')
    await open.owner.post('/api/settings/promptpay', { ...open.settings, seen: version + 2 })
    expect((await person(open.shop).get('/api/shop')).json.promptPay).toBe(true)
  })

  test('refuses an empty cart, a wrong total, a fourth unpaid order and more than a code can ask for', async () => {
    const { shopper, address, product, body } = await open.anOrder()
    const order = (more: object) => shopper.post('/api/order/promptpay', { ...body, ...more })
    expect(codeOf(await order({ items: [] }))).toBe('cart_empty')
    expect(codeOf(await order({ items: [{ product, quantity: 2 }], expectedAmount: 0 }))).toBe('amount_changed')
    for (const quantity of [2, 3]) expect(codeOf(await order({ items: [{ product, quantity }] }))).toBe('success')
    expect(codeOf(await order({ items: [{ product, quantity: 4 }] }))).toBe('too_many_unpaid')
    expect(codeOf(await shopper.post('/api/order/pay', { orderId: 'none' }))).toBe('order_unknown')
    expect(address).toBe(body.address)

    const rich = await verified(open.shop)
    const { aProduct } = await import('../../../testing/makers.ts')
    const items: object[] = []
    for (let at = 0; at < 11; at += 1)
      items.push({ product: (await aProduct(open.shop.db, { offerPrice: 999_999_999 })).id, quantity: 99 })
    const dear = { address: await anAddress(open.shop.db, rich.user._id), items }
    expect(codeOf(await rich.post('/api/order/promptpay', dear))).toBe('promptpay_too_much')
    expect((await rich.get('/api/order/user?awaiting=true')).json.orders).toEqual([])
  })

  test('an order is paid at its own page, as the call that pays orders says', async () => {
    const { shopper, order } = await open.anOrder()
    const { json } = await shopper.post('/api/order/pay', { orderId: order.orderId })
    expect(json.url).toBe(`${open.shop.publicUrl}/promptpay?order=${order.orderId}`)
  })
})

test('an order of one satang has a code of 0.01', async () => {
  const { order } = await open.anOrder({ price: 1 })
  expect(order.payload).toContain('54040.01')
})

describe('the settings', () => {
  const save = (changes: object) => open.owner.post('/api/settings/promptpay', { ...open.settings, ...changes })
  const version = async () => (await open.owner.get('/api/settings/promptpay')).json.version

  test('changed by two at once are changed by one, and the other is told', async () => {
    const seen = await version()
    const replies = await Promise.all([30, 31, 32].map((slipDays) => save({ slipDays, seen })))
    expect(replies.map(codeOf).sort()).toEqual(['setting_changed', 'setting_changed', 'success'])
    expect(await version()).toBe(seen + 1)
    expect(codeOf(await save({ seen: 0 }))).toBe('setting_changed')
  })

  test.each([
    [{ kind: 'mobile', number: '081-234-567' }, 'proxy.number', 'A digit is missing, or there is one too many'],
    [{ kind: 'mobile', number: '021234567' }, 'proxy.number', 'A digit is missing, or there is one too many'],
    [{ kind: 'taxId', number: '1234567890123' }, 'proxy.number', 'One of these digits is wrong'],
    [{ kind: 'eWallet', number: '' }, 'proxy.number', 'Please fill in this field'],
    [
      { kind: 'biller', number: '010555812345601', reference1: 'T-ตลาด' },
      'proxy.reference1',
      'Letters A to Z and digits only',
    ],
  ])('with the proxy %j are refused at their field', async (proxy, field, message) => {
    const before = await version()
    const { json } = await save({ proxy, seen: before })
    expect([json.code, json.fields]).toEqual(['invalid_form', { [field]: message }])
    expect(await version()).toBe(before)
  })

  test('say who saved them', async () => {
    await save({ seen: await version(), receiver: ' Baan Daeng ' })
    const { json } = await open.owner.get('/api/settings/promptpay')
    expect(json.promptPay).toEqual({
      proxy: { kind: 'mobile', number: '0812345678' },
      receiver: 'Baan Daeng',
      enabled: true,
      slipDays: 30,
    })
    expect(json.changedBy).toMatch(/@seller\.example$/)
  })
})

describe('pictures', () => {
  test('are deleted the set number of days after the decision; the slip stays', async () => {
    const { shop } = open
    const [old, young, waiting] = [await open.anOrder(), await open.anOrder(), await open.anOrder()]
    for (const [at, { shopper, order }] of [old, young, waiting].entries())
      await open.sendSlip(shopper, order.orderId, { reference: `DAYS${at}` })
    await reject((await open.slipOf(old.order.orderId)).id)
    await confirm({ orderId: young.order.orderId })
    const since = (days: number, { order }: { order: { orderId: string } }) =>
      shop.pool.query(
        `update slip set created_at = now() - make_interval(days => $1),
           decided_at = case when state = 'waiting' then null else now() - make_interval(days => $1) end where order_id = $2`,
        [days, order.orderId],
      )
    await since(31, old)
    await since(29, young)
    await since(400, waiting)
    await tidySlips(shop.db, await diskStore(shop.slips))
    const pictureOf = async ({ order }: { order: { orderId: string } }) => (await open.slipOf(order.orderId)).picture
    expect([await pictureOf(old), typeof (await pictureOf(young)), typeof (await pictureOf(waiting))]).toEqual([
      null,
      'string',
      'string',
    ])
    const { rows } = await shop.pool.query('select picture from slip where picture is not null order by picture')
    expect(await picturesStored()).toEqual(rows.map(({ picture }) => picture))
    const again = await open.sendSlip(young.shopper, old.order.orderId, { reference: 'DAYS0' })
    expect(codeOf(again)).toBe('order_unknown')
  })

  test('that no slip has are deleted once they are an hour old', async () => {
    const { shop } = open
    const store = await diskStore(shop.slips)
    const [old, young] = ['c', 'd'].map((letter) => pictureName(letter.repeat(32), { width: 9, height: 9 }, 'webp'))
    const before = await picturesStored()
    for (const name of [old ?? '', young ?? '']) await store.put(name, Buffer.from('a picture'))
    const twoHoursAgo = new Date(Date.now() - 2 * 3600_000)
    await utimes(join(shop.slips, old ?? ''), twoHoursAgo, twoHoursAgo)
    for (const name of before) await utimes(join(shop.slips, name), twoHoursAgo, twoHoursAgo)
    const draft = `.${newId()}.draft`
    await writeFile(join(shop.slips, draft), 'half')
    await utimes(join(shop.slips, draft), twoHoursAgo, twoHoursAgo)
    await tidySlips(shop.db, store)
    expect(await picturesStored()).toEqual([...before, young].sort())
    await rm(join(shop.slips, young ?? ''))
  })
})

test('the list of slips has pages: those that wait, oldest first, then decided ones, newest first', async () => {
  const fresh = await promptPayShop()
  try {
    const orders: string[] = []
    for (let at = 0; at < 5; at += 1) {
      const { shopper, order } = await fresh.anOrder()
      await fresh.sendSlip(shopper, order.orderId, { reference: `PAGE${at}` })
      orders.push(order.orderId)
    }
    for (const at of [1, 3]) await fresh.owner.post('/api/payment/confirm', { orderId: orders[at] })
    const seen: string[] = []
    let cursor = ''
    do {
      const { json } = await fresh.owner.get(
        `/api/payment/slips?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      )
      expect(json.waiting).toBe(3)
      seen.push(...json.slips.map((slip: { reference: string }) => slip.reference))
      cursor = json.nextCursor
    } while (cursor)
    expect(seen).toEqual(['PAGE0', 'PAGE2', 'PAGE4', 'PAGE3', 'PAGE1'])
    for (const wrong of ['x', 'waiting', 'waiting x', `other ${newId()}`])
      expect((await fresh.owner.get(`/api/payment/slips?cursor=${encodeURIComponent(wrong)}`)).json.code).toBe(
        'malformed',
      )
  } finally {
    await fresh.shop.close()
  }
})

test('of many pictures at once some are refused and none is lost; an account sends twenty in ten minutes', async () => {
  const { shopper, order } = await open.anOrder()
  const image = await (await slipPicture({ codes: [], width: 360, height: 640 })).png().toBuffer()
  const before = process.env.TMPDIR
  const folder = await mkdtemp(join(tmpdir(), 'talad-many-slips-'))
  process.env.TMPDIR = folder
  try {
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => open.sendSlip(shopper, order.orderId, { image })),
    )
    const count = (code: string) => replies.filter((reply) => codeOf(reply) === code).length
    expect(count('too_many')).toBe(40)
    // The others were read, or told to come back: eight are read or wait at a time.
    expect(count('slip_no_code') + count('unavailable')).toBe(20)
    expect(count('slip_no_code')).toBeGreaterThanOrEqual(8)
    expect(await open.slipOf(order.orderId)).toBeUndefined()
    expect(await readdir(folder)).toEqual([])
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    await rm(folder, { recursive: true, force: true })
  }
})

describe('live events', () => {
  test('reach the shopper and the sellers when a slip comes and when it is decided', async () => {
    const { shopper, order } = await open.anOrder()
    const address = await open.shop.app.listen({ port: 0, host: '127.0.0.1' })
    const follow = async (who: Person, path: string) => {
      const ended = new AbortController()
      const response = await fetch(`${address}${path}`, {
        headers: { cookie: open.cookieOf(who) },
        signal: ended.signal,
      })
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      /** The next change of a slip. That the order was placed may be heard late. */
      const next = async (): Promise<unknown> => {
        for (;;) {
          const event = /event: orders\ndata: (.*)\n\n/.exec(text)
          if (event?.[1]) {
            text = text.slice(event.index + event[0].length)
            const change = JSON.parse(event[1])
            if (change.slip) return change
            continue
          }
          text += (await reader?.read())?.value ?? ''
        }
      }
      return { next, close: () => ended.abort() }
    }
    const [own, sellers] = [
      await follow(shopper, '/api/order/events'),
      await follow(open.owner, '/api/order/seller-events'),
    ]
    await open.sendSlip(shopper, order.orderId, { reference: 'LIVE1' })
    const change = { order: order.orderId, slip: true }
    expect([await own.next(), await sellers.next()]).toEqual([change, change])
    await reject((await open.slipOf(order.orderId)).id)
    expect([await own.next(), await sellers.next()]).toEqual([change, change])
    own.close()
    sellers.close()
  })
})

test('the service that asks the banks may confirm a waiting slip only', async () => {
  const { shopper, order } = await open.anOrder()
  await open.sendSlip(shopper, order.orderId, { reference: 'SERVICE1' })
  const { id } = await open.slipOf(order.orderId)
  await reject(id)
  await expect(
    confirmPayment(open.shop.db, { slipId: id }, { by: undefined, timeZone: 'Asia/Bangkok' }),
  ).rejects.toMatchObject({ code: 'slip_decided' })
})

test('every ledger adds up', expectMoneyAndStock)

describe('a slip whose money the order doesn’t need', () => {
  const rejected = async (reference: string) => {
    const { shopper, order } = await open.anOrder()
    expect((await open.sendSlip(shopper, order.orderId, { reference })).json).toMatchObject({ success: true })
    const { id } = await open.slipOf(order.orderId)
    await open.owner.post('/api/payment/reject', { id, reason: slipReasons.otherAmount.en })
    return { shopper, order, id }
  }

  test('of a cancelled order is recorded with the sum that came, which its shopper reads, and is paid out', async () => {
    const { shopper, order, id } = await rejected('UNNEEDED1')
    await shopper.post('/api/order/cancel', { orderId: order.orderId })
    for (let times = 0; times < 2; times += 1)
      expect((await confirm({ id, amount: 15.5 })).json.order).toMatchObject({ status: 'Cancelled', owed: 15.5 })
    expect(await orderOf(shopper, order.orderId)).toMatchObject({ status: 'Cancelled', owed: 15.5 })
    const { tasks, sent } = mailsOf(open.shop)
    await tasks['send-cancelled-mail']?.({ orderId: order.orderId, by: 'late' }, {} as never)
    expect(sent[0]?.text).toMatch(/15\.50/)
    const payout = await open.owner.post('/api/order/payout', { id: order.orderId, method: 'transfer', amount: 15.5 })
    expect(payout.json).toMatchObject({ success: true, order: { money: { balance: 0 } } })
    await expectMoneyAndStock()
  })

  test('of a paid order is recorded with the sum that came, at most ten times the price', async () => {
    const { order, id } = await rejected('UNNEEDED2')
    await confirm({ orderId: order.orderId })
    for (const amount of [0, 199.91, 2_000_001]) expect((await confirm({ id, amount })).json.success).toBe(false)
    expect((await open.slipOf(order.orderId)).state).toBe('rejected')
    expect((await confirm({ id, amount: 199.9 })).json.order).toMatchObject({ status: 'Order Placed', owed: 199.9 })
    await expectMoneyAndStock()
  })

  test('is none while the order awaits its payment: another sum is refused, and changes nothing', async () => {
    const { shopper, order, id } = await rejected('UNNEEDED3')
    expect((await confirm({ id, amount: 15.5 })).json).toMatchObject({
      success: false,
      code: 'slip_other_amount',
      message: 'The order awaits its payment of ฿19.99. Reject the slip if another sum came.',
    })
    expect(await orderOf(shopper, order.orderId)).toMatchObject({ status: 'Awaiting payment' })
    expect((await confirm({ id, amount: 19.99 })).json.order).toMatchObject({ status: 'Order Placed', isPaid: true })
    await expectMoneyAndStock()
  })
})
