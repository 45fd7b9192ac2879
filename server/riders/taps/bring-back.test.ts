import { readdir } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { payloadsOf } from '../../../testing/database/jobs.ts'
import { type Person, seller } from '../../../testing/shop.ts'
import { riderShop, sendPhoto } from '../../../testing/shops/rider-shop.ts'
import { newId } from '../../common/ids.ts'

const { shop, owner, rider, other, packed, tap, taken, statusOf, mine, isReady, assignmentsOf, numberOf, close } =
  await riderShop()
afterAll(close)

describe('returning to the shop', () => {
  test('puts the order back among those to take, also after a night', async () => {
    const { id } = await taken(rider)
    await shop.pool.query("update order_event set at = at - interval '2 days' where order_id = $1", [id])
    expect((await tap(rider, 'return', id)).json).toMatchObject({ success: true, mine: [] })
    expect(await statusOf(id)).toBe('Packing')
    expect((await tap(other, 'take', id)).json.success).toBe(true)
  })

  test.each([false, true])('leaves the order as it was when it was taken: packed: %s', async (isPacked) => {
    const { id } = await packed()
    if (isPacked) await owner.post('/api/order/packed', { id, packed: true })
    const isShownPacked = async () => {
      const { ready } = (await rider.get('/api/rider/trip')).json
      return ready.find(({ order }) => order === id)?.packed
    }
    expect(await isShownPacked()).toBe(isPacked)
    await tap(rider, 'take', id)
    await tap(rider, 'return', id)
    expect(await isShownPacked()).toBe(isPacked)
  })

  test('is for the order’s own rider', async () => {
    const { id } = await taken(rider)
    for (const [what, more] of [
      ['return', {}],
      ['delivered', { receivedBy: 'Mali', collected: 20.38 }],
      ['failed-attempt', { reason: 'no_answer' }],
    ] as const)
      expect((await tap(other, what, id, more)).json.code, what).toBe('not_your_trip')
    expect((await sendPhoto(other, id)).json.code).toBe('not_your_trip')
    expect(await readdir(shop.photos)).toEqual([])
    expect(await mine(rider)).toEqual([id])
  })

  test('what the shop does with the order ends the assignment', async () => {
    const { id } = await taken(rider)
    await owner.post('/api/order/undo-step', { id, from: 'Out for delivery' })
    expect(await mine(rider)).toEqual([])
    expect((await assignmentsOf(id)).map(({ outcome }) => outcome)).toEqual(['ended by the shop'])
    expect((await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 20.38 })).json.code).toBe(
      'not_your_trip',
    )
  })
})

describe('a failed attempt', () => {
  const failedAttempt = (order: string, reason: string) => tap(rider, 'failed-attempt', order, { reason })

  test('the rider tries again later, and brings the order back after the second time', async () => {
    const { id } = await taken(rider)
    const body = { id: newId(), order: id, reason: 'no_answer' }
    // The phone sends it twice: that is one try.
    await rider.post('/api/rider/failed-attempt', body)
    const { json } = await rider.post('/api/rider/failed-attempt', body)
    expect(json.message).toBe('Noted: try again later')
    expect(json.mine).toMatchObject([{ order: id, attempts: 1, reason: 'no_answer' }])
    expect((await failedAttempt(id, 'no_answer')).json).toMatchObject({
      message: 'Noted: bring it back to the shop',
      mine: [],
    })
    expect(await statusOf(id)).toBe('Packing')
    const { cameBack } = (await owner.get('/api/rider/cash')).json
    expect(cameBack.find(({ order }) => order === id)).toMatchObject({
      reason: 'no_answer',
      attempts: 2,
    })
    const { ready } = (await rider.get('/api/rider/trip')).json
    expect(ready.find(({ order }) => order === id)).toMatchObject({ cameBack: 'no_answer' })
  })

  test('screens are notified of an attempt after which the rider keeps the order', async () => {
    const { id } = await taken(rider)
    const listener = await shop.pool.connect()
    const heard = new Promise<string | undefined>((resolve) => {
      listener.on('notification', ({ payload }) => resolve(payload))
    })
    await listener.query('listen orders')
    expect((await failedAttempt(id, 'no_answer')).json).toMatchObject({ mine: [{ order: id, attempts: 1 }] })
    expect(await heard).toMatch(new RegExp(`^${id} \\S+ Out for delivery$`))
    listener.release(true)
  })

  test('the shopper and the sellers see when and why, until it goes out again; one mail is sent for each attempt', async () => {
    const { id, shopper } = await taken(rider)
    const ofShopper = async () => (await shopper.get(`/api/order/get?id=${id}`)).json.order
    const ofSeller = async (who: Person = owner) =>
      (await who.get(`/api/order/seller?q=${await numberOf(id)}`)).json.orders[0]
    expect(await ofShopper()).not.toHaveProperty('failedAttempt')
    const body = { id: newId(), order: id, reason: 'no_answer' }
    for (let times = 0; times < 2; times += 1) await rider.post('/api/rider/failed-attempt', body)
    const failed = { at: expect.any(String), reason: 'no_answer' }
    expect((await ofShopper()).failedAttempt).toEqual({ ...failed, back: false })
    await failedAttempt(id, 'no_answer')
    expect(await ofShopper()).toMatchObject({ status: 'Packing', failedAttempt: { ...failed, back: true } })
    expect(JSON.stringify(await ofShopper())).not.toContain(rider.email)
    for (const who of [owner, await seller(shop, 'picker')])
      expect(await ofSeller(who)).toMatchObject({
        failedAttempt: { ...failed, back: true },
        failedAttempts: [{ ...failed, back: true, by: rider.email }],
      })
    const { at } = (await ofSeller()).failedAttempt
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000)
    const mails = await payloadsOf(shop.pool, { key: 'attempt-mail:%', orderId: id })
    expect(mails.map(({ times, back }) => ({ times, back }))).toEqual([
      { times: 1, back: false },
      { times: 2, back: true },
    ])
    await tap(other, 'take', id)
    expect(await ofShopper()).not.toHaveProperty('failedAttempt')
    const again = await ofSeller()
    expect(again).not.toHaveProperty('failedAttempt')
    expect(again.failedAttempts).toEqual([{ at, reason: 'no_answer', back: true, by: rider.email }])
  })

  test.each(['wrong_address', 'another_time', 'no_money'])('%s brings the order back at once', async (reason) => {
    const { id } = await taken(rider)
    await failedAttempt(id, reason)
    expect([await statusOf(id), await isReady(rider, id)]).toEqual(['Packing', true])
  })

  test('a wrong address that the shop corrects is shown as corrected, and its shopper isn’t asked to call', async () => {
    const { id, shopper } = await taken(rider)
    await failedAttempt(id, 'wrong_address')
    const shown = async () => {
      const { ready } = (await rider.get('/api/rider/trip')).json
      const { order } = (await shopper.get(`/api/order/get?id=${id}`)).json
      return { ready: ready.find(({ order }) => order === id), failedAttempt: order.failedAttempt }
    }
    const before = await shown()
    expect(before.ready).toMatchObject({ cameBack: 'wrong_address' })
    for (const part of [before.ready, before.failedAttempt]) expect(part).not.toHaveProperty('corrected')
    const number = await numberOf(id)
    const [{ address, addressVersion: seen }] = (await owner.get(`/api/order/seller?q=${number}`)).json.orders
    const corrected = { id, address: { ...address, street: '1 Right Road' }, seen, elsewhere: true }
    expect((await owner.post('/api/order/correct-address', corrected)).json).toMatchObject({ success: true })
    expect(await shown()).toMatchObject({
      ready: { cameBack: 'wrong_address', corrected: true },
      failedAttempt: { reason: 'wrong_address', back: true, corrected: true },
    })
    await tap(other, 'take', id)
    expect((await other.get('/api/rider/trip')).json.mine.find(({ order }) => order === id)).not.toHaveProperty(
      'corrected',
    )
  })

  test('a refused order waits for the shop, which cancels it', async () => {
    const { id } = await taken(rider)
    await failedAttempt(id, 'refused')
    expect([await statusOf(id), await isReady(rider, id)]).toEqual(['Packing', false])
    await owner.post('/api/order/take-step', { id, from: 'Packing', status: 'Cancelled' })
    const { cameBack } = (await owner.get('/api/rider/cash')).json
    expect(cameBack.some(({ order }) => order === id)).toBe(false)
  })

  test('a reason that isn’t in the list is refused', async () => {
    const { id } = await taken(rider)
    expect((await failedAttempt(id, 'tired')).status).toBe(400)
  })
})
