import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Language } from '../../contract/values/languages.ts'
import { shop as shopConfig } from '../../shop.config.ts'
import { makeDue, queuedJobs, runDueJobs, runTask } from '../../testing/database/jobs.ts'
import { mailsOf } from '../../testing/mails.ts'
import { cashOrder } from '../../testing/makers/cash-order.ts'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import { person, seller, testShop, verified } from '../../testing/shop.ts'
import { promptPayShop } from '../../testing/shops/promptpay-shop.ts'
import { newId } from '../common/ids.ts'
import { passwordMail } from './password-mail.ts'
import { openCodeMail } from './queue-mail.ts'

const shop = await testShop()
afterAll(() => shop.close())

test('only the newest of several codes for one purpose is mailed', async () => {
  const mali = await person(shop).register()
  const { email } = mali.user
  for (let count = 1; count <= 3; count += 1) await mali.post('/api/user/send-verify-otp')
  await person(shop).post('/api/user/send-reset-otp', { email })
  const rows = await queuedJobs<{ sealed: string; codeHash: string }>(shop.pool, { has: 'sealed' })
  const codes = rows.map(({ payload }) => openCodeMail(shop.secret, payload.sealed).code)
  expect(codes).toHaveLength(4)

  const { tasks, sent } = mailsOf(shop)
  // The mail server was unreachable while all four were requested.
  for (const { payload, id } of rows) await runTask(tasks, 'send-code', payload, { id })
  expect(sent.map((mail) => mail.to)).toEqual([email, email])
  expect(sent[0]?.text).toContain(codes[2])
  expect(sent[1]?.text).toContain(codes[3])

  // A code that was used meanwhile isn't mailed either.
  await mali.post('/api/user/verify-account', { otp: codes[2] })
  if (!rows[2]) throw new Error('no third code')
  await runTask(tasks, 'send-code', rows[2].payload, { id: 'again' })
  expect(sent).toHaveLength(2)
})

test('a code that is mailed late says how long it still works', async () => {
  const mali = await person(shop).register()
  await mali.post('/api/user/send-verify-otp')
  const [job] = (await queuedJobs<{ sealed: string; codeHash: string }>(shop.pool, { has: 'sealed' })).slice(-1)
  if (!job) throw new Error('no code')
  const { tasks, sent } = mailsOf(shop)
  for (const minutes of [0, 5, 4.6]) {
    await shop.db
      .updateTable('oneTimeCode')
      .set({ expiresAt: sql<Date>`expires_at - ${minutes} * interval '1 minute'` })
      .where('email', '=', mali.user.email)
      .execute()
    await runTask(tasks, 'send-code', job.payload, { id: job.id })
  }
  expect(sent.map(({ text }) => /within \d+ minutes?/.exec(text)?.[0])).toEqual([
    'within 10 minutes',
    'within 5 minutes',
    'within 1 minute',
  ])
})

test('an order that was cancelled before its confirmation could be sent is mailed as cancelled only', async () => {
  const shopper = await verified(shop)
  const [{ id: cancelled }, { id: placed }] = [await cashOrder(shop, shopper), await cashOrder(shop, shopper)]
  expect((await shopper.post('/api/order/cancel', { orderId: cancelled })).json.success).toBe(true)
  const { tasks, sent } = mailsOf(shop)
  for (const orderId of [cancelled, placed])
    for (const { task, payload } of await queuedJobs(shop.pool, { orderId }))
      if (task === 'send-order-mail' || task === 'send-cancelled-mail') await runTask(tasks, task, payload as object)
  expect(sent.map(({ id }) => id).sort()).toEqual([`cancelled-${cancelled}-1`, `order-${placed}`].sort())
})

test('mails tell products of one name apart by their size', async () => {
  const owner = await seller(shop)
  const small = await aProduct(shop.db, { name: 'Jasmine rice', nameTh: 'ข้าวหอมมะลิ', weight: '1 kg' })
  const large = await aProduct(shop.db, { name: 'Jasmine rice', nameTh: 'ข้าวหอมมะลิ', weight: '5 kg' })
  const textsIn = async (language: Language) => {
    const shopper = await verified(shop)
    const items = [
      { product: small.id, quantity: 2 },
      { product: large.id, quantity: 2 },
    ]
    const body = { address: await anAddress(shop.db, shopper.user._id), items }
    const { orderId: id } = (await shopper.post('/api/order/cod', body)).json
    await shop.db.updateTable('shopOrder').set({ language }).where('id', '=', id).execute()
    const lines = [
      { product: small.id, quantity: 1 },
      { product: large.id, measure: 300 },
    ]
    await owner.post('/api/order/refund', { id, lines, reason: 'missing', seen: { reduction: 0 } })
    const refund = await shop.db.selectFrom('refund').select('id').where('orderId', '=', id).executeTakeFirstOrThrow()
    const { tasks, sent } = mailsOf(shop)
    await runTask(tasks, 'send-order-mail', { orderId: id })
    await runTask(tasks, 'send-refund-mail', { refundId: refund.id })
    await shop.db.updateTable('shopOrder').set({ status: 'Cancelled' }).where('id', '=', id).execute()
    await runTask(tasks, 'send-cancelled-mail', { orderId: id, cause: 'shop' })
    return sent.map(({ text }) => text.split('\n').filter((line) => /Jasmine|ข้าวหอม/.test(line)))
  }
  expect(await textsIn('en')).toEqual([
    ['  2 × Jasmine rice (1 kg)  $39.98', '  2 × Jasmine rice (5 kg)  $39.98'],
    ['  1 × Jasmine rice (1 kg)', '  Jasmine rice (5 kg): 300 g'],
    ['  2 × Jasmine rice (1 kg)', '  2 × Jasmine rice (5 kg)'],
  ])
  expect(await textsIn('th')).toEqual([
    ['  2 × ข้าวหอมมะลิ (1 กก.)  $39.98', '  2 × ข้าวหอมมะลิ (5 กก.)  $39.98'],
    ['  1 × ข้าวหอมมะลิ (1 กก.)', '  ข้าวหอมมะลิ (5 กก.): 300 กรัม'],
    ['  2 × ข้าวหอมมะลิ (1 กก.)', '  2 × ข้าวหอมมะลิ (5 กก.)'],
  ])
})

test('sellers are told of a slip, and a shopper of a rejected one, until the order is paid', async () => {
  const { shop: baht, ...open } = await promptPayShop()
  try {
    const { shopper, order } = await open.anOrder()
    await open.sendSlip(shopper, order.orderId, { reference: 'MAIL1' })
    const slip = await open.slipOf(order.orderId)
    const { tasks, sent } = mailsOf(baht, { orderMailTo: ['one@seller.example', 'two@seller.example'] })
    const run = async () => {
      await makeDue(baht.pool, { key: 'slip-%' })
      await runDueJobs(baht.pool, tasks)
    }
    await run()
    expect(sent.map(({ to }) => to).sort()).toEqual(['one@seller.example', 'two@seller.example'])
    await open.owner.post('/api/payment/reject', { id: slip.id, reason: 'No money came' })
    await run()
    expect(sent.at(-1)?.text).toContain(`https://shop.example/promptpay?order=${order.orderId}`)
    expect(sent.at(-1)?.text).toMatch(/Send another slip until .* \d\d:\d\d, or|ส่งสลิปใหม่ภายใน .* \d\d:\d\d\sน\./)
    expect(sent).toHaveLength(3)

    await open.sendSlip(shopper, order.orderId, { reference: 'MAIL4' })
    const quickly = await open.slipOf(order.orderId)
    await open.owner.post('/api/payment/reject', { id: quickly.id, reason: 'No money came' })
    await run()
    expect(sent.filter(({ id }) => id.startsWith('slip-') && !id.startsWith('slip-rejected-'))).toHaveLength(2)

    await open.sendSlip(shopper, order.orderId, { reference: 'MAIL2' })
    await open.owner.post('/api/payment/confirm', { orderId: order.orderId })
    await run()
    expect(sent.filter(({ id }) => id.startsWith('slip-'))).toHaveLength(4)

    const dropped = await open.anOrder()
    await dropped.shopper.post('/api/order/cancel', { orderId: dropped.order.orderId })
    await open.sendSlip(dropped.shopper, dropped.order.orderId, { reference: 'MAIL3' })
    await run()
    expect(sent.filter(({ text }) => text.includes('The order was cancelled: if the money came'))).toHaveLength(2)
    await open.owner.post('/api/payment/reject', {
      id: (await open.slipOf(dropped.order.orderId)).id,
      reason: 'None came',
    })
    await run()
    expect(sent.at(-1)?.text).toMatch(/None came[\s\S]*(The order stays cancelled|คำสั่งซื้อยังคงถูกยกเลิก)/)
    expect(sent.at(-1)?.text).not.toContain('/promptpay')
  } finally {
    await baht.close()
  }
})

test('a shopper gets a mail about money that was refunded by transfer, and about a changed password', async () => {
  const { shop: baht, ...open } = await promptPayShop()
  try {
    const { shopper, order } = await open.anOrder()
    await open.owner.post('/api/payment/confirm', { orderId: order.orderId })
    await shopper.post('/api/order/cancel', { orderId: order.orderId })
    const { orders } = (await open.owner.get(`/api/order/seller?q=${order.orderNumber}`)).json
    const [{ money }] = orders
    const payout = { id: order.orderId, method: 'transfer', amount: -money.balance, reference: 'KB-20<b>' }
    for (const times of [1, 2]) {
      const { json } = await open.owner.post('/api/order/payout', payout)
      expect(json.success, `${times}`).toBe(times === 1)
    }
    const { tasks, sent } = mailsOf(baht)
    await runDueJobs(baht.pool, tasks)
    const mails = sent.filter(({ id }) => id.startsWith('payout-'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toMatch(/we have refunded [$฿][\d.,]+ of order \d+ by transfer\.\nReference: KB-20<b>\n/)
    expect(mails[0]?.html).toContain('Reference: KB-20&lt;b&gt;')

    const changed = { to: 'mali@shop.example', at: '2026-11-24T05:33:00Z' }
    for (const [language, words] of [
      ['en', 'was changed: 24 Nov 2026, 12:33'],
      ['th', 'ถูกเปลี่ยนเมื่อ 24 พ.ย. 2569 12:33'],
    ] as const) {
      const { text } = passwordMail(shopConfig, { ...changed, language }, 'https://shop.example')
      expect(text).toContain(words)
      expect(text).toContain('https://shop.example/reset-password')
    }
  } finally {
    await baht.close()
  }
})

test('mails about an order, slip or refund that was deleted meanwhile aren’t sent, and don’t fail', async () => {
  const { tasks, sent } = mailsOf(shop)
  const orderTasks = Object.keys(tasks).filter(
    (name) => !/^(check-mail|send-(code|staff.*|password)-?(mail)?)$/.test(name),
  )
  expect(orderTasks).toHaveLength(14)
  const at = new Date().toISOString()
  const payload = {
    orderId: newId(),
    refundId: newId(),
    slipId: newId(),
    run: newId(),
    times: 1,
    at,
    status: 'Packing',
  }
  for (const name of orderTasks) await runTask(tasks, name, payload)
  expect(sent).toEqual([])
})
