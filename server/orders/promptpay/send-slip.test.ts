import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { promptPayPayload } from '../../../contract/payments/promptpay.ts'
import { cents } from '../../../contract/values/money.ts'
import { bangkokShop } from '../../../demo/bangkok/shop.ts'
import { aSlip, slipPicture } from '../../../testing/makers/slip-picture.ts'
import { cookieOf, type Person, person } from '../../../testing/shop.ts'
import { codeOf, promptPayShop } from '../../../testing/shops/promptpay-shop.ts'
import { makeApp } from '../../app.ts'
import { newId } from '../../common/ids.ts'
import { diskStore } from '../../media/store.ts'
import { slipText } from '../../payments/slip/slip-text.ts'
import { liveShop } from '../../settings/live-shop.ts'

const open = await promptPayShop()
const { confirm, reject, orderOf } = open
afterAll(async () => {
  await open.expectMoneyAndStock()
  await open.shop.close()
})

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
    const before = await open.slipPicturesStored()
    const { shopper, order } = sent
    expect(codeOf(await open.sendSlip(shopper, order.orderId, { image: await image() }))).toBe(code)
    expect(await open.slipPicturesStored()).toEqual(before)
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
  const { json } = await second.shopper.get(`/api/payment/promptpay?order=${second.order.orderId}`)
  expect(json).toMatchObject({ success: true, slip: { state: 'waiting' } })
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
  const { rawPayload } = await open.shop.app.inject({ url: picture, headers: { cookie: cookieOf(open.owner) } })
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
    expect(reused.filter((each) => each.orderId === second.order.orderId)).toEqual([
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
    const { json } = await second.shopper.get(`/api/payment/promptpay?order=${second.order.orderId}`)
    expect(json).toMatchObject({ success: true, slip: { state: 'waiting' } })
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
        const before = await open.slipPicturesStored()
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
        expect(await open.slipPicturesStored()).toHaveLength(before.length + 1)
      }
    } finally {
      await other.close()
    }
  })

  test('of one order too: the second picture is refused while the first waits', async () => {
    const { shopper, order } = await open.anOrder()
    const before = await open.slipPicturesStored()
    const replies = await Promise.all(
      ['TWICE1', 'TWICE1', 'TWICE2'].map((reference) => open.sendSlip(shopper, order.orderId, { reference })),
    )
    expect(replies.map(codeOf).sort()).toEqual(['slip_waits', 'slip_waits', 'success'])
    expect(await open.slipPicturesStored()).toHaveLength(before.length + 1)
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
        headers: { cookie: cookieOf(who) },
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
