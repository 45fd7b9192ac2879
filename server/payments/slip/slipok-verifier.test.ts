import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { cents } from '../../../contract/values/money.ts'
import type { Transfer } from './slip-text.ts'
import { slipOkVerifier } from './slipok-verifier.ts'

const slip: Transfer = { kind: 'slip', bank: '004', reference: '015120261121085BPM01' }
const amount = cents(28450)
/** When the order was placed: seven seconds before the transfer. */
const since = new Date('2026-11-21T03:15:00Z')

/** A transfer as the service describes it. */
const transfer = {
  success: true,
  message: '✅',
  language: 'TH',
  receivingBank: '014',
  sendingBank: '004',
  transRef: slip.reference,
  transDate: '20261121',
  transTime: '10:15:07',
  transTimestamp: '2026-11-21T03:15:07.000Z',
  sender: {
    displayName: 'นาย กสิกร ร',
    proxy: { type: '', value: '' },
    account: { type: 'BANKAC', value: 'xxx-x-x1234-x' },
  },
  receiver: {
    displayName: 'บจก. ตลาด',
    proxy: { type: 'MSISDN', value: 'xxx-xxx-5678' },
    account: { type: 'BANKAC', value: 'xxx-x-x7404-x' },
  },
  amount: 284.5,
}
const accepted = (changed: object = {}) => ({ success: true, data: { ...transfer, ...changed } })

type Reply = (request: IncomingMessage, response: ServerResponse, body: unknown) => void

/** Starts a service that replies so; returns the verifier that asks it, and what was asked and logged. */
async function service(reply: Reply, milliseconds = 5000) {
  const asked: { method?: string; url?: string; key?: unknown; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    const body = await json(request)
    asked.push({ method: request.method, url: request.url, key: request.headers['x-authorization'], body })
    reply(request, response, body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  const { port } = server.address() as AddressInfo
  const logged: unknown[] = []
  const log = { warn: (fields: object) => void logged.push(fields), error: () => {} }
  const settings = { url: `http://127.0.0.1:${port}/api/line/apikey/42`, key: 'the key', milliseconds }
  const verifier = slipOkVerifier({ ...settings, receivers: ['081-234-5678', '123-4-57404-9'] }, log)
  const verify = (of: Transfer = slip) => verifier.verify(of, { amount, since })
  return { asked, logged, verify }
}

const replies =
  (status: number, body: unknown): Reply =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

test('asks with the slip’s text, the amount in baht and the key, once', async () => {
  const { verify, asked, logged } = await service(replies(200, accepted()))
  expect(await verify()).toEqual({ result: 'confirmed' })
  expect(asked).toEqual([
    {
      method: 'POST',
      url: '/api/line/apikey/42',
      key: 'the key',
      body: { data: '0041000600000101030040220015120261121085BPM015102TH910400FF', amount: 284.5, log: true },
    },
  ])
  expect(logged).toEqual([])
})

test.each([
  [
    'to the shop’s number, its account hidden',
    { proxy: { value: 'xxx-xxx-5678' }, account: { value: 'xxxxxxxxxx' } },
    'confirmed',
  ],
  ['to the shop’s account, without a proxy', { proxy: null, account: { value: 'XXX-X-X7404-X' } }, 'confirmed'],
  ['to another number', { proxy: { value: 'xxx-xxx-5679' }, account: {} }, 'wrongReceiver'],
  ['to another account', { proxy: { value: '' }, account: { value: 'xxx-x-x7405-x' } }, 'wrongReceiver'],
  ['to a receiver of whom nothing is legible', { proxy: {}, account: { value: 'xxx-x-xxx78-x' } }, 'unavailable'],
] as const)('a transfer %s', async (_what, receiver, result) => {
  const { verify } = await service(replies(200, accepted({ receiver })))
  expect(await verify()).toEqual({ result })
})

test.each(['764', 'THB', '', null])('confirms a transfer whose currency is given as %j', async (paidLocalCurrency) => {
  const { verify } = await service(replies(200, accepted({ paidLocalCurrency })))
  expect(await verify()).toEqual({ result: 'confirmed' })
})

test('leaves a transfer of three minutes after now to the seller', async () => {
  const soon = new Date(Date.now() + 3 * 60_000 + 7 * 3_600_000).toISOString()
  const [day = '', time = ''] = soon.split(/[T.]/)
  const { verify } = await service(replies(200, accepted({ transDate: day.replaceAll('-', ''), transTime: time })))
  expect(await verify()).toEqual({ result: 'unavailable' })
})

test('confirms a transfer of a minute before the order: a bank’s clock may be slow', async () => {
  const { verify } = await service(replies(200, accepted({ transTime: '10:14:00' })))
  expect(await verify()).toEqual({ result: 'confirmed' })
})

test.each([
  ['of less', { amount: 284.49 }, 'wrongAmount'],
  ['of more', { amount: 284.51 }, 'wrongAmount'],
  ['of part of a satang', { amount: 284.501 }, 'wrongAmount'],
  ['of a day before the order', { transDate: '20261120' }, 'tooEarly'],
  ['of three minutes before the order', { transTime: '10:11:59' }, 'tooEarly'],
  ['of the next century', { transDate: '21261121' }, 'unavailable'],
  ['of another currency', { paidLocalCurrency: '392' }, 'unavailable'],
  ['without a day', { transDate: undefined }, 'unavailable'],
  ['of a day that doesn’t exist', { transDate: '20261399' }, 'unavailable'],
  ['with another reference', { transRef: '015120261121085BPM02' }, 'unavailable'],
  ['whose reference differs in case', { transRef: '015120261121085bpm01' }, 'unavailable'],
  ['from another bank', { sendingBank: '014' }, 'unavailable'],
  ['that isn’t valid', { success: false }, 'unavailable'],
  ['without an amount', { amount: undefined }, 'unavailable'],
  ['with an amount in words', { amount: '284.50' }, 'unavailable'],
] as const)('doesn’t confirm a transfer %s, even if the service accepts it', async (_what, changed, result) => {
  const { verify } = await service(replies(200, accepted(changed)))
  expect(await verify()).toEqual({ result })
})

test.each([
  [
    400,
    { code: 1010, message: 'รอ', data: { bankCode: '002', bankName: 'BBL', delay: 5 } },
    { result: 'pending', retryAfter: 300 },
  ],
  [400, { code: 1010, message: 'รอ' }, { result: 'pending', retryAfter: 120 }],
  [400, { code: 1010, data: { delay: 1e9 } }, { result: 'pending', retryAfter: 3600 }],
  [400, { code: 1010, data: { delay: -1 } }, { result: 'pending', retryAfter: 60 }],
  [400, { code: 1010, data: 'later' }, { result: 'pending', retryAfter: 120 }],
  [400, { code: 1011, message: 'ไม่มีรายการ' }, { result: 'notFound' }],
  [400, { code: 1012, message: 'สลิปซ้ำ', data: transfer }, { result: 'repeated' }],
  [400, { code: 1013 }, { result: 'wrongAmount' }],
  [400, { code: 1014 }, { result: 'wrongReceiver' }],
  [400, { code: 1009, message: 'ธนาคารขัดข้อง' }, { result: 'unavailable' }],
  [403, { code: 1004, message: 'โควตาหมด' }, { result: 'unavailable' }],
  [401, { code: 1002 }, { result: 'unavailable' }],
  [400, accepted(), { result: 'unavailable' }],
  [500, accepted(), { result: 'unavailable' }],
  [500, 'oops', { result: 'unavailable' }],
  [200, {}, { result: 'unavailable' }],
  [200, null, { result: 'unavailable' }],
])('understands %d %j', async (status, body, verdict) => {
  const { verify, logged } = await service(replies(status, body))
  expect(await verify()).toEqual(verdict)
  expect(logged).toHaveLength(verdict.result === 'unavailable' ? 1 : 0)
})

test.each<[string, Reply]>([
  ['breaks the connection', (_request, response) => void response.destroy()],
  ['replies with a page', (_request, response) => void response.end('<html>maintenance</html>')],
  [
    'replies with a megabyte',
    (_request, response) => void response.end(JSON.stringify(accepted({ more: 'x'.repeat(1e6) }))),
  ],
  ['leads elsewhere', (_request, response) => void response.writeHead(307, { location: '/elsewhere' }).end()],
])('is unavailable if the service %s, and isn’t asked again', async (_what, reply) => {
  const { verify, asked, logged } = await service(reply)
  expect(await verify()).toEqual({ result: 'unavailable' })
  expect([asked.length, logged.length]).toEqual([1, 1])
  expect(JSON.stringify(logged)).not.toContain('the key')
})

test('is unavailable if a reply takes too long, or its body never ends', async () => {
  for (const reply of [() => {}, (_: unknown, response: ServerResponse) => void response.write('{')]) {
    const { verify, asked } = await service(reply, 200)
    expect(await verify()).toEqual({ result: 'unavailable' })
    expect(asked).toHaveLength(1)
  }
})

test('doesn’t ask about a slip of TrueMoney', async () => {
  const { verify, asked } = await service(replies(200, accepted()))
  const other: Transfer = { kind: 'truemoney', bank: 'truemoney', event: 'P2P', reference: 'TXN1', date: '2026-11-21' }
  expect(await verify(other)).toEqual({ result: 'unavailable' })
  expect(asked).toEqual([])
})
