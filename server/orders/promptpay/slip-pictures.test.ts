import { rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { pictureName } from '../../../contract/catalog/pictures.ts'
import type { Role } from '../../../contract/staff/staff-roles.ts'
import { cookieOf, person, seller, verified } from '../../../testing/shop.ts'
import { codeOf, promptPayShop } from '../../../testing/shops/promptpay-shop.ts'
import { newId } from '../../common/ids.ts'
import { diskStore } from '../../media/store.ts'
import { tidySlips } from './tidy-slips.ts'

const open = await promptPayShop()
const { confirm, reject } = open
afterAll(async () => {
  await open.expectMoneyAndStock()
  await open.shop.close()
})

describe('another shopper', () => {
  test('neither sees, pays nor sends a slip for an order, and no shopper sees a picture', async () => {
    const { shopper, order } = await open.anOrder()
    await open.sendSlip(shopper, order.orderId, { reference: 'OTHER1' })
    const { picture, id } = await open.slipOf(order.orderId)
    const { shopper: other } = await open.anOrder()
    expect(codeOf(await other.get(`/api/payment/promptpay?order=${order.orderId}`))).toBe('order_unknown')
    expect(codeOf(await other.post('/api/order/pay', { orderId: order.orderId }))).toBe('order_unknown')
    expect(codeOf(await open.sendSlip(other, order.orderId, { reference: 'OTHER2' }))).toBe('order_unknown')
    for (const who of [person(open.shop), other, shopper]) {
      const { statusCode } = await open.shop.app.inject({ url: picture, headers: { cookie: cookieOf(who) } })
      expect([401, 403]).toContain(statusCode)
      expect([401, 403]).toContain((await who.post('/api/payment/confirm', { id })).status)
    }
    // Of the staff, those who decide about slips see it.
    const seenBy = async (role: Role) => {
      const headers = { cookie: cookieOf(await seller(open.shop, role)) }
      return (await open.shop.app.inject({ url: picture, headers })).statusCode
    }
    expect([await seenBy('manager'), await seenBy('picker'), await seenBy('rider')]).toEqual([200, 403, 403])
    for (const wrong of ['', '?id=', '?id=none', `?id=${newId()}`, `?id=${id}&id=${id}`])
      expect((await open.owner.get(`/api/payment/slip-picture${wrong}`)).status, wrong).toBe(404)
  })
})

test('an account without an order that awaits a slip is refused before its picture is read', async () => {
  const { shopper, order } = await open.anOrder()
  const visitor = await verified(open.shop)
  const send = (who: typeof shopper) => open.sendSlip(who, order.orderId, { image: Buffer.from('no picture') })
  expect(codeOf(await send(visitor))).toBe('order_not_payable')
  expect(codeOf(await send(shopper))).toBe('slip_type')
  await confirm({ orderId: order.orderId })
  expect(codeOf(await send(shopper))).toBe('order_not_payable')
})

describe('pictures', () => {
  test('are deleted the set number of days after the decision; the slip stays', async () => {
    const { shop } = open
    const [old, young, waiting] = [await open.anOrder(), await open.anOrder(), await open.anOrder()]
    for (const [index, { shopper, order }] of [old, young, waiting].entries())
      await open.sendSlip(shopper, order.orderId, { reference: `DAYS${index}` })
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
    expect(await open.slipPicturesStored()).toEqual(rows.map(({ picture }) => picture))
    const again = await open.sendSlip(waiting.shopper, old.order.orderId, { reference: 'DAYS0' })
    expect(codeOf(again)).toBe('order_unknown')
  })

  test('that no slip has are deleted once they are an hour old', async () => {
    const { shop } = open
    const store = await diskStore(shop.slips)
    const [old, young] = ['c', 'd'].map((letter) => pictureName(letter.repeat(32), { width: 9, height: 9 }, 'webp'))
    const before = await open.slipPicturesStored()
    for (const name of [old ?? '', young ?? '']) await store.put(name, Buffer.from('a picture'))
    const twoHoursAgo = new Date(Date.now() - 2 * 3600_000)
    await utimes(join(shop.slips, old ?? ''), twoHoursAgo, twoHoursAgo)
    for (const name of before) await utimes(join(shop.slips, name), twoHoursAgo, twoHoursAgo)
    const draft = `.${newId()}.draft`
    await writeFile(join(shop.slips, draft), 'half')
    await utimes(join(shop.slips, draft), twoHoursAgo, twoHoursAgo)
    await tidySlips(shop.db, store)
    expect(await open.slipPicturesStored()).toEqual([...before, young].sort())
    await rm(join(shop.slips, young ?? ''))
  })
})

test('the list of slips has pages: those that wait, oldest first, then decided ones, newest first', async () => {
  const fresh = await promptPayShop()
  try {
    const orders: string[] = []
    for (let index = 0; index < 5; index += 1) {
      const { shopper, order } = await fresh.anOrder()
      await fresh.sendSlip(shopper, order.orderId, { reference: `PAGE${index}` })
      orders.push(order.orderId)
    }
    for (const index of [1, 3]) await fresh.owner.post('/api/payment/confirm', { orderId: orders[index] })
    const seen: string[] = []
    let cursor = ''
    do {
      const { json } = await fresh.owner.get(
        `/api/payment/slips?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      )
      expect(json.waiting).toBe(3)
      seen.push(...json.slips.map((slip) => slip.reference))
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
