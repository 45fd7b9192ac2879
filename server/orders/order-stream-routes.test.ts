import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { streams } from '../../contract/paths/call-paths.ts'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import { cookieOf, type Person, person, seller, type TestShop, testShop, verified } from '../../testing/shop.ts'
import { newId } from '../common/ids.ts'

let shop: TestShop
let address: string
beforeAll(async () => {
  // Without heartbeats, which check the sessions too, only events end a stream.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  shop = await testShop().finally(() => vi.useRealTimers())
  address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => shop.close())

/** Opens a stream as a person; `next` returns the data of its next event. */
async function listen(who: Person, path: string) {
  const ended = new AbortController()
  const cookie = cookieOf(who)
  const response = await fetch(`${address}${path}`, { headers: { cookie }, signal: ended.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  async function next(): Promise<unknown> {
    for (;;) {
      const event = /event: orders\ndata: (.*)\n\n/.exec(text)
      if (event?.[1]) {
        text = text.slice(event.index + event[0].length)
        return JSON.parse(event[1])
      }
      const chunk = await reader?.read()
      if (!chunk || chunk.done) return 'ended'
      text += chunk.value
    }
  }
  return { response, next, close: () => ended.abort() }
}

async function order(shopper: Awaited<ReturnType<typeof verified>>): Promise<string> {
  const product = await aProduct(shop.db)
  const reply = await shopper.post('/api/order/cod', {
    address: await anAddress(shop.db, shopper.user._id),
    items: [{ product: product.id, quantity: 1 }],
  })
  return reply.json.orderId
}

describe('the streams of orders', () => {
  test('refuse HEAD requests', async () => {
    const mali = await verified(shop)
    const cookie = cookieOf(mali)
    const { statusCode, headers } = await shop.app.inject({ method: 'HEAD', url: streams.shopper, headers: { cookie } })
    expect([statusCode, headers.allow]).toEqual([405, 'GET'])
  })

  test('notify sellers of a new order, and its shopper of each step, and both of a corrected address', async () => {
    const [mali, owner] = [await verified(shop), await seller(shop)]
    const [shoppers, sellers] = [await listen(mali, streams.shopper), await listen(owner, streams.seller)]
    expect(shoppers.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(shoppers.response.headers.get('cache-control')).toBe('no-store')

    const id = await order(mali)
    expect(await sellers.next()).toEqual({ order: id, status: 'Order Placed' })
    expect(await shoppers.next()).toEqual({ order: id, status: 'Order Placed' })

    await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Confirmed' })
    expect(await shoppers.next()).toEqual({ order: id, status: 'Confirmed' })
    expect(await sellers.next()).toEqual({ order: id, status: 'Confirmed' })
    const { address } = (await mali.get(`/api/order/get?id=${id}`)).json.order
    await owner.post('/api/order/correct-address', { id, address: { ...address, street: '1 Right Rd' }, seen: 1 })
    for (const stream of [shoppers, sellers]) expect(await stream.next()).toEqual({ order: id, status: 'Confirmed' })
    shoppers.close()
    sellers.close()
  })

  test('never notify a shopper of another shopper’s orders', async () => {
    const [mali, somchai] = [await verified(shop), await verified(shop)]
    const stream = await listen(mali, streams.shopper)
    await order(somchai)
    const own = await order(mali)
    expect(await stream.next()).toEqual({ order: own, status: 'Order Placed' })
    stream.close()
  })

  test('never notify sellers of an order that awaits payment', async () => {
    const [mali, owner] = [await verified(shop), await seller(shop)]
    const stream = await listen(owner, streams.seller)
    const id = await order(mali)
    expect(await stream.next()).toEqual({ order: id, status: 'Order Placed' })
    for (const status of ['Awaiting payment', 'Packing'])
      await shop.db.updateTable('shopOrder').set({ status }).where('id', '=', id).execute()
    expect(await stream.next()).toEqual({ order: id, status: 'Packing' })
    stream.close()
  })

  test('tell riders only that their trip may have changed, of no order by its id', async () => {
    const [mali, owner, rider] = [await verified(shop), await seller(shop), await seller(shop, 'rider')]
    const stream = await listen(rider, streams.seller)
    const id = await order(mali)
    // The order that isn't confirmed isn't a rider's: the first event is that of the next step.
    const move = (from: string, status: string) => owner.post('/api/order/take-step', { id, from, status })
    for (const [from, to] of [
      ['Order Placed', 'Confirmed'],
      ['Confirmed', 'Packing'],
    ] as const) {
      expect((await move(from, to)).json.success).toBe(true)
      expect(await stream.next()).toEqual({})
    }
    stream.close()
  })

  test('notify riders, and the staff who count, of cash that was counted in', async () => {
    const [owner, rider] = [await seller(shop), await seller(shop, 'rider')]
    const [riders, sellers] = [await listen(rider, streams.seller), await listen(owner, streams.seller)]
    const { email } = (await rider.get('/api/seller/is-auth')).json
    const id = await order(await verified(shop))
    expect(await sellers.next()).toEqual({ order: id, status: 'Order Placed' })
    const move = { kind: 'received', method: 'cash', cents: 500, rider: email, orderId: id, madeBy: email } as const
    await shop.db.insertInto('moneyMovement').values(move).execute()
    const count = { id: newId(), rider: email, owed: 5, amount: 5 }
    expect((await owner.post('/api/rider/count-in', count)).json.success).toBe(true)
    expect([await riders.next(), await sellers.next()]).toEqual([{}, {}])
    riders.close()
    sellers.close()
  })

  test('end when the role of their account changes, which may see other orders', async () => {
    const [owner, picker] = [await seller(shop), await seller(shop, 'picker')]
    const stream = await listen(picker, streams.seller)
    const { members } = (await owner.get('/api/staff/list')).json
    const { email } = (await picker.get('/api/seller/is-auth')).json
    const { id } = members.find((each) => each.email === email)
    expect((await owner.post('/api/staff/change-role', { id, role: 'rider' })).json.success).toBe(true)
    expect(await stream.next()).toBe('ended')
  })

  test('require a session', async () => {
    const [visitor, mali] = [person(shop), await verified(shop)]
    const replies = [
      await visitor.get(streams.shopper),
      await visitor.get(streams.seller),
      await mali.get(streams.seller),
      await (await seller(shop)).get(streams.shopper),
    ]
    expect(replies.map(({ status, json }) => [status, json.code])).toEqual([
      [401, 'not_signed_in'],
      [401, 'not_signed_in'],
      [403, 'forbidden'],
      [401, 'not_signed_in'],
    ])
  })

  test('end at once when their session does, and no other stream', async () => {
    const [mali, owner, otherOwner] = [await verified(shop), await seller(shop), await seller(shop)]
    const [shoppers, sellers] = [await listen(mali, streams.shopper), await listen(owner, streams.seller)]
    const others = await listen(otherOwner, streams.seller)
    await mali.post('/api/user/logout')
    await owner.get('/api/seller/logout')
    expect([await shoppers.next(), await sellers.next()]).toEqual(['ended', 'ended'])
    const id = await order(await verified(shop))
    expect(await others.next()).toEqual({ order: id, status: 'Order Placed' })
    others.close()
  })

  test('end when the server closes, so that closing doesn’t wait for them', async () => {
    const other = await testShop()
    const url = await other.app.listen({ port: 0, host: '127.0.0.1' })
    const owner = await seller(other)
    const cookie = cookieOf(owner)
    const response = await fetch(`${url}${streams.seller}`, { headers: { cookie } })
    const read = response.text()
    await other.close()
    // Without the end of a response it is incomplete: closing would have cut it off, after a wait.
    expect(await read).toBe('retry: 1000\n\n')
  })
})
