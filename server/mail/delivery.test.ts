import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OrderStatus } from '../../contract/orders/order-status.ts'
import { shop as shopConfig } from '../../shop.config.ts'
import { queuedJobs, runTask } from '../../testing/database/jobs.ts'
import { eventually } from '../../testing/eventually.ts'
import { mailsOf } from '../../testing/mails.ts'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import { passwordOfTests, person, type TestShop, testShop, verified } from '../../testing/shop.ts'
import { createSeller } from '../accounts/sellers/sellers.ts'
import { newId } from '../common/ids.ts'
import { inTransaction } from '../database/database.ts'
import { type Jobs, startJobs } from '../database/run-jobs.ts'
import { storeHours } from '../delivery/settings/save-hours.ts'
import { documentTasks } from '../documents/tasks.ts'
import { erasedEmail } from '../domain/erased-email.ts'
import { getLocalizedOrder } from '../orders/localized-order-queries.ts'
import { remindUnconfirmed } from '../orders/steps/remind-unconfirmed.ts'
import { takeStep, undoStep } from '../orders/steps/take-step.ts'
import { smtpDelivery } from './deliver.ts'

const publicUrl = 'https://shop.example'

/** A mail as the mail server received it. */
type Received = Email & { recipients: string[]; returnTo: string; source: string }

let shop: TestShop
let server: SMTPServer
let jobs: Jobs
const taken: Received[] = []
/** Recipients whose next mail the server refuses. */
const refusing = new Set<string>()
const refused: string[] = []
let deliver: ReturnType<typeof smtpDelivery>

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      if (!refusing.delete(address)) return done()
      refused.push(address)
      return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
    },
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const source = Buffer.concat(parts).toString()
        const recipients = envelope.rcptTo.map(({ address }) => address)
        const returnTo = envelope.mailFrom ? envelope.mailFrom.address : ''
        taken.push({ ...(await PostalMime.parse(source)), recipients, returnTo, source })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  deliver = smtpDelivery(`smtp://127.0.0.1:${port}`, 'Talad <shop@talad.example>', publicUrl)
  shop = await testShop()
  const { db, url } = shop
  jobs = await startJobs({
    url,
    db,
    tasks: {
      ...mailsOf(shop, { publicUrl, deliver }).tasks,
      ...documentTasks({ db, shop: shopConfig }),
    },
    log: { error: () => {}, warn: () => {} },
  })
})
afterAll(async () => {
  await jobs.stop()
  await shop.close()
  await new Promise<void>((resolve) => server.close(resolve))
})

const aLine = async () => ({ product: (await aProduct(shop.db)).id, quantity: 1 })

const allMailsTo = (email: string) => taken.filter(({ recipients }) => recipients.includes(email))
/** The mails to an address, without the code that every registration sends. */
const mailsTo = (email: string) =>
  allMailsTo(email).filter(({ subject }) => !subject?.includes('is your verification code'))

function mailTo(email: string): Promise<Received> {
  return vi.waitFor(() => {
    const [mail] = mailsTo(email)
    if (!mail) throw new Error(`no mail to ${email} yet`)
    return mail
  }, eventually)
}

/** Waits until all jobs that are due are done, besides those of notices. */
async function queueEmpty(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await shop.pool.query(
      `select id from graphile_worker.jobs
         where run_at <= now() and attempts < max_attempts and task_identifier <> 'tell-staff'`,
    )
    if (rows.length > 0) throw new Error(`${rows.length} jobs are waiting`)
  }, eventually)
}

describe('a code', () => {
  test('arrives by mail, as text and HTML, and verifies the address', async () => {
    const mali = await person(shop).register()
    const { email } = mali.user
    await mali.post('/api/user/send-verify-otp', undefined, { 'accept-language': 'th' })
    const mail = await mailTo(email)
    const otp = /^([0-9]{6}) คือรหัสยืนยันของคุณ/.exec(mail.subject ?? '')?.[1] ?? ''
    expect(mail.subject).toBe(`${otp} คือรหัสยืนยันของคุณ · Talad ตลาด`)
    expect(mail.from).toEqual({ name: 'Talad', address: 'shop@talad.example' })
    expect(mail.to?.map(({ address }) => address)).toEqual([email])
    expect([mail.recipients, mail.returnTo]).toEqual([[email], 'shop@talad.example'])
    expect(mail.messageId).toMatch(/^<code-[0-9]+@shop\.example>$/)
    expect(mail.text).toContain(`\n    ${otp}\n`)
    expect(mail.html).toContain(`>${otp}</p>`)
    // How to reach the shop.
    const { phone, email: shopEmail } = shopConfig.contact
    expect(mail.replyTo?.map(({ address }) => address)).toEqual([shopEmail])
    expect(mail.text).toContain(`${phone} · ${shopEmail}`)
    expect(mail.html).toContain(`${phone} · ${shopEmail}`)
    expect((await mali.post('/api/user/verify-account', { otp })).json.success).toBe(true)
  })

  test('requested for an unknown address isn’t mailed', async () => {
    const email = `nobody-${newId()}@shopper.example`
    expect((await person(shop).post('/api/user/send-reset-otp', { email })).json.success).toBe(true)
    await queueEmpty()
    expect(mailsTo(email)).toEqual([])
  })

  test('a code that the mail server refused at first is delivered once, at the next attempt', async () => {
    const email = `refused-${newId()}@shopper.example`
    refusing.add(email)
    await person(shop).post('/api/user/register', { name: 'Mali', email, password: passwordOfTests })
    const failed = await vi.waitFor(async () => {
      const job = (await queuedJobs(shop.pool)).find(({ error, isLocked }) => error !== null && !isLocked)
      if (!job) throw new Error('nothing failed yet')
      return job
    }, eventually)
    expect(refused).toEqual([email])
    expect(failed.attempts).toBe(1)
    expect(failed.error).toContain('451')
    expect(failed.seconds).toBeGreaterThan(0)
    expect(allMailsTo(email)).toEqual([])

    await shop.pool.query('select graphile_worker.reschedule_jobs(array[$1::bigint], run_at => now())', [failed.id])
    await queueEmpty()
    expect(allMailsTo(email)).toHaveLength(1)
    expect((await queuedJobs(shop.pool)).map(({ id }) => id)).not.toContain(failed.id)
  })
})

describe('the confirmation of an order', () => {
  test('is mailed to the shopper, with the total that was charged', async () => {
    const mali = await verified(shop)
    const address = await anAddress(shop.db, mali.user._id)
    const potato = await aProduct(shop.db, { name: 'Potato <500g>', offerPrice: 1999 })
    const reply = await mali.post('/api/order/cod', { address, items: [{ product: potato.id, quantity: 3 }] })
    expect(reply.json.success).toBe(true)
    const { orderId, orderNumber } = reply.json
    const mail = await mailTo(mali.user.email)
    expect(mail.subject).toBe(`Order ${orderNumber} is placed · Talad ตลาด`)
    expect(mail.messageId).toBe(`<order-${orderId}@shop.example>`)
    // 3 × 19.99 = 59.97; 2% of it, rounded down, is 1.19.
    expect(mail.text).toContain('  3 × Potato <500g> (1 kg)  $59.97\n')
    expect(mail.text).toContain('Tax (2%): $1.19\nTotal amount: $61.16\n')
    expect(mail.html).toContain('3 × Potato &lt;500g&gt;')
    expect(mail.html).toContain('$61.16')
    expect(mail.text).toContain(`See your orders: ${publicUrl}/my-orders`)
  })

  test('is mailed once if the order’s request was sent twice', async () => {
    const mali = await verified(shop)
    const address = await anAddress(shop.db, mali.user._id)
    const potato = await aProduct(shop.db)
    const order = () =>
      mali.post('/api/order/cod', { address, items: [{ product: potato.id, quantity: 1 }] }, { 'idempotency-key': 'k' })
    const [first, second] = await Promise.all([order(), order()])
    expect(second.json.orderId).toBe(first.json.orderId)
    await mailTo(mali.user.email)
    await queueEmpty()
    expect(mailsTo(mali.user.email)).toHaveLength(1)
  })

  test('has the name of a product as it was ordered, in the shopper’s language', async () => {
    const mali = await verified(shop)
    const address = await anAddress(shop.db, mali.user._id)
    const potato = await aProduct(shop.db, { nameTh: 'มันฝรั่ง' })
    const body = { address, items: [{ product: potato.id, quantity: 2 }] }
    await mali.post('/api/order/cod', body, { 'accept-language': 'th' })
    const mail = await mailTo(mali.user.email)
    expect(mail.text).toContain('  2 × มันฝรั่ง (1 กก.)  $39.98\n')
  })
})

describe('the mail to sellers', () => {
  test('about a new order is sent to each of them once', async () => {
    const [ann, bob] = [`ann-${newId()}@seller.example`, `bob-${newId()}@seller.example`]
    for (const email of [ann, bob]) await createSeller(shop.db, { email, password: passwordOfTests, name: 'S' })
    const mali = await verified(shop)
    const body = { address: await anAddress(shop.db, mali.user._id), items: [await aLine()] }
    const order = () => mali.post('/api/order/cod', body, { 'idempotency-key': 'k' })
    const [{ json }] = await Promise.all([order(), order()])
    await mailTo(ann)
    await mailTo(bob)
    await queueEmpty()
    for (const email of [ann, bob]) {
      expect(mailsTo(email).map(({ subject }) => subject)).toEqual([
        expect.stringContaining(`ออเดอร์ใหม่ ${json.orderNumber}`),
      ])
      expect(mailsTo(email)[0]?.text).toContain(`${publicUrl}/seller/orders`)
    }
    await shop.db.deleteFrom('seller').where('email', 'in', [ann, bob]).execute()
  })

  test('reminds them once of an order that isn’t confirmed after five minutes, while the shop is open', async () => {
    const owner = `owner-${newId()}@seller.example`
    await createSeller(shop.db, { email: owner, password: passwordOfTests, name: 'S' })
    const mali = await verified(shop)
    const address = await anAddress(shop.db, mali.user._id)
    const order = async (minutes: number) => {
      const { json } = await mali.post(
        '/api/order/cod',
        { address, items: [await aLine()] },
        { 'idempotency-key': newId() },
      )
      await shop.pool.query('update order_event set at = now() - make_interval(mins => $2) where order_id = $1', [
        json.orderId,
        minutes,
      ])
      return json as { orderId: string; orderNumber: number }
    }
    // The shop was closed for more than a day.
    const days = await order(50 * 60)
    const [waiting, confirmed, recent] = [await order(6), await order(6), await order(4)]
    const by = 'seller@talad.example'
    await takeStep(shop.db, {
      id: confirmed.orderId,
      from: 'Order Placed',
      to: 'Confirmed',
      by,
    })
    await queueEmpty()
    const { timeZone } = shopConfig
    const hours = { week: [], closed: [] }
    await inTransaction(shop.db, (tx) => storeHours(tx, hours, { seen: 0, by: undefined, timeZone }))
    await remindUnconfirmed(shop.db, { timeZone })
    await queueEmpty()
    const reminders = () =>
      mailsTo(owner).flatMap(({ subject }) => (subject?.includes('Not confirmed yet') ? [subject] : []))
    expect(reminders()).toEqual([])
    await shop.pool.query("delete from setting where topic = 'hours'")
    await Promise.all([remindUnconfirmed(shop.db, { timeZone }), remindUnconfirmed(shop.db, { timeZone })])
    await remindUnconfirmed(shop.db, { timeZone })
    await queueEmpty()
    const about = (number: number) => reminders().filter((subject) => subject?.includes(` ${number} `))
    expect([days, waiting, confirmed, recent].map((each) => about(each.orderNumber).length)).toEqual([1, 1, 0, 0])
    await shop.db.deleteFrom('seller').where('email', '=', owner).execute()
  })

  test('is sent to the addresses of the setting only, and isn’t sent if it is off', async () => {
    const sent: string[] = []
    const send = async (orderMailTo: string[], payload: { orderId: string }) => {
      const { tasks } = mailsOf(shop, { publicUrl, deliver: async ({ to }) => void sent.push(to), orderMailTo })
      await runTask(tasks, 'send-seller-mail', payload)
    }
    const mali = await verified(shop)
    const body = { address: await anAddress(shop.db, mali.user._id), items: [await aLine()] }
    const { orderId } = (await mali.post('/api/order/cod', body)).json
    await send([], { orderId })
    expect(sent).toEqual([])
    await send(['owner@shop.example'], { orderId })
    expect(sent).toEqual(['owner@shop.example'])
  })
})

describe('the mail about a step', () => {
  test('is sent when an order is on its way, and when it was delivered unless that is undone', async () => {
    const mali = await verified(shop)
    const body = { address: await anAddress(shop.db, mali.user._id), items: [await aLine()] }
    const { orderId, orderNumber } = (await mali.post('/api/order/cod', body)).json
    const step = (from: OrderStatus, to: OrderStatus) =>
      takeStep(shop.db, { id: orderId, from, to, by: 'seller@talad.example' })
    await step('Order Placed', 'Confirmed')
    await step('Confirmed', 'Packing')
    await step('Packing', 'Out for delivery')
    // The mail about a step isn't sent any more once the next one was taken.
    await queueEmpty()
    await step('Out for delivery', 'Delivered')
    const by = 'seller@talad.example'
    await undoStep(shop.db, { id: orderId, by, timeZone: shopConfig.timeZone })
    const delivered = `step-mail:${orderId}:Delivered`
    const send = async () => {
      const ids = (await queuedJobs(shop.pool, { key: delivered })).map(({ id }) => id)
      expect(ids).toHaveLength(1)
      await shop.pool.query('select graphile_worker.reschedule_jobs($1::bigint[], run_at => now())', [ids])
      await queueEmpty()
    }
    await send()
    const subjects = () => mailsTo(mali.user.email).map(({ subject }) => subject?.replace(' · Talad ตลาด', ''))
    expect(subjects().sort()).toEqual([`Order ${orderNumber} is on its way`, `Order ${orderNumber} is placed`])
    await step('Out for delivery', 'Delivered')
    await send()
    expect(subjects()).toContain(`Order ${orderNumber} was delivered`)
    expect(subjects()).toHaveLength(3)
  })

  test('that it was delivered is corrected once if that was sent and is undone, unless it is delivered again', async () => {
    const mali = await verified(shop)
    const body = { address: await anAddress(shop.db, mali.user._id), items: [await aLine()] }
    const { orderId, orderNumber } = (await mali.post('/api/order/cod', body)).json
    const by = 'seller@talad.example'
    const step = (from: OrderStatus, to: OrderStatus) => takeStep(shop.db, { id: orderId, from, to, by })
    const undo = () => undoStep(shop.db, { id: orderId, by, timeZone: shopConfig.timeZone })
    const sendAll = () =>
      shop.pool
        .query(
          `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs where key like $1`,
          [`step-mail:${orderId}:%`],
        )
        .then(queueEmpty)
    const corrections = () =>
      mailsTo(mali.user.email).filter(({ subject }) => subject?.startsWith(`Order ${orderNumber} isn’t delivered yet`))
    await step('Order Placed', 'Confirmed')
    await step('Confirmed', 'Packing')
    await step('Packing', 'Out for delivery')
    await queueEmpty()
    // Not if it wasn't sent yet.
    await step('Out for delivery', 'Delivered')
    await undo()
    await sendAll()
    expect(corrections()).toEqual([])
    await step('Out for delivery', 'Delivered')
    await sendAll()
    await undo()
    await sendAll()
    expect(corrections()).toHaveLength(1)
    expect(corrections()[0]?.text).toContain('noted by mistake')
    // Nor if it is delivered again meanwhile.
    await step('Out for delivery', 'Delivered')
    await sendAll()
    const { tasks, sent } = mailsOf(shop)
    await runTask(tasks, 'send-step-mail', { orderId, status: 'Out for delivery', wasDelivered: true })
    expect(sent).toEqual([])
  })

  test('isn’t sent to an account that was erased while the mail waited', async () => {
    const mali = await verified(shop)
    const body = { address: await anAddress(shop.db, mali.user._id), items: [await aLine()] }
    const { orderId } = (await mali.post('/api/order/cod', body)).json
    const { tasks, sent } = mailsOf(shop)
    await runTask(tasks, 'send-order-mail', { orderId })
    expect(sent).toHaveLength(1)
    const email = erasedEmail(mali.user._id)
    await shop.db.updateTable('shopper').set({ email }).where('id', '=', mali.user._id).execute()
    await runTask(tasks, 'send-order-mail', { orderId })
    expect(sent).toHaveLength(1)
  })

  test('has a new Message-ID if the step was undone and taken again', async () => {
    const mali = await verified(shop)
    const body = { address: await anAddress(shop.db, mali.user._id), items: [await aLine()] }
    const { orderId, orderNumber } = (await mali.post('/api/order/cod', body)).json
    const by = 'seller@talad.example'
    const step = (from: OrderStatus, to: OrderStatus) => takeStep(shop.db, { id: orderId, from, to, by })
    await step('Order Placed', 'Confirmed')
    await step('Confirmed', 'Packing')
    await step('Packing', 'Out for delivery')
    await queueEmpty()
    await undoStep(shop.db, { id: orderId, from: 'Out for delivery', by, timeZone: shopConfig.timeZone })
    await step('Packing', 'Out for delivery')
    await queueEmpty()
    const sent = mailsTo(mali.user.email).filter(({ subject }) => subject?.includes(`${orderNumber} is on its way`))
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2)
  })

  test('leads to a receipt once the order is paid, but not if it cost nothing, or nothing was left to collect', async () => {
    const mali = await verified(shop)
    const body = { address: await anAddress(shop.db, mali.user._id), items: [await aLine()] }
    const { orderId } = (await mali.post('/api/order/cod', body)).json
    await shop.db
      .updateTable('shopOrder')
      .set({ status: 'Delivered', isPaid: true })
      .where('id', '=', orderId)
      .execute()
    const issuer = { taxId: '0105500000003', vatRegistered: false }
    const textAt = async (sums: { amountCents?: number; costCents?: number }) => {
      const { tasks, sent } = mailsOf(shop, {
        shop: () => ({ ...shopConfig, issuer }),
        loadOrder: async (db, id) => ({ ...(await getLocalizedOrder(db, id)), ...sums }),
      })
      await tasks['send-step-mail']?.({ orderId, status: 'Delivered' }, { job: { id: '1' } } as never)
      return sent[0]?.text
    }
    expect(await textAt({})).toContain('/documents/')
    expect(await textAt({ amountCents: 0, costCents: 0 })).not.toContain('/documents/')
    expect(await textAt({ costCents: 0 })).not.toContain('/documents/')
  })

  test.each([
    ['send-step-mail', { status: 'Out for delivery' }],
    ['send-window-mail', { windowId: '7' }],
    ['send-address-mail', {}],
    ['send-cancelled-mail', { cause: 'shop' }],
  ])('%s has the same Message-ID at each try of a job, and another for the next job', async (name, payload) => {
    const mali = await verified(shop)
    const body = { address: await anAddress(shop.db, mali.user._id), items: [await aLine()] }
    const { orderId } = (await mali.post('/api/order/cod', body)).json
    const status = name === 'send-cancelled-mail' ? 'Cancelled' : 'Out for delivery'
    await shop.db.updateTable('shopOrder').set({ status }).where('id', '=', orderId).execute()
    const { tasks, sent } = mailsOf(shop)
    const run = (id: string) => runTask(tasks, name, { orderId, ...payload }, { id })
    await run('1')
    await run('1')
    await run('2')
    const [first, retried, next] = sent.map(({ id }) => id)
    expect(retried).toBe(first)
    expect(next).not.toBe(first)
  })
})

test('a mail server on another machine requires TLS, unless its URL says otherwise', async () => {
  const { port } = server.server.address() as AddressInfo
  // This machine, but by an address that isn't a loopback address.
  const away = (query: string) => smtpDelivery(`smtp://0.0.0.0:${port}${query}`, 'shop@talad.example', publicUrl)
  const mail = { to: 'tls@shopper.example', subject: 'Order', text: 'text', html: 'html' }
  await expect(away('')({ ...mail, id: newId() })).rejects.toThrow(/STARTTLS|TLS/)
  expect(allMailsTo(mail.to)).toEqual([])
  await away('?requireTLS=false')({ ...mail, id: newId() })
  expect(allMailsTo(mail.to)).toHaveLength(1)
})

describe('a mail', () => {
  test('a mail gets no headers or recipients from typed text', async () => {
    const subject = 'Order 1\r\nBcc: evil@shopper.example\r\n\r\n<h1>body</h1>'
    const id = `order-${newId()}`
    await deliver({ to: 'crlf@shopper.example', id, subject, text: 'text', html: '<p>html</p>' })
    const mail = await mailTo('crlf@shopper.example')
    expect(mail.recipients).toEqual(['crlf@shopper.example'])
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail.text?.trim()).toBe('text')
    expect(mail.source).not.toMatch(/^Bcc:/im)
  })

  test.each([
    ['a second recipient', 'one@shopper.example, two@shopper.example'],
    ['a header', 'one@shopper.example\r\nBcc: two@shopper.example'],
    ['a name', 'Two <two@shopper.example>'],
  ])('to an address with %s has no other recipient', async (_what, to) => {
    const before = taken.length
    await deliver({ to, id: newId(), subject: 'Order', text: 'text', html: 'html' }).catch(() => {})
    for (const mail of taken.slice(before)) {
      expect(mail.recipients).not.toContain('two@shopper.example')
      expect(mail.source).not.toMatch(/^Bcc:/im)
    }
  })

  test('a mail to a shopper whose name has line breaks is an ordinary mail', async () => {
    const mali = await verified(shop)
    const name = 'Mali\r\nBcc: evil@shopper.example'
    await shop.db.updateTable('shopper').set({ name }).where('id', '=', mali.user._id).execute()
    const address = await anAddress(shop.db, mali.user._id)
    const potato = await aProduct(shop.db)
    await mali.post('/api/order/cod', { address, items: [{ product: potato.id, quantity: 1 }] })
    const mail = await mailTo(mali.user.email)
    expect(mail.recipients).toEqual([mali.user.email])
    expect(mail.headers.map(({ key }) => key).sort()).toEqual(
      ['content-type', 'date', 'from', 'message-id', 'mime-version', 'reply-to', 'subject', 'to'].sort(),
    )
  })
})
