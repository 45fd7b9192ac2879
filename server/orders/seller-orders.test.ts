import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import { type Person, seller, type TestShop, testShop, verified } from '../../testing/shop.ts'
import { newId } from '../common/ids.ts'

let shop: TestShop
let owner: Person
beforeAll(async () => {
  shop = await testShop()
  owner = await seller(shop)
})
afterAll(() => shop.close())

type Address = { firstName: string; lastName: string; phone: string; street: string }

/** Places a cash order to an address; returns its id and number. */
async function orderTo(person: Partial<Address> = {}) {
  const shopper = await verified(shop)
  const address = {
    firstName: 'Somchai',
    lastName: 'Jaidee',
    phone: '0812345678',
    street: '88 Charoen Krung Rd',
    city: 'Bang Rak',
    state: 'Bangkok',
    zipcode: 10500,
    country: 'Thailand',
    ...person,
  }
  const saved = await shopper.post('/api/address/add', { address })
  const product = await aProduct(shop.db)
  const { json } = await shopper.post('/api/order/cod', {
    address: saved.json.address._id,
    items: [{ product: product.id, quantity: 1 }],
  })
  return { id: json.orderId as string, number: json.orderNumber as number, email: shopper.user.email }
}

/** Makes an order one that awaits an online payment. */
const awaitPayment = ({ id }: { id: string }) =>
  shop.db
    .updateTable('shopOrder')
    .set({ paymentType: 'Online', status: 'Awaiting payment' })
    .where('id', '=', id)
    .execute()

/** Returns the ids of the seller's list for a query. */
async function found(query: Record<string, string>): Promise<string[]> {
  const { json } = await owner.get(`/api/order/seller?${new URLSearchParams(query)}`)
  return json.orders.map((order) => order._id)
}

test('orders are listed in the order in which they were placed, also by servers whose clocks are wrong', async () => {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const days = 24 * 3_600_000
  const placed: string[] = []
  try {
    for (const off of [0, 400 * days, -2 * days, 0]) {
      const product = await aProduct(shop.db)
      const now = Date.now()
      vi.spyOn(Date, 'now').mockReturnValue(now + off)
      const { json } = await shopper.post('/api/order/cod', { address, items: [{ product: product.id, quantity: 1 }] })
      vi.restoreAllMocks()
      placed.unshift(json.orderId)
      // Lists sort by ids, which begin with their time: a server that starts later would sort its orders below this
      // one.
      const time = Number.parseInt(json.orderId.replace('-', '').slice(0, 12), 16)
      expect(Math.abs(time - now)).toBeLessThan(60_000)
    }
  } finally {
    vi.restoreAllMocks()
  }
  expect((await found({ limit: '4' })).slice(0, 4)).toEqual(placed)
  const own = (await shopper.get('/api/order/user?limit=4')).json.orders
  expect(own.map((order) => order._id)).toEqual(placed)
})

describe('the seller finds orders', () => {
  test('orders are found by part of a name, in any letter case and in Thai', async () => {
    const [mali, malee] = [
      await orderTo({ firstName: 'Mali', lastName: 'Srisai' }),
      await orderTo({ firstName: 'มาลี', lastName: 'ศรีใส' }),
    ]
    expect(await found({ q: 'SRISAI' })).toEqual([mali.id])
    expect(await found({ q: 'mali sri' })).toEqual([mali.id])
    expect(await found({ q: 'ศรีใส' })).toEqual([malee.id])
  })

  test('orders are found by one or two characters at the beginning of a word', async () => {
    const order = await orderTo({ firstName: 'Xq', lastName: 'Ozymandias' })
    expect(await found({ q: 'xq' })).toEqual([order.id])
    expect(await found({ q: 'oz' })).toEqual([order.id])
    expect(await found({ q: 'zy' })).toEqual([])
  })

  test('orders are found by phone number, however it was typed', async () => {
    const order = await orderTo({ phone: '+66 (0)89-777 1234' })
    for (const q of ['089-777-1234', '0897771234', '777 1234', '+66 (0)89'])
      expect(await found({ q })).toContain(order.id)
  })

  test('orders are found by phone number, with or without the country code', async () => {
    const abroad = await orderTo({ phone: '+66 81 654 3217' })
    const home = await orderTo({ phone: '081-654-3217' })
    for (const q of ['0816543217', '+66816543217', '66 81 654 3217'])
      expect(await found({ q })).toEqual([home.id, abroad.id])
  })

  test('orders are found by three digits anywhere in a phone number; two, which no index finds, are its first ones', async () => {
    const order = await orderTo({ phone: '0606060695' })
    for (const q of ['695', '606', '069', '06']) expect(await found({ q }), q).toContain(order.id)
    expect(await found({ q: '95' })).toEqual([])
  })

  test('orders are found by the street and by the shopper’s e-mail', async () => {
    const order = await orderTo({ street: '12/3 ซอยอารีย์ Phahonyothin 7' })
    for (const q of ['ซอยอารีย์', 'phahonyothin', order.email, order.email.slice(0, -4).toUpperCase()])
      expect(await found({ q }), q).toEqual([order.id])
  })

  test('orders are found by a name with an apostrophe, straight or curly', async () => {
    const [curly, straight] = [await orderTo({ lastName: 'O’Neill' }), await orderTo({ lastName: "O'Neill" })]
    for (const q of ["O'Neill", 'O’Neill', 'oʼneill']) expect(await found({ q }), q).toEqual([straight.id, curly.id])
  })

  test('orders are found by number, with or without the sign', async () => {
    const order = await orderTo({ phone: '0000000' })
    expect(await found({ q: String(order.number) })).toContain(order.id)
    for (const words of ['#', 'Order ', 'order #', 'ออเดอร์ ', 'คำสั่งซื้อหมายเลข '])
      expect(await found({ q: `${words}${order.number}` }), words).toEqual([order.id])
  })

  test('orders are found by number and phone number in Thai digits, and by a street written so', async () => {
    const thai = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x0e50 + Number(digit)))
    const order = await orderTo({ street: 'บ้านเลขที่ ๙๘๗๖๕/๔' })
    for (const q of [thai(String(order.number)), `#${thai(String(order.number))}`])
      expect(await found({ q })).toContain(order.id)
    expect(await found({ q: '๙๘๗๖๕/๔' })).toEqual([order.id])
  })

  test('orders are found by characters that have a meaning in SQL patterns', async () => {
    const order = await orderTo({ firstName: '100%_sure\\' })
    expect(await found({ q: '100%_sure\\' })).toEqual([order.id])
    expect(await found({ q: '%_sure' })).toEqual([order.id])
    expect(await found({ q: '%' })).toEqual([])
    expect(await found({ q: "'; drop table shop_order; --" })).toEqual([])
  })

  test('orders are found by status, payment type and whether they are paid', async () => {
    const name = `Only${newId().slice(-8)}`
    const [placed, delivered, online] = [
      await orderTo({ firstName: name }),
      await orderTo({ firstName: name }),
      await orderTo({ firstName: name }),
    ]
    for (const [from, status] of [
      ['Order Placed', 'Confirmed'],
      ['Confirmed', 'Packing'],
      ['Packing', 'Out for delivery'],
      ['Out for delivery', 'Delivered'],
    ])
      expect((await owner.post('/api/order/take-step', { id: delivered.id, from, status })).json.success).toBe(true)
    await shop.db
      .updateTable('shopOrder')
      .set({ paymentType: 'Online', isPaid: true })
      .where('id', '=', online.id)
      .execute()

    expect(await found({ q: name })).toEqual([online.id, delivered.id, placed.id])
    expect(await found({ q: name, status: 'Delivered' })).toEqual([delivered.id])
    expect(await found({ q: name, payment: 'Online' })).toEqual([online.id])
    expect(await found({ q: name, payment: 'COD', paid: 'true' })).toEqual([delivered.id])
    expect(await found({ q: name, paid: 'false' })).toEqual([placed.id])
  })

  test('page by page, newest first', async () => {
    const name = `Paged${newId().slice(-8)}`
    const orders = [
      await orderTo({ firstName: name }),
      await orderTo({ firstName: name }),
      await orderTo({ firstName: name }),
    ]
    const first = (await owner.get(`/api/order/seller?q=${name}&limit=2`)).json
    expect(first.orders.map((order) => order._id)).toEqual([orders[2]?.id, orders[1]?.id])
    expect(await found({ q: name, limit: '2', cursor: first.nextCursor })).toEqual([orders[0]?.id])
  })

  test('no order that awaits payment is found', async () => {
    const order = await orderTo()
    await awaitPayment(order)
    expect(await found({ q: String(order.number) })).not.toContain(order.id)
    expect(await found({})).not.toContain(order.id)
    expect(await found({ open: 'true' })).not.toContain(order.id)
  })

  test('orders that await payment are found by their status, and cancelled by those who may cancel', async () => {
    const [placed, unpaid] = [await orderTo({ firstName: 'Unpaidina' }), await orderTo({ firstName: 'Unpaidina' })]
    await awaitPayment(unpaid)
    const awaiting = () => found({ status: 'Awaiting payment', q: 'Unpaidina' })
    expect(await awaiting()).toEqual([unpaid.id])
    expect(await found({ status: 'Order Placed', q: 'Unpaidina' })).toEqual([placed.id])
    const cancel = { id: unpaid.id, from: 'Awaiting payment', status: 'Cancelled' }
    const picker = await seller(shop, 'picker')
    expect((await picker.post('/api/order/take-step', cancel)).json.code).toBe('role_forbids')
    expect((await owner.post('/api/order/take-step', cancel)).json.success).toBe(true)
    expect(await awaiting()).toEqual([])
  })

  test('one that isn’t paid is found by its number, if asked for', async () => {
    const order = await orderTo({ lastName: 'Unpaidsson' })
    await awaitPayment(order)
    const q = `#${order.number}`
    expect(await found({ q, awaiting: 'true' })).toEqual([order.id])
    expect(await found({ q, awaiting: 'false' })).toEqual([])
    expect(await found({ q, awaiting: 'true', status: 'Packing' })).toEqual([])
    expect(await found({ q, awaiting: 'true', open: 'true' })).toEqual([])
    expect(await found({ q: 'Unpaidsson', awaiting: 'true' })).toEqual([])
    // Its shopper may ask for it after it was cancelled, too.
    await shop.db.updateTable('shopOrder').set({ status: 'Cancelled' }).where('id', '=', order.id).execute()
    expect(await found({ q, awaiting: 'true' })).toEqual([order.id])
    expect(await found({ q })).toEqual([])
    const placed = await orderTo()
    expect(await found({ q: `#${placed.number}`, awaiting: 'true' })).toEqual([placed.id])
  })

  test('one that isn’t paid is found by its number only without another filter', async () => {
    const order = await orderTo()
    await awaitPayment(order)
    const query = { q: `#${order.number}`, awaiting: 'true' }
    for (const [name, value] of [
      ['balance', 'pay-out'],
      ['balance', 'collect'],
      ['status', 'Packing'],
      ['payment', 'Online'],
      ['paid', 'false'],
      ['open', 'true'],
    ] as const)
      expect(await found({ ...query, [name]: value }), name).toEqual([])
  })

  test('an order is found by its id, also if it isn’t paid, whatever the filters; another text finds none', async () => {
    const [placed, unpaid] = [await orderTo(), await orderTo()]
    await awaitPayment(unpaid)
    for (const { id } of [placed, unpaid]) {
      expect(await found({ id })).toEqual([id])
      expect(await found({ id, status: 'Delivered', q: 'no such name', limit: '1' })).toEqual([id])
    }
    for (const id of [newId(), `#${placed.number}`, '']) expect(await found({ id })).toEqual([])
    const { json } = await owner.get(`/api/order/seller?id=${placed.id}`)
    expect(json).toMatchObject({
      success: true,
      nextCursor: null,
      orders: [{ number: placed.number, money: { balance: expect.any(Number) } }],
    })
  })

  test.each(['status=Lost', 'payment=Card', 'paid=yes', 'cursor=1', 'status=Packing&status=Packing'])(
    'the seller’s list refuses ?%s',
    async (query) => {
      const { status, json } = await owner.get(`/api/order/seller?${query}`)
      expect([status, json.success, json.code]).toEqual([400, false, 'malformed'])
    },
  )
})

describe('the seller moves an order', () => {
  test('moving an order returns it with its new status', async () => {
    const { id, number } = await orderTo()
    const { json } = await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Confirmed' })
    expect(json).toMatchObject({
      success: true,
      message: 'Order updated',
      order: { _id: id, number, status: 'Confirmed' },
    })
  })

  test('an order can’t be moved to an unknown status', async () => {
    const { id } = await orderTo()
    const { status, json } = await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Lost' })
    expect([status, json.code]).toEqual([400, 'malformed'])
  })
})
