import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../contract/values/limits.ts'
import { countJobs, makeDue, runDueJobs } from '../../../testing/database/jobs.ts'
import { mailsOf } from '../../../testing/mails.ts'
import { stepsToDelivery, stepTo } from '../../../testing/makers/orders.ts'
import { aZone } from '../../../testing/makers/rows.ts'
import { aWindow } from '../../../testing/makers/windows.ts'
import { seller } from '../../../testing/shop.ts'
import { zoneShop } from '../../../testing/shops/zone-shop.ts'
import { newId } from '../../common/ids.ts'

const { shop, db, owner, aBuyer, order, orderOf, goods, close } = await zoneShop()
afterAll(close)
beforeEach(async () => {
  await db.deleteFrom('deliveryZone').execute()
  // Without windows, orders have no time.
  await db.updateTable('windowTemplate').set({ active: false }).execute()
})

const right = {
  firstName: 'Malee',
  lastName: 'Suksan',
  street: '99/1 Charoen Krung Rd',
  city: 'Bang Rak',
  state: 'Bangkok',
  zipcode: '10500',
  country: 'Thailand',
  phone: '0891112222',
  note: 'Ring twice',
}
/** The same address as an order has it. */
const kept = { ...right, zipcode: 10500 }
const lardPrao = { city: 'Lat Phrao', zipcode: '10230' }

async function anOrder(more: object = {}, call = 'cod') {
  const buyer = await aBuyer()
  const { json } = await order(buyer, await goods(2000), more, call)
  return { buyer, id: json.orderId as string, number: json.orderNumber as number }
}
const correct = async (id: string, fields: object = {}, more: object = {}) =>
  (await owner.post('/api/order/correct-address', { id, address: { ...right, ...fields }, seen: 1, ...more })).json
const asSeller = async (id: string) => (await owner.get(`/api/order/seller?id=${id}`)).json.orders[0]
/** All that a correction may change, to see that a refused one changed nothing. */
const stateOf = async (id: string) => ({
  row: await db.selectFrom('shopOrder').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  corrections: await db.selectFrom('orderAddressCorrection').selectAll().where('orderId', '=', id).execute(),
  entries: await db.selectFrom('auditEntry').selectAll().where('subjectId', '=', id).execute(),
  mails: await countJobs(shop.pool, { key: `address-mail:${id}` }),
})

describe('correcting an order’s address', () => {
  test.each(stepsToDelivery.slice(0, -1))(
    'of an order at "%s" replaces what its shopper, riders and sellers see',
    async (status) => {
      const { buyer, id } = await anOrder()
      await stepTo(owner, id, status)
      const before = await orderOf(buyer, id)
      const reply = await correct(id)
      expect(reply).toMatchObject({ success: true, message: 'The address is corrected' })
      expect(reply.order).toMatchObject({ address: kept, addressVersion: 2, status, amount: before.amount })
      const { updatedAt: _, ...after } = await orderOf(buyer, id)
      const { updatedAt: __, ...same } = before
      expect(after).toEqual({ ...same, address: kept })
      expect((await asSeller(id)).corrections).toEqual([{ at: expect.any(String), by: expect.stringContaining('@') }])
      // The address of the address book is the shopper's.
      const { addresses } = (await buyer.get('/api/address/get')).json
      expect(addresses).toMatchObject([{ firstName: 'Somchai', street: '88 Charoen Krung Rd', version: 1 }])
    },
  )

  test('reaches the rider who has it, who is told that it is another than before', async () => {
    const { id } = await anOrder()
    await correct(id, { street: '1 Wrong Rd' })
    await stepTo(owner, id, 'Packing')
    const rider = await seller(shop, 'rider')
    await rider.post('/api/rider/take', { id: newId(), order: id })
    const taken = (await rider.get('/api/rider/trip')).json.mine
    expect(taken).toMatchObject([{ order: id, street: '1 Wrong Rd' }])
    expect(taken[0]).not.toHaveProperty('corrected')
    await correct(id, { note: '' }, { seen: 2 })
    const { mine } = (await rider.get('/api/rider/trip')).json
    expect(mine).toMatchObject([
      { order: id, name: 'Malee Suksan', phone: right.phone, street: right.street, corrected: true },
    ])
    expect(mine[0]).not.toHaveProperty('note')
  })

  test('is found by the new name, phone and street', async () => {
    const { id } = await anOrder()
    const street = `Soi ${newId()}`
    await correct(id, { street })
    const { orders } = (await owner.get(`/api/order/seller?q=${encodeURIComponent(street)}`)).json
    expect(orders.map(({ _id }: { _id: string }) => _id)).toEqual([id])
  })

  test.each(['Delivered', 'Cancelled'] as const)('is refused once the order is %s', async (status) => {
    const { id } = await anOrder()
    if (status === 'Delivered') await stepTo(owner, id, status)
    else await owner.post('/api/order/take-step', { id, from: 'Order Placed', status })
    const before = await stateOf(id)
    expect(await correct(id)).toMatchObject({ success: false, code: 'address_final' })
    expect(await stateOf(id)).toEqual(before)
  })

  test('is refused for an order that awaits payment, and one that doesn’t exist', async () => {
    const { id } = await anOrder({}, 'promptpay')
    const before = await stateOf(id)
    expect(before.row.status).toBe('Awaiting payment')
    for (const unknown of [id, newId(), 'x'])
      expect(await correct(unknown)).toMatchObject({ success: false, code: 'order_unknown' })
    expect(await stateOf(id)).toEqual(before)
  })

  test.each(['picker', 'rider'] as const)('isn’t a %s’s', async (role) => {
    const { id } = await anOrder()
    const other = await seller(shop, role)
    const { json } = await other.post('/api/order/correct-address', { id, address: right, seen: 1 })
    expect(json).toMatchObject({ success: false, code: 'role_forbids' })
  })

  test('of two sellers at once is one’s; the other is told, and the same one again is done', async () => {
    const { id } = await anOrder()
    const streets = ['1 First Rd', '2 Second Rd']
    const replies = await Promise.all(streets.map((street) => correct(id, { street })))
    expect(replies.map(({ code }) => code ?? 'done').sort()).toEqual(['address_corrected', 'done'])
    const { address, corrections, addressVersion } = await asSeller(id)
    const street = streets[replies.findIndex(({ success }) => success)]
    expect([address.street, corrections.length, addressVersion]).toEqual([street, 1, 2])
    // A request whose reply was lost is repeated.
    const before = await stateOf(id)
    expect(await correct(id, { street })).toMatchObject({ success: true, order: { address: { street } } })
    expect(await stateOf(id)).toEqual(before)
    expect(await correct(id, {}, { seen: addressVersion })).toMatchObject({ success: true })
  })

  test('races with the delivery: the address of a delivered order stays as it was then', async () => {
    const { id } = await anOrder()
    await stepTo(owner, id, 'Out for delivery')
    const [corrected, delivered] = await Promise.all([
      correct(id),
      owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Delivered' }),
    ])
    expect(delivered.json.success).toBe(true)
    if (!corrected.success) expect(corrected.code).toBe('address_final')
    expect((await asSeller(id)).address.street).toBe(corrected.success ? right.street : '88 Charoen Krung Rd')
  })

  test('has the checks of the shopper’s form, and takes the longest values', async () => {
    const { id } = await anOrder()
    const before = await stateOf(id)
    for (const [field, value] of [
      ['phone', '12'],
      ['phone', 'nobody'],
      ['zipcode', '1'],
      ['zipcode', 'a&b&c'],
      ['firstName', ' '],
      ['street', ''],
      ['street', 'x'.repeat(limits.shortText + 1)],
      ['note', 'x'.repeat(limits.addressNote + 1)],
    ] as const) {
      const reply = await correct(id, { [field]: value })
      expect(reply.fields, field).toHaveProperty([`address.${field}`])
    }
    expect(await stateOf(id)).toEqual(before)
    const long = 'ฎ'.repeat(limits.shortText)
    const longest = {
      ...{ firstName: long, lastName: long, street: long, city: long, state: long, country: long },
      ...{ phone: '1'.repeat(limits.phoneMax), zipcode: 'A'.repeat(limits.postcodeMax) },
      note: 'ฎ'.repeat(limits.addressNote),
    }
    expect(await correct(id, longest)).toMatchObject({ success: true, order: { address: longest } })
    expect((await asSeller(id)).address).toEqual(longest)
  })

  test('is in the audit log with the corrected fields, before and after', async () => {
    const { id, number } = await anOrder()
    await correct(id, { firstName: 'Somchai', lastName: 'Jaidee' })
    const { entries } = (await owner.get(`/api/staff/audit?q=${id}&kind=order`)).json
    expect(entries).toMatchObject([
      {
        action: 'changed',
        subject: `#${number}`,
        before: { street: '88 Charoen Krung Rd', phone: '+66 81 234 5678' },
        after: { street: right.street, phone: right.phone, note: right.note },
      },
    ])
    expect(Object.keys(entries[0].after).sort()).toEqual(['note', 'phone', 'street'])
  })

  test('is mailed in the order’s language: of several in a row the last, and nothing once it is delivered', async () => {
    const { id, number } = await anOrder()
    const late = await anOrder()
    await db.updateTable('shopOrder').set({ language: 'th' }).where('id', '=', id).execute()
    await correct(id, { street: '1 Wrong Rd' })
    await correct(id, {}, { seen: 2 })
    await correct(late.id)
    await stepTo(owner, late.id, 'Delivered')
    const { tasks, sent } = mailsOf(shop)
    await makeDue(shop.pool, { key: 'address-mail:%' })
    await runDueJobs(shop.pool, tasks)
    const mails = sent.filter(({ text }) => text.includes(right.street) && text.includes('แก้ไขที่อยู่'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toContain(`คำสั่งซื้อหมายเลข ${number} แก้ไขที่อยู่จัดส่งแล้ว`)
    for (const text of ['Malee Suksan', right.phone, 'ข้อความถึงคนส่งของ: Ring twice', 'หากไม่ถูกต้อง กรุณาติดต่อร้าน'])
      expect(mails[0]?.text).toContain(text)
    expect(sent.filter(({ subject }) => subject.includes(`${late.number}: the delivery address`))).toEqual([])
  })
})

describe('an address in another zone', () => {
  test('is refused until the seller was told; then the order is in that zone, for the same price and time', async () => {
    await aZone(db, { name: 'Near', nameTh: 'ใกล้' })
    const far = await aZone(db, { name: 'Far', postcodes: ['10230'], rideMinutes: 40, tiers: [{ from: 0, fee: 9000 }] })
    const window = await aWindow(db)
    const { buyer, id } = await anOrder({ delivery: { window } })
    const [before, sums] = [await stateOf(id), await orderOf(buyer, id)]
    const refused = await correct(id, lardPrao)
    expect(refused).toMatchObject({ success: false, code: 'address_elsewhere' })
    expect(refused.message).toContain('in the zone Far, no longer in Near')
    expect(await stateOf(id)).toEqual(before)
    expect(await correct(id, lardPrao, { elsewhere: true })).toMatchObject({ success: true })
    const { row, entries } = await stateOf(id)
    expect(row.deliveryZone).toEqual({ ...far, nameTh: null, rideMinutes: 40 })
    const { delivery, amount } = await orderOf(buyer, id)
    expect([delivery, amount]).toEqual([{ ...sums.delivery, zone: { name: 'Far' } }, sums.amount])
    expect(entries).toMatchObject([{ before: { zone: 'Near', city: 'Bang Rak' }, after: { zone: 'Far' } }])
    await stepTo(owner, id, 'Packing')
    const rider = await seller(shop, 'rider')
    const { ready } = (await rider.get('/api/rider/trip')).json
    expect(ready.find((each: { order: string }) => each.order === id)).toMatchObject({ zone: { name: 'Far' } })
  })

  test('is refused as outside if no zone has it; the order stays in its zone', async () => {
    const near = await aZone(db, { name: 'Near' })
    const { id } = await anOrder()
    const before = await stateOf(id)
    const refused = await correct(id, lardPrao)
    expect(refused).toMatchObject({ success: false, code: 'address_outside' })
    expect(refused.message).toContain('stays in the zone Near')
    expect(await stateOf(id)).toEqual(before)
    const done = await correct(id, lardPrao, { elsewhere: true })
    expect(done).toMatchObject({ success: true, order: { delivery: { zone: { name: 'Near' } } } })
    expect((await stateOf(id)).row.deliveryZone).toMatchObject({ id: near.id })
  })

  test('isn’t noticed for a house number in the same zone, for zones that the owner changed since, nor without zones', async () => {
    await aZone(db, { name: 'Near' })
    const { id } = await anOrder()
    expect(await correct(id)).toMatchObject({ success: true })
    await db.deleteFrom('deliveryZone').execute()
    await aZone(db, { name: 'New' })
    const again = await correct(id, { phone: '0893334444' }, { seen: 2 })
    expect(again).toMatchObject({ success: true, order: { delivery: { zone: { name: 'Near' } } } })
    await db.deleteFrom('deliveryZone').execute()
    expect(await correct(id, lardPrao, { seen: 3 })).toMatchObject({ success: true })
    const unzoned = await anOrder()
    await aZone(db)
    expect(await correct(unzoned.id, lardPrao)).toMatchObject({ success: true })
  })
})
