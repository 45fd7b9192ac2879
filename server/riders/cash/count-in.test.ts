import { afterAll, describe, expect, test } from 'vitest'
import { riderShop } from '../../../testing/shops/rider-shop.ts'
import { newId } from '../../common/ids.ts'

const { shop, owner, rider, tap, taken, owedBy, cashRow, close } = await riderShop()
afterAll(close)

describe('counting cash in', () => {
  const deliverFor = async () => {
    const { id } = await taken(rider)
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
    const { id } = await taken(rider)
    await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 20.38 })
    await count(20.38, 20.38)
    await owner.post('/api/order/undo-step', { id })
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

  test('names a rider who was removed, as before', async () => {
    const { name } = await shop.db
      .selectFrom('seller')
      .select('name')
      .where('email', '=', rider.email)
      .executeTakeFirstOrThrow()
    await deliverFor()
    await count(20, 20.38)
    const { members } = (await owner.get('/api/staff/list')).json
    const { id } = members.find(({ email }: { email: string }) => email === rider.email)
    expect((await owner.post('/api/staff/remove', { id })).json.success).toBe(true)
    expect(await cashRow(rider)).toMatchObject({ name, rider: rider.email, owed: 0.38 })
    expect((await owner.get('/api/rider/cash')).json.counts[0]).toMatchObject({ name, rider: rider.email })
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
      expect(counts.filter((each) => each.rider === rider.email)).toHaveLength(1)
      expect((await count(20.38, 20.38)).json.success).toBe(true)
      expect(await owedBy(rider)).toBe(0)
    })

    test('is taken back after all was handed over, and after the shop has paid the rider', async () => {
      await deliverFor()
      await count(20.38, 20.38)
      const { id } = await newest()
      expect((await takeBack(id)).json.riders).toContainEqual(expect.objectContaining({ owed: 20.38 }))
      const assignment = await taken(rider)
      await tap(rider, 'delivered', assignment.id, { receivedBy: 'Mali', collected: 20.38 })
      await count(40.76, 40.76)
      await owner.post('/api/order/undo-step', { id: assignment.id })
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
    expect((await count(10.38, 10.38, { id })).json.code).toBe('id_reused')
    expect(await owedBy(rider)).toBe(10.38)
  })
})
