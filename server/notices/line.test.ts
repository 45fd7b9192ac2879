import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { lineEventsPath } from '../../contract/staff/notices.ts'
import { display, serverLimits } from '../../contract/values/limits.ts'
import { clearJobs, makeDue, makeDueTooLate, runDueJobs } from '../../testing/database/jobs.ts'
import { eventually } from '../../testing/eventually.ts'
import { stepTo } from '../../testing/makers/orders.ts'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import { lineId, lineServer, lineSignature } from '../../testing/services/line-server.ts'
import { type Person, seller, type TestShop, testShop, verified } from '../../testing/shop.ts'
import { queueJob } from '../database/jobs.ts'
import { findLineFailingSince } from '../maintenance/queries.ts'
import { remindUnconfirmed } from '../orders/steps/remind-unconfirmed.ts'
import { lineApi } from './line-api.ts'
import { saveLine } from './line-channel.ts'
import { groupEventsOf } from './line-events.ts'
import { isSignedByLine } from './line-signature.ts'
import { lateNoticeJob } from './queue-notices.ts'
import { noticeTasks } from './tasks.ts'

const token = 'a+channel/access=token.of-LINE_0123456789'
const channelSecret = '8c570fa6dd201bb328f1c1eac23a96d8'
const all = { orders: true, alarms: true, stock: true }

let shop: TestShop
let line: Awaited<ReturnType<typeof lineServer>>
let owner: Person
let buyer: Person & { user: { _id: string } }
let address: string
let group: string
beforeAll(async () => {
  line = await lineServer(token)
  shop = await testShop({ lineApiBase: line.base })
  shop.noteSecrets([token, channelSecret])
  owner = await seller(shop)
  buyer = await verified(shop)
  address = await anAddress(shop.db, buyer.user._id)
})
afterAll(async () => {
  await shop.close()
  await line.close()
})
beforeEach(() => {
  group = lineId()
  line.groups.set(group, 'Shop team')
})
afterEach(async () => {
  for (const table of ['line_channel', 'line_group', 'low_stock', 'order_delay', 'rate_limit_counter'])
    await shop.pool.query(`delete from ${table}`)
  await clearJobs(shop.pool)
  for (const kept of [line.requests, line.messages, line.faults]) kept.length = 0
  line.groups.clear()
})

const runJobs = () =>
  runDueJobs(
    shop.pool,
    noticeTasks({
      db: shop.db,
      shop: { currency: { code: 'THB', symbol: '฿' }, timeZone: 'Asia/Bangkok' },
      push: () => Promise.reject(new Error('no device gets notices here')),
      secret: shop.secret,
      publicUrl: 'https://shop.example',
      line: lineApi({ base: line.base, milliseconds: 300 }),
    }),
  )
/** Runs what waits for its time too. */
async function runJobsLater() {
  await makeDue(shop.pool)
  await runJobs()
}
/** Runs the messages that wait for their time. */
async function runAgain() {
  await makeDue(shop.pool, { key: 'line:%' })
  await runJobs()
}
const waitingJobs = async () =>
  (
    await shop.pool.query<{ task: string; attempts: number; seconds: number; error: string | null }>(
      `select task_identifier as task, attempts, extract(epoch from run_at - now())::float as seconds, last_error as error
       from graphile_worker.jobs where task_identifier in ('send-line', 'name-line-group')`,
    )
  ).rows

const now = async (of: Person = owner) => (await of.get('/api/notice/line')).json
const typed = (more: object = {}) => ({
  channelToken: token,
  channelSecret,
  recipient: group as string | null,
  kinds: all,
  language: 'en',
  seen: 0,
  ...more,
})
const save = (more: object = {}, by: Person = owner) => by.post('/api/notice/line', typed(more))
/** Sets the channel up: its bot is in the group, which gets the notices. */
async function setUp(more: object = {}) {
  const { json } = await save(more)
  expect(json).toMatchObject({ success: true, version: 1 })
  return json
}

async function placed(quantity = 1, product?: string): Promise<{ id: string; number: number }> {
  const goods = product ?? (await aProduct(shop.db, { offerPrice: 2000 })).id
  const items = [{ product: goods, quantity }]
  const { json } = await buyer.post('/api/order/cod', { address, items, userId: buyer.user._id })
  expect(json.success).toBe(true)
  return { id: json.orderId, number: json.orderNumber }
}
const texts = () => line.messages.map(({ text }) => text)
const retryKeys = () => line.requests.map(({ headers }) => headers['x-line-retry-key'])

/** Sends events to the shop's webhook as LINE does. */
async function event(
  body: string | object,
  { signature, secret = channelSecret }: { signature?: string; secret?: string } = {},
) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await shop.app.inject({
    method: 'POST',
    url: lineEventsPath,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-line-signature': signature ?? lineSignature(payload, secret),
    },
    payload,
  })
  return { status: response.statusCode, json: response.json() }
}
const events = (...some: object[]) => ({ destination: lineId('U'), events: some })
const ofGroup = (type: string, id: string, timestamp: number, more: object = {}) => ({
  type,
  timestamp,
  mode: 'active',
  webhookEventId: '01FZ74A0TDDPYRVKNK77XKC3ZR',
  deliveryContext: { isRedelivery: false },
  source: { type: 'group', groupId: id },
  ...more,
})

describe('the LINE group', () => {
  test('gets a new order with number, sum, promised time and link, and nothing of the shopper', async () => {
    await setUp()
    const { id, number } = await placed(3)
    await shop.pool.query(`update shop_order set promised_at = '2026-11-24 11:42+00' where id = $1`, [id])
    await runJobs()
    expect(line.requests).toHaveLength(1)
    expect(line.messages).toEqual([
      {
        to: group,
        text: `New order #${number}\n฿61.20 · Tue 24 Nov, by 18:42\nhttps://shop.example/seller/orders?q=${number}`,
      },
    ])
    expect(line.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-line-retry-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    // It is noted after LINE's reply.
    await vi.waitFor(async () => expect((await now()).sentAt).toEqual(expect.any(String)), eventually)
  })

  test('gets it in Thai if the owner chose that', async () => {
    await setUp({ language: 'th' })
    const { id, number } = await placed(3)
    await shop.pool.query(
      `update shop_order set deliver_from = '2026-11-24 02:00+00', promised_at = '2026-11-24 04:00+00' where id = $1`,
      [id],
    )
    await runJobs()
    expect(texts()).toEqual([
      `ออเดอร์ใหม่ #${number}\n฿61.20 · อังคาร 24 พ.ย. 09:00–11:00\u00a0น.\nhttps://shop.example/seller/orders?q=${number}`,
    ])
  })

  test('isn’t told of an order that is confirmed meanwhile, nor of what is switched off', async () => {
    await setUp({ kinds: { ...all, orders: false } })
    await placed()
    await runJobs()
    await owner.post('/api/notice/line', { ...typed({ seen: 1 }), channelToken: undefined, channelSecret: undefined })
    const { id } = await placed()
    await stepTo(owner, id, 'Confirmed')
    await runJobs()
    expect(line.requests).toEqual([])
  })

  test('is told of an unconfirmed order after two and after five minutes', async () => {
    await setUp()
    const { id, number } = await placed()
    await runJobs()
    await runJobsLater()
    await shop.pool.query("update order_event set at = at - interval '5 minutes' where order_id = $1", [id])
    await remindUnconfirmed(shop.db, { timeZone: 'Asia/Bangkok' })
    await runJobs()
    expect(texts().map((text) => text.split('\n')[0])).toEqual([
      `New order #${number}`,
      `Order #${number} isn’t confirmed after 2 minutes`,
      `Order #${number} isn’t confirmed after 5 minutes`,
    ])
  })

  test('is told of an order that comes later than promised, while it is open', async () => {
    await setUp()
    const [{ id, number }, delivered] = [await placed(), await placed()]
    await runJobs()
    line.messages.length = 0
    for (const order of [id, delivered.id]) {
      await shop.pool.query(`update shop_order set promised_at = '2026-11-24 11:42+00' where id = $1`, [order])
      await shop.pool.query(
        `insert into order_delay (order_id, expected_at, reason) values ($1, '2026-11-24 11:55+00', 'picking')`,
        [order],
      )
      await queueJob(shop.db, ...lateNoticeJob(order))
    }
    await stepTo(owner, id, 'Packing')
    await stepTo(owner, delivered.id, 'Delivered')
    await runJobs()
    expect(texts()).toEqual([
      `Order #${number} is late\n฿20.40 · Tue 24 Nov, by 18:42\nnow about 18:55 (was 18:42)\nhttps://shop.example/seller/orders?q=${number}`,
    ])
  })

  test('is told of products that run out, together', async () => {
    await setUp()
    const potato = await aProduct(shop.db, { name: 'Potato', stock: display.lowStock + 1 })
    await placed(3, potato.id)
    await clearJobs(shop.pool)
    await shop.pool.query(`select graphile_worker.add_job('tell-low-stock')`)
    await runJobs()
    expect(texts()).toEqual([
      `Running out: Potato (1 kg)\nPotato (1 kg): ${display.lowStock - 2} left\nhttps://shop.example/seller/product-list`,
    ])
  })

  test('queues nothing in a shop that has set no group', async () => {
    await placed()
    await setUp({ recipient: null })
    await placed()
    const { rows } = await shop.pool.query(
      `select from graphile_worker.jobs where task_identifier in ('tell-staff', 'send-line')`,
    )
    expect(rows).toEqual([])
  })
})

describe('LINE', () => {
  test('that answers 500, or cuts the connection after it took the message, is asked again with the same key', async () => {
    await setUp({ kinds: { ...all, alarms: false } })
    line.faults.push({ status: 500 }, 'taken and cut')
    await placed()
    await runJobs()
    expect(await waitingJobs()).toMatchObject([{ attempts: 1 }])
    expect((await now()).failure).toMatchObject({ code: 'unreachable' })
    await runAgain()
    expect(await waitingJobs()).toMatchObject([{ attempts: 2 }])
    await runAgain()
    expect(await waitingJobs()).toEqual([])
    expect(line.requests).toHaveLength(3)
    expect(new Set(retryKeys()).size).toBe(1)
    expect(line.messages).toHaveLength(1)
    expect((await now()).failure).toBeNull()
  })

  test.each([
    ['cut', /fetch failed/],
    ['silent', /timeout/],
  ] as const)('that is %s is asked again with the same key', async (fault, error) => {
    await setUp({ kinds: { ...all, alarms: false } })
    line.faults.push(fault)
    const { number } = await placed()
    await runJobs()
    expect(await waitingJobs()).toMatchObject([{ attempts: 1, error: expect.stringMatching(error) }])
    await runAgain()
    expect(texts().map((text) => text.split('\n')[0])).toEqual([`New order #${number}`])
    expect(new Set(retryKeys()).size).toBe(1)
  })

  test('that takes no more messages for now gets it later, with the same key', async () => {
    await setUp()
    line.faults.push({ status: 429, headers: { 'retry-after': '90' } }, { status: 429 })
    await placed()
    await runJobs()
    const [waiting] = await waitingJobs()
    expect(waiting?.seconds).toBeGreaterThan(80)
    expect(waiting?.seconds).toBeLessThanOrEqual(90)
    await runAgain()
    expect((await waitingJobs())[0]?.seconds).toBeGreaterThan(50)
    await runAgain()
    expect(line.messages).toHaveLength(1)
    expect(new Set(retryKeys()).size).toBe(1)
  })

  test.each([
    ['token', { status: 401 }],
    ['recipient', { status: 400, body: { message: 'Failed to send messages' } }],
    ['forbidden', { status: 403 }],
    ['refused', { status: 413 }],
    ['quota', { status: 429, body: { message: 'You have reached your monthly limit.' } }],
  ])('that refuses (%s) isn’t asked again, and owners see why until a message arrives', async (code, fault) => {
    await setUp()
    line.faults.push(fault)
    await placed()
    await runJobs()
    expect(line.requests).toHaveLength(1)
    expect(await waitingJobs()).toEqual([])
    expect((await now()).failure).toEqual({ code, message: expect.any(String), since: expect.any(String) })
    expect(await findLineFailingSince(shop.db, 10)).toBeInstanceOf(Date)
    expect((await owner.get('/api/seller/health')).json.problems).toContainEqual(
      expect.objectContaining({ code: 'line_failing' }),
    )
    await placed()
    await runJobs()
    expect((await now()).failure).toBeNull()
    expect(await findLineFailingSince(shop.db, 10)).toBeUndefined()
  })

  test('isn’t asked any more once the notice is an hour old', async () => {
    await setUp()
    line.faults.push({ status: 500 })
    await placed()
    await runJobs()
    await makeDueTooLate(shop.pool, { key: 'line:%' })
    await runJobs()
    expect(line.requests).toHaveLength(1)
  })

  test('that redirects is not followed: the token is for its address only', async () => {
    await setUp()
    line.faults.push({ status: 307, headers: { location: `${line.base}/elsewhere` } })
    await placed()
    await runJobs()
    expect(line.requests).toHaveLength(1)
    expect((await now()).failure.code).toBe('unreachable')
  })

  test('that sends an endless reply isn’t read to its end', async () => {
    await setUp()
    line.faults.push({ status: 400, body: { message: 'x'.repeat(5_000_000) } })
    await placed()
    await runJobs()
    expect((await now()).failure.code).toBe('recipient')
  })
})

describe('a test message', () => {
  const trial = async (by: Person = owner) => (await by.post('/api/notice/try-line')).json

  test('says that LINE took it, and is in the group', async () => {
    await setUp({ language: 'th' })
    expect(await trial()).toMatchObject({ success: true, message: 'LINE took the message. Look into the group.' })
    expect(texts()).toEqual(['การแจ้งเตือนทาง LINE ใช้ได้\nกลุ่มนี้จะได้รับการแจ้งเตือนของร้าน'])
  })

  test.each([
    ['line_token', { status: 401 }],
    ['line_recipient', { status: 400 }],
    ['line_forbidden', { status: 403 }],
    ['line_quota', { status: 429, body: { message: 'You have reached your monthly limit.' } }],
    ['line_busy', { status: 429 }],
    ['line_unreachable', { status: 503 }],
    ['line_unreachable', 'cut'],
  ] as const)('says the truth: %s for %j', async (code, fault) => {
    await setUp()
    line.faults.push(fault)
    expect(await trial()).toMatchObject({ success: false, code })
    expect(line.messages).toEqual([])
  })

  test('needs a channel and a group, and a token that the shop can decrypt', async () => {
    expect((await trial()).code).toBe('line_unset')
    await setUp({ recipient: null })
    expect((await trial()).code).toBe('line_unset')
    await shop.pool.query('update line_channel set recipient = $1, token = secret', [group])
    expect((await trial()).code).toBe('line_unreadable')
    expect((await now()).failure.code).toBe('unreadable')
    expect(line.requests).toEqual([])
  })

  test('is limited', async () => {
    await setUp()
    const codes: (string | undefined)[] = []
    for (let index = 0; index < 21; index += 1) codes.push((await trial()).code)
    expect(codes.slice(0, 20)).toEqual(Array(20).fill(undefined))
    expect(codes[20]).toBe('too_many')
  })
})

describe('the channel', () => {
  test('is stored encrypted, and its token and secret are in no reply and no audit entry', async () => {
    const began = (await shop.pool.query('select now()')).rows[0].now
    const saved = await setUp()
    const replies = [saved, await now(), (await owner.post('/api/notice/try-line')).json]
    const { rows } = await shop.pool.query('select token, secret from line_channel')
    const audit = await shop.pool.query("select * from audit_entry where subject = 'line' and at >= $1", [began])
    expect(audit.rows).toHaveLength(1)
    expect(Object.keys(audit.rows[0].after).sort()).toEqual(
      ['language', 'recipient', 'secret_at', 'tells_alarms', 'tells_orders', 'tells_stock', 'token_at'].sort(),
    )
    const everything = JSON.stringify([replies, rows, audit.rows])
    for (const secret of [token, channelSecret]) expect(everything).not.toContain(secret)
    for (const sealed of Object.values(rows[0])) expect(JSON.stringify([replies, audit.rows])).not.toContain(sealed)
    expect(saved).toMatchObject({ tokenAt: expect.any(String), secretAt: expect.any(String), isSet: true })
  })

  test('keeps token and secret that aren’t typed again, and shows when one was replaced', async () => {
    const { tokenAt, secretAt } = await setUp()
    const kinds = { ...all, stock: false }
    const changed = (await save({ channelToken: undefined, channelSecret: undefined, kinds, seen: 1 })).json
    expect(changed).toMatchObject({ success: true, tokenAt, secretAt, kinds, version: 2 })
    const next = (await save({ channelToken: `${token}2`, channelSecret: undefined, seen: 2 })).json
    expect(next).toMatchObject({ success: true, secretAt, version: 3 })
    expect(next.tokenAt).not.toBe(tokenAt)
    expect((await owner.post('/api/notice/try-line')).json.code).toBe('line_token')
  })

  test('needs both at first, and is refused with a wrong form of any', async () => {
    expect((await save({ channelToken: undefined })).json).toMatchObject({
      code: 'invalid_form',
      fields: { channelToken: expect.any(String) },
    })
    expect(Object.keys((await save({ channelToken: undefined, channelSecret: undefined })).json.fields)).toEqual([
      'channelToken',
      'channelSecret',
    ])
    for (const wrong of [
      { channelToken: `${token}\r\nx-evil: 1` },
      { channelToken: 'x'.repeat(2001) },
      { channelSecret: 'short' },
      { recipient: '../../x' },
      { recipient: `X${'0'.repeat(32)}` },
    ])
      expect((await save(wrong)).json.code, JSON.stringify(wrong).slice(0, 60)).toBe('invalid_form')
    expect(await now()).toMatchObject({ isSet: false, version: 0 })
  })

  test('is saved once by two owners at the same moment, and the other is told', async () => {
    const other = await seller(shop)
    for (const seen of [0, 1]) {
      const replies = await Promise.all([owner, other].map((by) => save({ seen }, by)))
      expect(replies.map(({ status, json }) => [status, json.code ?? 'saved']).sort()).toEqual([
        [200, 'saved'],
        [200, 'setting_changed'],
      ])
    }
    expect((await save({ channelToken: undefined, channelSecret: undefined, seen: 0 })).json.code).toBe(
      'setting_changed',
    )
    expect((await owner.post('/api/notice/remove-line', { seen: 1 })).json.code).toBe('setting_changed')
    expect((await now()).version).toBe(2)
  })

  test('is forgotten with its groups when it is removed, and nothing is sent any more', async () => {
    await setUp()
    await event(events(ofGroup('join', group, 1)))
    await placed()
    const { json } = await owner.post('/api/notice/remove-line', { seen: 1 })
    expect(json).toMatchObject({ success: true, isSet: false, groups: [], recipient: null, version: 0 })
    await runJobs()
    expect(line.requests).toEqual([])
    expect((await event(events(ofGroup('join', group, 1)))).status).toBe(400)
  })

  test('forgets the groups when it becomes another one, and keeps them when the same secret is typed again', async () => {
    await setUp()
    await event(events(ofGroup('join', group, 1)))
    expect((await save({ seen: 1, channelSecret: channelSecret.toUpperCase() })).json.groups).toHaveLength(1)
    const other = (await save({ seen: 2, channelSecret: '0'.repeat(32) })).json
    expect(other).toMatchObject({ success: true, groups: [], heardAt: null, version: 3 })
    expect((await event(events())).status).toBe(400)
  })

  test('that another secret of the server can’t decrypt takes a new one', async () => {
    await saveLine(
      { db: shop.db, secret: 'another secret of at least thirty-two characters' },
      { channelToken: token, channelSecret, recipient: group, kinds: all, language: 'en' },
      { seen: 0, by: 'a@b.example' },
    )
    expect((await event(events())).status).toBe(400)
    expect((await owner.post('/api/notice/try-line')).json.code).toBe('line_unreadable')
    await save({ seen: 1 })
    expect((await event(events())).status).toBe(200)
    expect((await owner.post('/api/notice/try-line')).json.success).toBe(true)
  })
})

describe('a signature', () => {
  // The example of LINE's documentation.
  const body = '{"destination":"U8e742f61d673b39c7fff3cecb7536ef0","events":[]}'
  const signature = 'GhRKmvmHys4Pi8DxkF4+EayaH0OqtJtaZxgTD9fMDLs='

  test('of LINE’s example is right, and any other isn’t', () => {
    const signed = (text: string, by = signature, secret = channelSecret) =>
      isSignedByLine(Buffer.from(text), by, secret)
    expect(signed(body)).toBe(true)
    expect(signed(`${body} `)).toBe(false)
    expect(signed(body, signature, channelSecret.toUpperCase())).toBe(false)
    for (const wrong of [
      '',
      signature.slice(0, -1),
      `${signature}=`,
      `${signature}\n`,
      signature.replaceAll('+', '-'),
      signature.replace('s=', 't='),
      signature.toLowerCase(),
      'A'.repeat(100_000),
    ])
      expect(signed(body, wrong), wrong.slice(0, 60)).toBe(false)
  })
})

describe('the webhook', () => {
  test('takes LINE’s trial without events, and shows that LINE reaches the shop', async () => {
    await setUp()
    expect((await now()).heardAt).toBeNull()
    expect(await event(events())).toMatchObject({ status: 200, json: { success: true } })
    expect((await now()).heardAt).toEqual(expect.any(String))
  })

  test('refuses what isn’t signed, or signed with another secret, or changed, and notes nothing', async () => {
    await setUp()
    const body = JSON.stringify(events(ofGroup('join', group, 1)))
    const refused = await Promise.all([
      event(body, { secret: channelSecret.replace('8', '9') }),
      event(body, { signature: '' }),
      event(`${body} `, { signature: lineSignature(body, channelSecret) }),
      event('', { signature: lineSignature('x', channelSecret) }),
    ])
    expect(refused.map(({ status, json }) => [status, json.success, json.code])).toEqual(
      Array(4).fill([400, false, 'line_unsigned']),
    )
    const bare = await shop.app.inject({ method: 'POST', url: lineEventsPath, payload: body })
    expect(bare.statusCode).toBe(400)
    expect(await now()).toMatchObject({ groups: [], heardAt: null })
  })

  test('refuses everything without a channel, and bodies that are too long', async () => {
    expect((await event(events())).status).toBe(400)
    await setUp()
    const long = JSON.stringify({ events: ['x'.repeat(serverLimits.jsonBytes)] })
    expect(await event(long)).toMatchObject({ status: 413, json: { success: false } })
  })

  test('learns the group that the bot joins, with its name; the owner chooses it', async () => {
    await setUp({ recipient: null })
    expect((await event(events(ofGroup('join', group, Date.parse('2026-11-24T03:00:00Z'))))).status).toBe(200)
    expect((await now()).groups).toEqual([{ id: group, name: null, heardAt: '2026-11-24T03:00:00.000Z' }])
    await runJobs()
    expect(await now()).toMatchObject({ recipient: null, groups: [{ id: group, name: 'Shop team' }] })
    await placed()
    await runJobs()
    expect(line.messages).toEqual([])
  })

  test('learns a group from any event there, keeps no message and no person, and no chat of a person', async () => {
    await setUp({ recipient: null })
    const room = lineId('R')
    const person = lineId('U')
    const message = { message: { type: 'text', id: '1', text: 'my phone is 0812345678' } }
    await event(
      events(
        ofGroup('message', group, 1, { ...message, source: { type: 'group', groupId: group, userId: person } }),
        ofGroup('join', '', 2, { source: { type: 'room', roomId: room } }),
        ofGroup('follow', '', 3, { source: { type: 'user', userId: person } }),
      ),
    )
    expect((await now()).groups.map(({ id }) => id)).toEqual([room, group])
    const { rows } = await shop.pool.query('select row_to_json(line_group)::text as text from line_group')
    expect(JSON.stringify(rows)).not.toContain('0812345678')
    expect(JSON.stringify(rows)).not.toContain(person)
  })

  test('takes an event that comes twice, or late, once', async () => {
    await setUp({ recipient: null })
    const [joined, left] = [events(ofGroup('join', group, 10)), events(ofGroup('leave', group, 20))]
    await Promise.all([event(joined), event(joined), event(joined)])
    expect((await now()).groups).toHaveLength(1)
    expect((await waitingJobs()).filter(({ task }) => task === 'name-line-group')).toHaveLength(1)
    await event(left)
    await event(left)
    await event({ ...joined, events: [ofGroup('join', group, 10, { deliveryContext: { isRedelivery: true } })] })
    expect((await now()).groups).toEqual([])
    await event(events(ofGroup('join', group, 30)))
    expect((await now()).groups).toHaveLength(1)
  })

  test('shows that the bot left the group of the notices, until it is back', async () => {
    await setUp()
    await event(events(ofGroup('join', group, 1)))
    await event(events(ofGroup('leave', group, 2)))
    expect((await now()).failure.code).toBe('left')
    await event(events(ofGroup('leave', lineId(), 3)))
    await event(events(ofGroup('join', group, 4)))
    expect((await now()).failure).toBeNull()
  })

  test('keeps the twenty groups with the latest events, and that of the notices', async () => {
    await setUp()
    await event(events(ofGroup('join', group, 1)))
    const others = Array.from({ length: 30 }, (_, index) => ofGroup('join', lineId(), index + 2))
    await event(events(...others))
    const { rows } = await shop.pool.query<{ id: string }>('select id from line_group order by event_at')
    expect(rows.map(({ id }) => id)).toEqual([group, ...others.slice(10).map(({ source }) => source.groupId)])
  })

  test('gives a group no name that LINE doesn’t tell, and cuts a long one', async () => {
    await setUp({ recipient: null })
    const unknown = lineId()
    await event(events(ofGroup('join', unknown, 1), ofGroup('join', group, 2)))
    line.groups.set(group, `  ร้าน\u0000\n${'ก'.repeat(300)}`)
    await runJobs()
    const { groups } = await now()
    expect(groups.map(({ id, name }) => [id, name?.length ?? null])).toEqual([
      [group, 100],
      [unknown, null],
    ])
  })

  test.each([
    'null',
    '[]',
    '{}',
    '{"events":{}}',
    '{"events":[null,1,"x",[],{}]}',
    '{"events":[{"type":"join","timestamp":1e300,"source":{"type":"group","groupId":"C"}}]}',
    '{"events":[{"type":"join","timestamp":-1,"source":{"type":"group","groupId":"__proto__"}}]}',
    `{"events":[{"type":"join","timestamp":1,"source":{"type":"group","groupId":"C${'0'.repeat(31)}\u0000"}}]}`,
    '{"events":[{"__proto__":{"type":"join"}}]}',
    `${'['.repeat(100_000)}`,
    'not JSON',
    '\ud800',
  ])('answers a signed body of an unknown form, and does nothing: %.60s', async (body) => {
    await setUp({ recipient: null })
    expect((await event(body)).status).toBe(200)
    expect((await now()).groups).toEqual([])
  })

  test('reads random events without failing', () => {
    for (let index = 0; index < 2000; index += 1) {
      const pick = (...some: unknown[]) => some[(index * 7919 + some.length * 31 + (index >> 3)) % some.length]
      const source = pick(null, {}, { type: 'group' }, { type: 'group', groupId: pick(1, null, group, 'C') })
      const some = pick(null, 'x', {
        type: pick('join', 'leave', 1),
        timestamp: pick(1, -1, 'x', 2 ** 60),
        source,
      })
      expect(Array.isArray(groupEventsOf(JSON.stringify({ events: [some, some] })))).toBe(true)
    }
  })
})

test('a channel that isn’t set up begins with the language of its owner’s screen', async () => {
  const read = async () => (await owner.get('/api/notice/line', { 'accept-language': 'th' })).json.language
  expect(await read()).toBe('th')
  await setUp({ language: 'en' })
  expect(await read()).toBe('en')
})

describe('only owners', () => {
  test.each(['manager', 'picker', 'rider'] as const)('not a %s, see and change the channel', async (role) => {
    const other = await seller(shop, role)
    await setUp()
    const replies = [
      await other.get('/api/notice/line'),
      await save({ seen: 1 }, other),
      await other.post('/api/notice/remove-line', { seen: 1 }),
      await other.post('/api/notice/try-line'),
    ]
    expect(replies.map(({ status, json }) => [status, json.code])).toEqual(Array(4).fill([403, 'role_forbids']))
    expect((await now()).version).toBe(1)
    expect(line.requests).toEqual([])
  })
})
