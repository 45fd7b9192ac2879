import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { display } from '../../contract/values/limits.ts'
import { clearJobs, makeDue, makeDueTooLate, runDueJobs } from '../../testing/database/jobs.ts'
import { stepTo } from '../../testing/makers/orders.ts'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import { pushBrowser, pushService } from '../../testing/services/push-service.ts'
import { type Person, passwordOfTests, person, seller, type TestShop, testShop, verified } from '../../testing/shop.ts'
import { hashPassword } from '../accounts/password.ts'
import { setPassword } from '../accounts/set-password.ts'
import { ofAddress } from '../accounts/slow-hashes.ts'
import { newId } from '../common/ids.ts'
import { inTransaction } from '../database/database.ts'
import { queueJob } from '../database/jobs.ts'
import { deleteExpiredSessions, lifetimes } from '../domain/session-queries.ts'
import { remindUnconfirmed } from '../orders/steps/remind-unconfirmed.ts'
import { lineApi } from './line-api.ts'
import { noticeText } from './notice-text.ts'
import { vapidKeysOf } from './push-keys.ts'
import { deleteOldPushDevices, findNoticeOrder, type NoticeOrder } from './queries.ts'
import { lateNoticeJob, movedNoticeJob } from './queue-notices.ts'
import { pushSender, type SendPush } from './send-push.ts'
import { noticeTasks } from './tasks.ts'

let shop: TestShop
let service: Awaited<ReturnType<typeof pushService>>
let contact = 'a@b.example'
let push: SendPush
let owner: Person
let buyer: Person & { user: { _id: string } }
let address: string
beforeAll(async () => {
  service = await pushService()
  shop = await testShop({ pushServices: service.services })
  const keys = vapidKeysOf(shop.secret)
  push = pushSender({ keys, subject: () => `mailto:${contact}`, services: service.services })
  owner = await seller(shop)
  buyer = await verified(shop)
  address = await anAddress(shop.db, buyer.user._id)
})
afterAll(async () => {
  await shop.close()
  await service.close()
})
afterEach(async () => {
  await shop.db.deleteFrom('pushDevice').execute()
  await shop.db.deleteFrom('lowStock').execute()
  await clearJobs(shop.pool)
  service.pushed.length = 0
  service.replies.length = 0
})

const all = { orders: true, alarms: true, stock: true }

/** A device of one of the staff, which gets notices. */
async function aDevice(of: Person, { kinds = all, language = 'en' }: { kinds?: object; language?: string } = {}) {
  const browser = pushBrowser()
  const endpoint = `${service.origin}/${newId()}`
  const save = (by: Person = of, more: object = {}) =>
    by.post('/api/notice/save-device', { endpoint, ...browser.keys, kinds, language, ...more })
  expect((await save()).json).toMatchObject({ success: true })
  return {
    endpoint,
    save,
    /** What the device was sent: each message decrypted, as its worker gets it. */
    notices: () =>
      service.pushed
        .filter(({ path }) => endpoint.endsWith(path))
        .map(({ body }) => JSON.parse(browser.decrypt(body)) as Record<string, string>),
    id: async () =>
      (await of.post('/api/notice/devices', { endpoint })).json.devices.find(
        (each: { current: boolean }) => each.current,
      )?.id as string,
    requests: () => service.pushed.filter(({ path }) => endpoint.endsWith(path)),
  }
}

const runJobs = () =>
  runDueJobs(
    shop.pool,
    noticeTasks({
      db: shop.db,
      shop: { currency: { code: 'THB', symbol: '฿' }, timeZone: 'Asia/Bangkok' },
      push,
      secret: shop.secret,
      publicUrl: shop.publicUrl,
      line: lineApi({ base: 'http://127.0.0.1:9' }),
    }),
  )
/** Runs what is due, and the jobs that wait for their time. */
async function runJobsLater() {
  await makeDue(shop.pool)
  await runJobs()
}
const waitingJobs = async () =>
  (
    await shop.pool.query<{ task: string; key: string; attempts: number; seconds: number }>(
      `select task_identifier as task, key, attempts, extract(epoch from run_at - now())::float as seconds
       from graphile_worker.jobs where task_identifier in ('send-push', 'tell-staff') order by key`,
    )
  ).rows

async function placed(quantity = 1, product?: string): Promise<{ id: string; number: number }> {
  const goods = product ?? (await aProduct(shop.db, { offerPrice: 2000 })).id
  const { json } = await buyer.post('/api/order/cod', {
    address,
    items: [{ product: goods, quantity }],
    userId: buyer.user._id,
  })
  expect(json.success).toBe(true)
  return { id: json.orderId, number: json.orderNumber }
}
const shiftPlacing = (id: string, minutes: number) =>
  shop.pool.query('update order_event set at = at - make_interval(mins => $2) where order_id = $1', [id, minutes])

describe('a new order', () => {
  test('is pushed to each device that wants it, in its language, with number, sum and age only', async () => {
    const [english, thai, silent] = [
      await aDevice(owner),
      await aDevice(owner, { language: 'th' }),
      await aDevice(owner, { kinds: { ...all, orders: false } }),
    ]
    const { id, number } = await placed(3)
    await runJobs()
    expect(english.notices()).toEqual([
      {
        title: `New order #${number}`,
        body: '฿61.20 · just now',
        url: `/seller/orders?q=${number}`,
        tag: `order-${id}`,
        urgent: true,
        lang: 'en',
      },
    ])
    expect(thai.notices()).toMatchObject([{ title: `ออเดอร์ใหม่ #${number}`, body: '฿61.20 · เมื่อสักครู่', lang: 'th' }])
    expect(silent.notices()).toEqual([])
    // As the card of the order and the rider: what coins can pay.
    await shop.pool.query('update shop_order set coin_cents = 25 where id = $1', [id])
    expect((await findNoticeOrder(shop.db, id))?.coinCents).toBe(25)
    const refund = { id, amount: 10, reason: 'missing', seen: { reduction: 0 } }
    expect((await owner.post('/api/order/refund', refund)).json).toMatchObject({ success: true })
    expect((await findNoticeOrder(shop.db, id))?.amountCents).toBe(5120)
    const text = (paymentType: 'COD' | 'PromptPay') =>
      noticeText(
        { about: 'order', orderId: id },
        {
          order: {
            ...({} as NoticeOrder),
            number,
            amountCents: 6120,
            paymentType,
            coinCents: 25,
            placedAt: new Date(),
          },
          ...{ now: new Date(), language: 'en', symbol: '฿', timeZone: 'Asia/Bangkok' },
        },
      ).body
    expect([text('COD'), text('PromptPay')]).toEqual(['฿61.00 · just now', '฿61.20 · just now'])
    const [sent] = english.requests()
    expect(sent?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'high',
      topic: expect.stringMatching(/^[\w-]{32}$/),
    })
    expect(Number(sent?.headers.ttl)).toBeGreaterThan(3500)
    expect(sent?.headers.authorization).toContain(`k=${vapidKeysOf(shop.secret).publicKey}`)
  })

  test('is pushed with the contact that the owner saved last', async () => {
    const device = await aDevice(owner)
    const contacts = async () => {
      await placed()
      await runJobs()
      return device.requests().map(({ headers }) => {
        const claims = /t=[\w-]+\.([\w-]+)\./.exec(headers.authorization ?? '')?.[1] ?? ''
        return JSON.parse(Buffer.from(claims, 'base64url').toString()).sub
      })
    }
    expect(await contacts()).toEqual(['mailto:a@b.example'])
    contact = 'mali@b.example'
    expect(await contacts()).toEqual(['mailto:a@b.example', 'mailto:mali@b.example'])
  })

  test('that is confirmed before the notice is sent is not pushed', async () => {
    const device = await aDevice(owner)
    const { id } = await placed()
    await stepTo(owner, id, 'Confirmed')
    await runJobs()
    expect(device.notices()).toEqual([])
  })

  test('is pushed to pickers, and to riders never, also if a picker became one', async () => {
    const picker = await seller(shop, 'picker')
    const device = await aDevice(picker)
    const rider = await seller(shop, 'rider')
    const refused = await rider.post('/api/notice/save-device', {
      endpoint: `${service.origin}/x`,
      ...pushBrowser().keys,
      kinds: all,
      language: 'en',
    })
    expect([refused.status, refused.json.code]).toEqual([403, 'role_forbids'])
    await placed()
    await runJobs()
    expect(device.notices()).toHaveLength(1)
    const { json } = await owner.get('/api/staff/list')
    const members = json.members as { id: string; role: string }[]
    for (const { id } of members.filter(({ role }) => role === 'picker'))
      await owner.post('/api/staff/change-role', { id, role: 'rider' })
    await placed()
    await runJobs()
    expect(device.notices()).toHaveLength(1)
  })
})

describe('an order that isn’t confirmed', () => {
  test('rings after two minutes and again after five, in place of its notice', async () => {
    const device = await aDevice(owner)
    const { id, number } = await placed()
    await runJobs()
    const [alarm] = await waitingJobs()
    expect(alarm).toMatchObject({ task: 'tell-staff', key: `alarm:${id}:2` })
    expect(alarm?.seconds).toBeGreaterThan(100)
    expect(alarm?.seconds).toBeLessThanOrEqual(120)
    await shiftPlacing(id, 2)
    await runJobsLater()
    await shiftPlacing(id, 3)
    await remindUnconfirmed(shop.db, { timeZone: 'Asia/Bangkok' })
    await remindUnconfirmed(shop.db, { timeZone: 'Asia/Bangkok' })
    await runJobs()
    expect(device.notices()).toMatchObject([
      { title: `New order #${number}`, tag: `order-${id}` },
      { title: `Order #${number} isn’t confirmed`, body: '฿20.40 · 2 min ago', tag: `order-${id}` },
      { title: `Order #${number} isn’t confirmed`, body: '฿20.40 · 5 min ago', tag: `order-${id}` },
    ])
    expect(await waitingJobs()).toEqual([])
  })

  test('is silent once it is confirmed, and for a device without alarms', async () => {
    const [device, calm] = [await aDevice(owner), await aDevice(owner, { kinds: { ...all, alarms: false } })]
    const first = await placed()
    await runJobs()
    await runJobsLater()
    expect(calm.notices()).toHaveLength(1)
    expect(device.notices()).toHaveLength(2)
    await stepTo(owner, first.id, 'Confirmed')
    await shiftPlacing(first.id, 5)
    await remindUnconfirmed(shop.db, { timeZone: 'Asia/Bangkok' })
    await runJobsLater()
    expect(device.notices()).toHaveLength(2)
  })

  test('doesn’t ring after two minutes while the shop is closed', async () => {
    const device = await aDevice(owner)
    const week = { week: [], closed: [] }
    await shop.db
      .insertInto('setting')
      .values({ topic: 'hours', value: JSON.stringify(week) })
      .execute()
    try {
      await placed()
      await runJobs()
      await runJobsLater()
      expect(device.notices()).toHaveLength(1)
    } finally {
      await shop.db.deleteFrom('setting').where('topic', '=', 'hours').execute()
    }
  })
})

test('an order that comes later than promised rings on devices with alarms, while it is open', async () => {
  const [device, calm] = [await aDevice(owner), await aDevice(owner, { kinds: { ...all, alarms: false } })]
  const { id, number } = await placed()
  await shop.pool.query(`update shop_order set promised_at = '2026-11-24 11:42+00' where id = $1`, [id])
  await shop.pool.query(
    `insert into order_delay (order_id, expected_at, reason) values ($1, '2026-11-24 11:55+00', 'picking')`,
    [id],
  )
  await stepTo(owner, id, 'Confirmed')
  await runJobs()
  await queueJob(shop.db, ...lateNoticeJob(id))
  await runJobs()
  expect(device.notices()).toMatchObject([
    {
      title: `Order #${number} is late`,
      body: '฿20.40 · now about 18:55 (was 18:42)',
      tag: `order-${id}`,
      urgent: true,
    },
  ])
  expect(calm.notices()).toEqual([])
  await owner.post('/api/order/take-step', { id, from: 'Confirmed', status: 'Cancelled' })
  await queueJob(shop.db, ...lateNoticeJob(id))
  await runJobs()
  expect(device.notices()).toHaveLength(1)
})

test('an order that its shopper has moved is pushed with its new time, while it is open', async () => {
  const [device, calm] = [await aDevice(owner), await aDevice(owner, { kinds: { ...all, orders: false } })]
  const { id, number } = await placed()
  await stepTo(owner, id, 'Confirmed')
  await runJobs()
  const move = async () => {
    await shop.pool.query(
      `update shop_order set deliver_from = '2026-11-30 12:00+00', promised_at = '2026-11-30 14:00+00' where id = $1`,
      [id],
    )
    await queueJob(shop.db, ...movedNoticeJob(id))
    // A minute later.
    await makeDue(shop.pool, { key: `moved:${id}` })
    await runJobs()
  }
  await move()
  expect(device.notices()).toMatchObject([
    {
      title: `The shopper has moved order #${number}`,
      body: expect.stringMatching(/^฿20.40 · Mon,? 30 Nov,? 19:00–21:00$/),
      tag: `order-${id}`,
    },
  ])
  expect(calm.notices()).toEqual([])
  await owner.post('/api/order/take-step', { id, from: 'Confirmed', status: 'Cancelled' })
  await move()
  expect(device.notices()).toHaveLength(1)
})

describe('low stock', () => {
  const tellLowStock = async () => {
    await shop.pool.query(`select graphile_worker.add_job('tell-low-stock')`)
    await runJobs()
  }

  test('is pushed once when an order leaves few of a product, together with others of that minute', async () => {
    const device = await aDevice(owner)
    const [potato, mango] = [
      await aProduct(shop.db, { name: 'Potato', stock: display.lowStock + 1 }),
      await aProduct(shop.db, { name: 'Mango', stock: display.lowStock + 2 }),
    ]
    await placed(1, potato.id)
    await placed(3, potato.id)
    await placed(3, mango.id)
    await clearJobs(shop.pool)
    await tellLowStock()
    await tellLowStock()
    expect(device.notices()).toMatchObject([
      {
        title: '2 products are running out',
        body: `Potato (1 kg): ${display.lowStock - 3} left\nMango (1 kg): ${display.lowStock - 1} left`,
        url: '/seller/product-list',
        urgent: false,
      },
    ])
  })

  test('is pushed when an order sells a product out, also one that had few pieces from the start', async () => {
    const device = await aDevice(owner)
    const eggs = await aProduct(shop.db, { name: 'Eggs', stock: 3 })
    await placed(1, eggs.id)
    await clearJobs(shop.pool)
    await tellLowStock()
    expect(device.notices()).toEqual([])
    await placed(2, eggs.id)
    await clearJobs(shop.pool)
    await tellLowStock()
    expect(device.notices()).toMatchObject([{ body: 'Eggs (1 kg): sold out' }])
  })

  test('replaces an unread notice about the same products, and none about others', async () => {
    const device = await aDevice(owner)
    const [milk, bread] = [
      await aProduct(shop.db, { name: 'Milk', stock: 4 }),
      await aProduct(shop.db, { name: 'Bread', stock: 1 }),
    ]
    for (const [pieces, id] of [
      [4, milk.id],
      [1, bread.id],
    ] as const) {
      await placed(pieces, id)
      await clearJobs(shop.pool)
      await tellLowStock()
    }
    await shop.pool.query('insert into low_stock (product_id) values ($1)', [milk.id])
    await tellLowStock()
    const [first, second, third] = device.notices()
    expect(device.notices()).toMatchObject([
      { body: 'Milk (1 kg): sold out' },
      { body: 'Bread (1 kg): sold out' },
      { body: 'Milk (1 kg): sold out' },
    ])
    expect([second?.tag === first?.tag, third?.tag === first?.tag]).toEqual([false, true])
  })

  test('isn’t pushed for what a seller counts, nor for more than few', async () => {
    const device = await aDevice(owner)
    const { id } = await aProduct(shop.db, { stock: 20 })
    expect((await owner.post('/api/product/count', { id, stock: 3, seen: 20 })).json).toMatchObject({ success: true })
    const other = await aProduct(shop.db, { stock: display.lowStock + 2 })
    await placed(1, other.id)
    await clearJobs(shop.pool)
    await tellLowStock()
    expect(device.notices()).toEqual([])
  })
})

describe('a push service', () => {
  test.each([404, 410])('that answers %i ends the notices of the device', async (status) => {
    const device = await aDevice(owner)
    service.replies.push({ status })
    await placed()
    await runJobs()
    await placed()
    await runJobs()
    expect(device.requests()).toHaveLength(1)
    expect((await owner.post('/api/notice/devices', {})).json.devices).toEqual([])
  })

  test.each([500, 403, 301])(
    'that answers %i is tried again later, and other devices get the notice',
    async (status) => {
      const [device, other] = [await aDevice(owner), await aDevice(owner)]
      service.replies.push({ status, headers: { location: `${service.origin}/elsewhere` } })
      const { id } = await placed()
      await runJobs()
      const [failed, ...more] = (await waitingJobs()).filter(({ task }) => task === 'send-push')
      expect(failed).toMatchObject({ attempts: 1 })
      expect(failed?.seconds).toBeGreaterThan(0)
      expect(more).toEqual([])
      expect(service.pushed).toHaveLength(2)
      await makeDue(shop.pool, { task: 'send-push' })
      await runJobs()
      for (const each of [device, other]) expect(each.notices().at(-1)).toMatchObject({ tag: `order-${id}` })
      expect(service.pushed).toHaveLength(3)
    },
  )

  test('that asks to wait gets the notice after that time, once', async () => {
    const device = await aDevice(owner, { kinds: { ...all, alarms: false } })
    service.replies.push({ status: 429, headers: { 'retry-after': '90' } })
    await placed()
    await runJobs()
    const [waiting, ...more] = (await waitingJobs()).filter(({ task }) => task === 'send-push')
    expect(more).toEqual([])
    expect(waiting?.seconds).toBeGreaterThan(80)
    expect(waiting?.seconds).toBeLessThanOrEqual(90)
    await runJobsLater()
    expect(device.requests()).toHaveLength(2)
  })

  test('isn’t asked any more once the notice is an hour old', async () => {
    const device = await aDevice(owner)
    service.replies.push({ status: 500 })
    await placed()
    await runJobs()
    await makeDueTooLate(shop.pool, { task: 'send-push' })
    await runJobs()
    expect(device.requests()).toHaveLength(1)
    expect((await waitingJobs()).filter(({ task }) => task === 'send-push')).toEqual([])
  })
})

describe('a device', () => {
  test.each([
    ['push_unknown', 'an address of this machine', { endpoint: 'https://127.0.0.1/x' }],
    ['push_unknown', 'an unknown host', { endpoint: 'https://evil.example/x' }],
    ['push_unknown', 'plain http', { endpoint: 'http://fcm.googleapis.com/x' }],
    ['push_unknown', 'no URL', { endpoint: 'not a URL' }],
    ['malformed', 'a key that is no point', { p256dh: 'B'.repeat(87) }],
    ['invalid_form', 'a long address', { endpoint: `https://fcm.googleapis.com/${'x'.repeat(1000)}` }],
  ])('is refused with %s for %s, and isn’t stored', async (code, _what, wrong) => {
    const body = { endpoint: `${service.origin}/x`, ...pushBrowser().keys, kinds: all, language: 'en', ...wrong }
    expect((await owner.post('/api/notice/save-device', body)).json.code).toBe(code)
    expect(await shop.db.selectFrom('pushDevice').select('id').execute()).toEqual([])
  })

  test('is listed for its account only, without endpoint and keys, and ended by it only', async () => {
    const device = await aDevice(owner)
    const { json } = await owner.post('/api/notice/devices', { endpoint: device.endpoint })
    expect(json).toEqual({
      success: true,
      publicKey: vapidKeysOf(shop.secret).publicKey,
      devices: [{ id: expect.any(String), client: '', kinds: all, since: expect.any(String), current: true }],
    })
    const other = await seller(shop)
    expect((await other.post('/api/notice/devices', {})).json.devices).toEqual([])
    const id = json.devices[0].id
    for (const path of ['remove-device', 'try-device'])
      expect((await other.post(`/api/notice/${path}`, { id })).json.code).toBe('device_unknown')
    expect((await owner.post('/api/notice/remove-device', { id: 'none' })).json.code).toBe('device_unknown')
    expect((await owner.post('/api/notice/remove-device', { id })).json.success).toBe(true)
    expect((await owner.post('/api/notice/remove-device', { id })).json.code).toBe('device_unknown')
  })

  test('is tried with a notice of its own', async () => {
    const [device, other] = [await aDevice(owner, { language: 'th' }), await aDevice(owner)]
    await owner.post('/api/notice/try-device', { id: await device.id() })
    await runJobs()
    expect(device.notices()).toMatchObject([{ title: 'การแจ้งเตือนใช้ได้', url: '/seller/notices' }])
    expect(other.notices()).toEqual([])
  })

  test('is one, however often and at once it is saved', async () => {
    const device = await aDevice(owner)
    await Promise.all(Array.from({ length: 5 }, () => device.save(owner, { kinds: { ...all, stock: false } })))
    const { json } = await owner.post('/api/notice/devices', { endpoint: device.endpoint })
    expect(json.devices).toMatchObject([{ kinds: { ...all, stock: false } }])
  })

  test('is one of ten of an account: of more, also at once, the one that was used last the longest ago goes', async () => {
    const first = await aDevice(owner)
    const others = await Promise.all(Array.from({ length: 10 }, () => aDevice(owner)))
    const { json } = await owner.post('/api/notice/devices', { endpoint: first.endpoint })
    expect(json.devices).toHaveLength(10)
    expect(json.devices.some(({ current }) => current)).toBe(false)
    expect(others).toHaveLength(10)
  })

  test('belongs to the account in use: another account’s notices there end when it is opened', async () => {
    const device = await aDevice(owner)
    const other = await seller(shop)
    expect((await other.post('/api/notice/devices', { endpoint: device.endpoint })).json.devices).toEqual([])
    expect((await owner.post('/api/notice/devices', {})).json.devices).toEqual([])
    await device.save(other)
    await device.save(owner)
    expect((await other.post('/api/notice/devices', {})).json.devices).toEqual([])
    expect((await owner.post('/api/notice/devices', {})).json.devices).toHaveLength(1)
  })
})

describe('notices on a device end', () => {
  const devicesLeft = async () => (await shop.db.selectFrom('pushDevice').select('id').execute()).length

  test('with logging out there, and not on the account’s other devices', async () => {
    const phone = await seller(shop)
    await aDevice(phone)
    await aDevice(owner)
    await phone.get('/api/seller/logout')
    expect(await devicesLeft()).toBe(1)
  })

  test('when an owner ends its session, or removes the account', async () => {
    const [one, other] = [await seller(shop, 'picker'), await seller(shop, 'picker')]
    await aDevice(one)
    await aDevice(other)
    const sessions = (await one.get('/api/staff/sessions')).json.sessions as { id: string }[]
    await owner.post('/api/staff/end-session', { id: sessions[0]?.id })
    expect(await devicesLeft()).toBe(1)
    const { json } = await owner.get('/api/staff/list')
    for (const { id, role } of json.members) if (role === 'picker') await owner.post('/api/staff/remove', { id })
    expect(await devicesLeft()).toBe(0)
  })

  test('with a new password, also if the session ended by itself before', async () => {
    const one = await seller(shop)
    await aDevice(one)
    await shop.pool.query(`update seller_session set expires_at = now() - interval '1 second'
      where id in (select session_id from push_device)`)
    await deleteExpiredSessions(shop.db)
    expect(await devicesLeft()).toBe(1)
    const { sellerId } = await shop.db.selectFrom('pushDevice').select('sellerId').executeTakeFirstOrThrow()
    const hash = await hashPassword(passwordOfTests, ofAddress('tests'))
    await inTransaction(shop.db, (tx) => setPassword(tx, 'seller', sellerId, hash))
    expect(await devicesLeft()).toBe(0)
  })

  test('not with a session that ends by itself, idle or old, and belong to the next one', async () => {
    const one = await seller(shop)
    const device = await aDevice(one)
    await shop.pool.query(
      `update seller_session set created_at = now() - make_interval(secs => $1)
       where id in (select session_id from push_device)`,
      [lifetimes.seller.absolute + 1],
    )
    expect((await one.post('/api/notice/devices', {})).status).toBe(401)
    const { email } = await shop.db
      .selectFrom('pushDevice')
      .innerJoin('seller', 'seller.id', 'sellerId')
      .select('email')
      .executeTakeFirstOrThrow()
    expect((await one.post('/api/seller/login', { email, password: passwordOfTests })).json.success).toBe(true)
    expect(await devicesLeft()).toBe(1)
    await one.post('/api/notice/devices', { endpoint: device.endpoint })
    await one.get('/api/seller/logout')
    expect(await devicesLeft()).toBe(0)
  })

  test('thirty days after it last opened the area', async () => {
    await aDevice(owner)
    await aDevice(owner)
    await shop.pool.query(`update push_device set seen_at = now() - interval '31 days'
      where id = (select min(id::text)::uuid from push_device)`)
    await deleteOldPushDevices(shop.db)
    expect(await devicesLeft()).toBe(1)
  })

  test('for a visitor nothing is stored', async () => {
    expect((await person(shop).post('/api/notice/devices', {})).status).toBe(401)
  })
})
