import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '../../contract/entities/user.ts'
import { eventually } from '../../testing/eventually.ts'
import { mailsOf } from '../../testing/mails.ts'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import {
  cookieOf,
  type Person,
  passwordOfTests,
  seller,
  type TestShop,
  testShop,
  verified,
} from '../../testing/shop.ts'
import { newId } from '../common/ids.ts'
import { type Jobs, startJobs } from '../database/run-jobs.ts'
import { smtpDelivery } from './deliver.ts'

/*
 * Mails to recipients whose own mail server answers late, while the shop's mail server waits for it.
 */

let shop: TestShop
let server: SMTPServer
let jobs: Jobs
const taken: string[] = []
/** Recipients whom the mail server hasn't answered yet. */
const pending = new Set<string>()
let answered: PromiseWithResolvers<void>
beforeEach(() => {
  answered = Promise.withResolvers()
})

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      if (!address.endsWith('@slow.example')) return done()
      pending.add(address)
      return void answered.promise.then(() => {
        pending.delete(address)
        done()
      })
    },
    onData: (stream, { envelope }, done) => {
      stream.resume().on('end', () => {
        taken.push(...envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  shop = await testShop({ limits: true })
  const publicUrl = 'https://shop.example'
  const deliver = smtpDelivery(`smtp://127.0.0.1:${port}`, 'shop@talad.example', publicUrl)
  jobs = await startJobs({
    url: shop.url,
    db: shop.db,
    tasks: mailsOf(shop, { publicUrl, deliver }).tasks,
    log: { error: () => {}, warn: () => {} },
  })
})
afterAll(async () => {
  await jobs.stop()
  await shop.close()
  await new Promise<void>((resolve) => server.close(resolve))
})

async function register(remoteAddress: string, email: string): Promise<void> {
  const payload = { name: 'Mali', email, password: passwordOfTests }
  const reply = await shop.app.inject({ method: 'POST', url: '/api/user/register', remoteAddress, payload })
  expect(reply.json()).toMatchObject({ success: true })
}

test('codes of one client address wait for slow recipients one after another, and those of others don’t', async () => {
  const slow = Array.from({ length: 12 }, () => `shopper-${newId()}@slow.example`)
  for (const email of slow) await register('203.0.113.5', email)
  await vi.waitFor(() => expect(pending.size).toBeGreaterThan(0), eventually)
  const others = ['198.51.100.1', '198.51.100.2', '198.51.100.3', '2001:db8::1']
  for (const address of others) {
    const email = `shopper-${newId()}@shopper.example`
    await register(address, email)
    await vi.waitFor(() => expect(taken).toContain(email), eventually)
  }
  expect([...pending]).toEqual([slow[0]])
  // The job of the last mail may not have ended yet.
  await vi.waitFor(async () => {
    const { rows } = await shop.pool.query('select distinct queue_name as name from graphile_worker.jobs')
    expect(rows).toEqual([{ name: expect.stringMatching(/^codes-\d{1,3}$/) }])
  }, eventually)

  answered.resolve()
  await vi.waitFor(() => expect(taken).toEqual(expect.arrayContaining(slow)), eventually)
})

/** Sends a shopper's request from a client address. */
async function post(remoteAddress: string, shopper: Person, url: string, payload: object) {
  const headers = { cookie: cookieOf(shopper) }
  return (await shop.app.inject({ method: 'POST', url, remoteAddress, headers, payload })).json()
}

async function order(remoteAddress: string, shopper: Person & { user: User }): Promise<string> {
  const address = await anAddress(shop.db, shopper.user._id)
  const { id: product } = await aProduct(shop.db)
  const { orderId } = await post(remoteAddress, shopper, '/api/order/cod', {
    address,
    items: [{ product, quantity: 1 }],
  })
  return orderId
}

test('mails to the staff don’t wait for slow recipients of order mails', async () => {
  const owner = await seller(shop)
  const emails = Array.from({ length: 8 }, () => `shopper-${newId()}@slow.example`)
  for (const email of emails) {
    const slow = await verified(shop)
    await shop.db.updateTable('shopper').set({ email }).where('id', '=', slow.user._id).execute()
    const orderId = await order('203.0.113.5', slow)
    await post('203.0.113.5', slow, '/api/order/cancel', { orderId })
  }
  await vi.waitFor(() => expect(pending.size).toBeGreaterThan(0), eventually)
  taken.length = 0
  await order('198.51.100.1', await verified(shop))
  await vi.waitFor(() => expect(taken).toContain(owner.email), eventually)

  answered.resolve()
  await vi.waitFor(() => expect(taken).toEqual(expect.arrayContaining(emails)), eventually)
})
