import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeFrom, windowDay, windowTime } from '../../../contract/delivery/window-text.ts'
import { stepTo } from '../../../testing/makers/orders.ts'
import { anAddress, aProduct, aZone } from '../../../testing/makers/rows.ts'
import { type Person, seller, type TestShop, testShop, verified } from '../../../testing/shop.ts'
import { newId } from '../../common/ids.ts'
import { orderOfToken, trackPath } from '../../domain/track-token.ts'

let shop: TestShop
let owner: Person
beforeAll(async () => {
  shop = await testShop()
  owner = await seller(shop)
  await aZone(shop.db)
})
afterAll(() => shop.close())

async function onItsWay({ zipcode = '10500' } = {}) {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  await shop.db.updateTable('address').set({ zipcode }).where('id', '=', address).execute()
  const product = await aProduct(shop.db, { name: 'Secret potato' })
  const { json } = await shopper.post('/api/order/cod', { address, items: [{ product: product.id, quantity: 1 }] })
  await stepTo(owner, json.orderId, 'Packing')
  await owner.post('/api/rider/take', { id: newId(), order: json.orderId })
  const id = json.orderId as string
  const path = trackPath(shop.secret, id)
  // People who read the logs can't open the pages of orders.
  shop.noteSecrets([path.replace('/track/', '')])
  return { id, shopper, path }
}
const bangkok = { language: 'en', timeZone: 'Asia/Bangkok' } as const
const open = (url: string, language = 'en') =>
  shop.app.inject({ url, headers: { 'accept-language': language, cookie: `language=${language}` } })
const shiftSteps = (id: string, interval: string) =>
  shop.pool.query('update order_event set at = at + $2::interval where order_id = $1', [id, interval])

test('everyone with the link sees status, time and phone, and nothing else of the order', async () => {
  const { id, path, shopper } = await onItsWay()
  const { json } = await shopper.get(`/api/order/track?id=${id}`)
  expect(json).toEqual({ success: true, path, expectedAt: expect.any(String) })
  const about = timeFrom(new Date(), new Date(json.expectedAt), bangkok)
  // The ride to the zone takes 15 minutes.
  const minutes = (Date.parse(json.expectedAt) - Date.now()) / 60_000
  expect(minutes > 14 && minutes <= 20).toBe(true)
  const page = await open(path)
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  })
  expect(page.body).toContain('On its way')
  expect(page.body).toContain(`about ${about}`)
  expect(page.body).toMatch(/tel:\+?\d+/)
  for (const secret of [
    'Charoen Krung',
    'Somchai',
    'Jaidee',
    'Bang Rak',
    '1234 5678',
    'potato',
    shopper.user.email,
    id,
  ])
    expect(page.body).not.toContain(secret)
  expect((await open(path, 'th')).body).toContain('กำลังไปส่ง')
})

test('the script of the page is the one that its policy allows', async () => {
  const { path } = await onItsWay()
  const { body, headers } = await open(path)
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(body) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  expect(script).toContain('fetch(location.href, {')
  expect(headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'; connect-src 'self'`)
})

test('the page doesn’t reload itself, and has a link for browsers without scripts', async () => {
  const { path } = await onItsWay()
  const { body } = await open(path)
  expect(body).not.toMatch(/http-equiv/i)
  expect(body).toContain('<div id="now" aria-live="polite"><h1>On its way</h1>')
  expect(body).toContain('<noscript><a class="plain" href="">Look again</a></noscript>')
})

test('an order that comes later than promised has the new time, before it leaves and when its ride takes longer', async () => {
  const { id, path, shopper } = await onItsWay()
  const about = new Date(Math.ceil(Date.now() / 300_000) * 300_000 + 45 * 60_000)
  const time = windowTime(about, bangkok)
  await shop.pool.query("update shop_order set promised_at = now() + interval '1 minute' where id = $1", [id])
  await shop.pool.query(
    "insert into order_delay (order_id, expected_at, reason, told_at) values ($1, $2, 'ride', now() + interval '1 second')",
    [id, about],
  )
  expect((await shopper.get(`/api/order/track?id=${id}`)).json.expectedAt).toBe(about.toISOString())
  expect((await open(path)).body).toMatch(new RegExp(`about (\\w+ \\d+ \\w+ )?${time}`))
  // Told before it left: the ride is known better.
  await shop.pool.query("update order_delay set told_at = now() - interval '1 hour' where order_id = $1", [id])
  expect((await shopper.get(`/api/order/track?id=${id}`)).json.expectedAt).not.toBe(about.toISOString())
  await owner.post('/api/rider/return', { id: newId(), order: id })
  // With the day if it comes after midnight.
  expect((await open(path)).body).toMatch(new RegExp(`Expected: about (\\w+ \\d+ \\w+ )?${time}`))
})

test('the arrival of an order on its way stays when its zone is removed, and follows the owner’s minutes until then', async () => {
  const { id: zone } = await aZone(shop.db, { postcodes: ['10120'], rideMinutes: 40 })
  const { id, shopper } = await onItsWay({ zipcode: '10120' })
  const about = async () => (await shopper.get(`/api/order/track?id=${id}`)).json.expectedAt
  const before = await about()
  expect(Date.parse(before) - Date.now()).toBeGreaterThan(39 * 60_000)
  await shop.pool.query('delete from delivery_zone where id = $1', [zone])
  expect(await about()).toBe(before)
  await aZone(shop.db, { postcodes: ['10120'], rideMinutes: 90 })
  expect(await about()).toBe(before)
  await shop.pool.query("update shop_order set delivery_zone = delivery_zone - 'rideMinutes' where id = $1", [id])
  const { promisedAt } = (await shopper.get(`/api/order/get?id=${id}`)).json.order.delivery
  expect(await about()).toBe(promisedAt ?? null)
})

test('a time that has passed isn’t said', async () => {
  const { id, path, shopper } = await onItsWay()
  await shiftSteps(id, '-40 minutes')
  expect((await shopper.get(`/api/order/track?id=${id}`)).json.expectedAt).toBeNull()
  expect((await open(path)).body).toContain('It will be with you soon.')
})

test('an order that came back asks for a call until another time is agreed', async () => {
  const { id, path, shopper } = await onItsWay()
  await owner.post('/api/rider/failed-attempt', { id: newId(), order: id, reason: 'another_time' })
  const failedAttempt = async () => (await shopper.get(`/api/order/get?id=${id}`)).json.order.failedAttempt
  expect((await open(path)).body).toContain('Please call us')
  expect(await failedAttempt()).toEqual({ at: expect.any(String), reason: 'another_time', back: true })
  await shop.pool.query(
    "insert into order_move (order_id, moved_by, to_start, to_end) values ($1, 'seller', now() + interval '2 hours', now() + interval '4 hours')",
    [id],
  )
  expect((await open(path)).body).not.toContain('Please call us')
  expect(await failedAttempt()).toMatchObject({ back: true, moved: true })
})

test('the link ends a day after the delivery', async () => {
  const { id, path } = await onItsWay()
  const { json } = await owner.post('/api/rider/delivered', {
    id: newId(),
    order: id,
    receivedBy: 'Mali',
    collected: (await owner.get('/api/rider/trip')).json.mine.find((each) => each.order === id).toCollect,
  })
  expect(json.success).toBe(true)
  await shiftSteps(id, '-23 hours -59 minutes')
  expect((await open(path)).body).toContain('Delivered')
  await shiftSteps(id, '-2 minutes')
  const page = await open(path)
  expect([page.statusCode, page.body.includes('This link has ended')]).toEqual([404, true])
})

test('only links that the shop has signed are links', async () => {
  const { id, path } = await onItsWay()
  const token = path.slice('/track/'.length)
  expect(orderOfToken(shop.secret, token)).toBe(id)
  const changed = (index: number) =>
    `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`
  const forged = trackPath('another secret of at least 32 characters', id)
  for (const wrong of [
    changed(0),
    changed(10),
    changed(30),
    changed(41),
    token.slice(1),
    `${token}A`,
    `${token}=`,
    'x',
    id,
  ])
    expect((await open(`/track/${wrong}`)).statusCode, wrong).toBe(404)
  expect((await open(forged)).statusCode).toBe(404)
  expect((await open(trackPath(shop.secret, newId()))).statusCode).toBe(404)
})

test('an order’s time is for its own shopper', async () => {
  const { id } = await onItsWay()
  const other = await verified(shop)
  for (const wrong of [id, newId(), 'x'])
    expect((await other.get(`/api/order/track?id=${wrong}`)).json.code).toBe('order_unknown')
})

test('its shopper and the sellers see who took the order', async () => {
  const { id, shopper } = await onItsWay()
  const { toCollect, number } = (await owner.get('/api/rider/trip')).json.mine.find(
    (each: { order: string }) => each.order === id,
  )
  await owner.post('/api/rider/delivered', { id: newId(), order: id, receivedBy: 'Mali', collected: toCollect })
  expect((await shopper.get(`/api/order/get?id=${id}`)).json.order.handedOver).toEqual({ to: 'Mali' })
  expect((await owner.get(`/api/order/seller?q=${number}`)).json.orders[0].handedOver).toEqual({ to: 'Mali' })
})

test('after a try that failed, the page says when and why instead of the promise', async () => {
  const { id, path } = await onItsWay()
  const fail = () => owner.post('/api/rider/failed-attempt', { id: newId(), order: id, reason: 'no_answer' })
  await fail()
  expect((await open(path)).body).toMatch(/We were there on .* and there was no answer\. Our rider tries once more\./)
  await fail()
  const { body } = await open(path)
  expect(body).toContain('Your order is back in the shop. Please call us')
  expect(body).not.toContain('Expected')
})

test('an order taken today for a window of another day says which day it comes', async () => {
  const { id, path } = await onItsWay()
  const from = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 86_400_000 + 2 * 3_600_000)
  const to = new Date(from.getTime() + 2 * 3_600_000)
  await shop.pool.query('update shop_order set deliver_from = $2, promised_at = $3 where id = $1', [id, from, to])
  expect((await open(path)).body).toContain(`about ${windowDay(from, bangkok)} 09:00`)
})
