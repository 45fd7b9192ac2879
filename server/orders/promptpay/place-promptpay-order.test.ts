import { afterAll, describe, expect, test } from 'vitest'
import { untilBlocked } from '../../../testing/database/until-blocked.ts'
import { anAddress, aProduct } from '../../../testing/makers/rows.ts'
import { person, verified } from '../../../testing/shop.ts'
import { codeOf, promptPayShop } from '../../../testing/shops/promptpay-shop.ts'
import { newId } from '../../common/ids.ts'

const open = await promptPayShop()
afterAll(async () => {
  await open.expectMoneyAndStock()
  await open.shop.close()
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

  test('of a change of the account at the same moment has the new code, whichever of the two is first', async () => {
    const { pool } = open.shop
    const { shopper, body } = await open.anOrder()
    const product = (await aProduct(open.shop.db, { stock: 10 })).id
    const order = (quantity: number) =>
      shopper.post('/api/order/promptpay', { ...body, items: [{ product, quantity }] })
    const save = async (number: string) => {
      const { version } = (await open.owner.get('/api/settings/promptpay')).json
      const proxy = { kind: 'mobile', number }
      return open.owner.post('/api/settings/promptpay', { ...open.settings, proxy, seen: version })
    }
    const codeNow = async (orderId: string) =>
      (await shopper.get(`/api/payment/promptpay?order=${orderId}`)).json.payload as string
    const other = await pool.connect()
    try {
      // The order has read the account, and waits for its stock.
      await other.query('begin')
      await other.query('select from product where id = $1 for update', [product])
      const ordering = order(1)
      await untilBlocked(pool, { words: 'product' })
      const saving = save('0811111111')
      await untilBlocked(pool, { count: 2 })
      await other.query('rollback')
      expect([(await saving).json.success, (await ordering).json.success]).toEqual([true, true])
      expect(await codeNow((await ordering).json.orderId)).toContain('0066811111111')

      // The change is made, and not yet committed.
      await other.query('begin')
      await other.query(
        `update setting set value = jsonb_set(value, '{proxy,number}', '"0822222222"'), version = version + 1
         where topic = 'promptpay'`,
      )
      const next = order(2)
      await untilBlocked(pool, { words: 'setting' })
      await other.query('commit')
      expect((await next).json.payload).toContain('0066822222222')
    } finally {
      await other.query('rollback')
      other.release()
      await save('0812345678')
    }
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
    const items: object[] = []
    for (let index = 0; index < 11; index += 1)
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
