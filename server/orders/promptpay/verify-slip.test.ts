import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeDue } from '../../../testing/database/jobs.ts'
import { ledgerErrors } from '../../../testing/database/ledger.ts'
import { promptPayShop } from '../../../testing/shops/promptpay-shop.ts'
import { slipOkVerifier } from '../../payments/slip/slipok-verifier.ts'

/* A shop whose slips are verified by a service at a local server, which replies as each test says. */

type VerifierRequest = { data: string; amount: number }
/** The day and the time in Thailand of a moment, as the service writes them. */
const thaiTime = (at: Date) => {
  const [day = '', time = ''] = new Date(at.getTime() + 7 * 3_600_000).toISOString().split(/[T.]/)
  return { transDate: day.replaceAll('-', ''), transTime: time }
}
let reply: (asked: VerifierRequest) => { status: number; body: object }
const asked: VerifierRequest[] = []
const server = createServer(async (request, response) => {
  const body = (await json(request)) as VerifierRequest
  asked.push(body)
  const { status, body: text } = reply(body)
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(text))
})

let open: Awaited<ReturnType<typeof promptPayShop>>
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const log = { warn: () => {}, error: () => {} }
  open = await promptPayShop({ verifierOf: (number) => slipOkVerifier({ url, key: 'k', receivers: [number] }, log) })
})
afterAll(async () => {
  expect(await ledgerErrors(open.shop.db)).toEqual([])
  await open.shop.close()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})
beforeEach(() => {
  asked.length = 0
})

/** The service's reply about a transfer to a number of the shop. */
const accepted = (changed: object = {}) => ({
  status: 200,
  body: {
    success: true,
    data: {
      success: true,
      // The reference in the text of the slip's code.
      transRef: asked.at(-1)?.data.slice(25, -14),
      sendingBank: '004',
      amount: asked.at(-1)?.amount,
      ...thaiTime(new Date()),
      receiver: { proxy: { value: 'xxx-xxx-5678' }, account: { value: 'xxxxxxxxxx' } },
      ...changed,
    },
  },
})
const refused = (code: number, data?: object) => ({ status: 400, body: { code, data } })

let sent = 0
/** Sends the slip of a new order, and runs the jobs. */
async function verified() {
  const { shopper, order } = await open.anOrder({ price: 28450 })
  sent += 1
  await open.sendSlip(shopper, order.orderId, { reference: `VERIFY${sent}` })
  await open.shop.runJobs()
  return { orderId: order.orderId, slip: await open.slipOf(order.orderId) }
}
const askAgain = async () => {
  await makeDue(open.shop.pool, { key: 'verify-slip:%' })
  await open.shop.runJobs()
}

test('a confirmed transfer places the order, as its jobs run', async () => {
  reply = () => accepted()
  const { orderId, slip } = await verified()
  expect(slip).toMatchObject({ state: 'confirmed', verdict: 'confirmed', orderStatus: 'Order Placed' })
  expect(slip).not.toHaveProperty('decidedBy')
  expect(asked.map(({ amount }) => amount)).toEqual([284.5])
  expect(await open.movementsOf(orderId)).toMatchObject([{ kind: 'cost' }, { kind: 'received', method: 'promptpay' }])
})

test('a confirmed transfer whose reference another slip has in other case is left to the seller', async () => {
  reply = () => refused(1011)
  const first = await verified()
  reply = () => accepted()
  const { shopper, order } = await open.anOrder({ price: 28450 })
  await open.sendSlip(shopper, order.orderId, { reference: first.slip.reference.toLowerCase() })
  await open.shop.runJobs()
  expect(await open.slipOf(order.orderId)).toMatchObject({
    state: 'waiting',
    verdict: 'confirmed',
    orderStatus: 'Awaiting payment',
    resembles: first.slip.orderNumber,
  })
})

test('a confirmed transfer whose picture was sent unread for another order is left to the seller', async () => {
  reply = () => accepted()
  const first = await verified()
  // The code of the same picture wasn't found at the first time.
  await open.shop.pool.query(
    "update slip set bank = null, reference = null, unread = 'took_too_long' where order_id = $1",
    [first.orderId],
  )
  const { shopper, order } = await open.anOrder({ price: 28450 })
  await open.sendSlip(shopper, order.orderId, { reference: first.slip.reference })
  await open.shop.runJobs()
  const left = { state: 'waiting', verdict: 'confirmed', samePictureAs: first.slip.orderNumber }
  expect(await open.slipOf(order.orderId)).toMatchObject(left)
})

test.each([
  ['a transfer for an order by PromptPay', false],
  ['that cash of an order was transferred', true],
])(
  'a confirmed transfer is left to the seller if %s was recorded meanwhile, of the same sum',
  async (_what, isCash) => {
    const { shopper, order, body } = await open.anOrder({ price: 28450 })
    let other: { orderId: string; orderNumber: number } = order
    if (isCash) {
      other = (await shopper.post('/api/order/cod', body)).json
      const collected = { id: other.orderId, method: 'transfer', amount: 284.5 }
      expect((await open.owner.post('/api/order/collect', collected)).json).toMatchObject({ success: true })
    } else {
      other = (await open.anOrder({ price: 28450 })).order
      expect((await open.confirm({ orderId: other.orderId })).json).toMatchObject({ success: true })
    }
    reply = () => accepted()
    sent += 1
    await open.sendSlip(shopper, order.orderId, { reference: `VERIFY${sent}` })
    await open.shop.runJobs()
    const slip = await open.slipOf(order.orderId)
    expect(slip).toMatchObject({ state: 'waiting', verdict: 'confirmed', sameAmountAs: other.orderNumber })
    expect((await open.confirm({ id: slip.id })).json).toMatchObject({ success: true })
    expect(await open.slipOf(order.orderId)).not.toHaveProperty('sameAmountAs')
  },
)

test.each([
  ['wrongAmount', () => accepted({ amount: 28.45 })],
  ['wrongAmount', () => refused(1013)],
  ['wrongReceiver', () => accepted({ receiver: { proxy: { value: 'xxx-xxx-9999' }, account: { value: '' } } })],
  ['tooEarly', () => accepted(thaiTime(new Date(Date.now() - 180_000)))],
  ['repeated', () => refused(1012)],
  ['notFound', () => refused(1011)],
] as const)('%s is shown to the seller, who decides', async (verdict, result) => {
  reply = result
  const { slip } = await verified()
  expect(slip).toMatchObject({ state: 'waiting', verdict, orderStatus: 'Awaiting payment' })
  await askAgain()
  expect(asked).toHaveLength(1)
})

test('a bank that doesn’t know the transfer yet is asked again later', async () => {
  reply = () => refused(1010, { delay: 3 })
  const { slip } = await verified()
  expect(slip).toMatchObject({ state: 'waiting', verdict: 'pending' })
  await open.shop.runJobs()
  expect(asked).toHaveLength(1)
  reply = () => accepted()
  await askAgain()
  expect(await open.slipOf(slip.orderId)).toMatchObject({ state: 'confirmed', verdict: 'confirmed' })
})

test('a service that fails is asked three times', async () => {
  reply = () => ({ status: 500, body: {} })
  const { slip } = await verified()
  for (let time = 0; time < 4; time += 1) await askAgain()
  expect(asked).toHaveLength(3)
  expect(await open.slipOf(slip.orderId)).toMatchObject({ state: 'waiting', verdict: 'unavailable' })
})

test('a seller who decides while the service is asked was first', async () => {
  for (const decide of ['confirm', 'reject'] as const) {
    const { shopper, order } = await open.anOrder({ price: 28450 })
    sent += 1
    await open.sendSlip(shopper, order.orderId, { reference: `VERIFY${sent}` })
    const { id } = await open.slipOf(order.orderId)
    const deciding = Promise.withResolvers<void>()
    reply = () => accepted()
    const jobs = (async () => {
      await deciding.promise
      await open.shop.runJobs()
    })()
    await open.owner.post(`/api/payment/${decide}`, { id, ...(decide === 'reject' ? { reason: 'Not ours' } : {}) })
    deciding.resolve()
    await jobs
    expect((await open.slipOf(order.orderId)).state).toBe(decide === 'confirm' ? 'confirmed' : 'rejected')
    expect(asked).toHaveLength(0)
  }
})

test('a slip that can’t be read isn’t asked about', async () => {
  const { shopper, order } = await open.anOrder()
  const { slipPicture } = await import('../../../testing/makers/slip-picture.ts')
  const image = await (await slipPicture({ codes: [], width: 360, height: 640 })).png().toBuffer()
  await open.sendSlip(shopper, order.orderId, { image, acceptUnreadable: true })
  await open.shop.runJobs()
  expect(asked).toEqual([])
})
