import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clearJobs, makeDue, runDueJobs } from '../../testing/database/jobs.ts'
import { mailsOf } from '../../testing/mails.ts'
import { passwordOfTests, person, seller, type TestShop, testShop } from '../../testing/shop.ts'
import { freePort } from '../common/free-port.ts'
import { newId } from '../common/ids.ts'
import { queueJob } from '../database/jobs.ts'
import { degradations } from '../maintenance/health/readiness.ts'
import { connectToSmtp, smtpDelivery } from './deliver.ts'
import { checkMailServer, checkRecovery, codeSentMessage, mailDelay, recordedDelivery } from './health.ts'
import { mailHealth, waitingMails } from './health-queries.ts'

let shop: TestShop
let deadUrl: string
let port: number
let server: SMTPServer | undefined
/** The command that the mail server refuses, and the codes with which it does. */
let refuses: 'MAIL' | 'RCPT' | 'DATA' | undefined
/** The command at which the mail server ends the connection without a reply. */
let hangsUpAt: 'RCPT' | 'DATA' | undefined
let codes: { first: number; second: string }

beforeAll(async () => {
  shop = await testShop()
  deadUrl = `smtp://127.0.0.1:${await freePort()}`
  const refuse = (command: typeof refuses) => {
    if (refuses !== command) return null
    const response = `${codes.second} <mali@shopper.example> “123456 is your code” refused`
    return Object.assign(new Error(response.trim()), { responseCode: codes.first })
  }
  const hangUp = () => {
    for (const connection of server?.connections ?? []) connection.close()
  }
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => done(refuse('MAIL')),
    onRcptTo: (_address, _session, done) => (hangsUpAt === 'RCPT' ? hangUp() : done(refuse('RCPT'))),
    onData: (stream, _session, done) =>
      void stream.on('end', () => (hangsUpAt === 'DATA' ? hangUp() : done(refuse('DATA')))).resume(),
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', () => resolve()))
  port = (server.server.address() as AddressInfo).port
})
afterAll(async () => {
  await shop.close()
  await new Promise<void>((resolve) => server?.close(resolve))
})
beforeEach(async () => {
  refuses = undefined
  hangsUpAt = undefined
  codes = { first: 550, second: '5.7.1' }
  await shop.pool.query('delete from mail_health')
  await clearJobs(shop.pool)
})

const liveUrl = () => `smtp://127.0.0.1:${port}`
const aMail = () => ({ to: 'mali@shopper.example', id: newId(), subject: 'Code', text: 'text', html: 'html' })
const deliveryBy = (url: string) =>
  recordedDelivery(shop.db, smtpDelivery(url, 'shop@talad.example', 'https://shop.example'), () => connectToSmtp(url))
const failBy = (url: string) =>
  deliveryBy(url)(aMail()).then(
    () => 'sent',
    () => 'failed',
  )

/** Sends the mails that are due through the given mail server. */
async function sendDueMails(url: string): Promise<void> {
  const { tasks } = mailsOf(shop, {
    deliver: smtpDelivery(url, 'shop@talad.example', 'https://shop.example'),
    connect: () => connectToSmtp(url),
  })
  await runDueJobs(shop.pool, tasks)
}

test.each(['MAIL', 'RCPT', 'DATA'] as const)(
  'the error of a refused mail (%s) has the server’s codes, not its words, which may repeat address and subject',
  async (command) => {
    refuses = command
    const error = await deliveryBy(liveUrl())(aMail()).catch((error: Error) => error)
    expect(String(error)).toMatch(/^Error: the mail server refused the mail: 550 5\.7\.1, /)
    expect(inspect(error, { depth: 5 })).not.toMatch(/mali|123456/)
  },
)

test('an unreachable mail server is recorded with reason and time, until a mail is delivered', async () => {
  expect(await mailHealth(shop.db)).toEqual({ deliveredAt: null, failingSince: null, reason: null })
  expect(await failBy(deadUrl)).toBe('failed')
  const first = await mailHealth(shop.db)
  expect(first).toEqual({ deliveredAt: null, failingSince: expect.any(Date), reason: 'unreachable' })
  await failBy(deadUrl)
  expect((await mailHealth(shop.db)).failingSince).toEqual(first.failingSince)

  expect(await failBy(liveUrl())).toBe('sent')
  expect(await mailHealth(shop.db)).toEqual({ deliveredAt: expect.any(Date), failingSince: null, reason: null })
})

test('mail of a restored shop that is paused counts as delayed', async () => {
  await shop.pool.query('update shop_id set restored_at = now()')
  expect(await mailDelay(shop.db)).toEqual({ reason: 'paused', since: expect.any(Date) })
  expect(await codeSentMessage(shop.db, 'code_sent', { turn: 1 })).toEqual({ code: 'mail_delayed', mailDelayed: true })
  await shop.pool.query('update shop_id set restored_at = null')
  expect(await mailDelay(shop.db)).toBeUndefined()
})

test('a failure is recorded although a success is of tomorrow, by a clock that was ahead', async () => {
  expect(await failBy(liveUrl())).toBe('sent')
  await shop.pool.query("update mail_health set delivered_at = now() + interval '1 day', failing_since = null")
  expect(await failBy(deadUrl)).toBe('failed')
  expect(await mailHealth(shop.db)).toMatchObject({ failingSince: expect.any(Date), reason: 'unreachable' })
  expect(await failBy(liveUrl())).toBe('sent')
})

test('a sender that the mail server refuses is recorded, a recipient that it refuses is not', async () => {
  refuses = 'RCPT'
  expect(await failBy(liveUrl())).toBe('failed')
  expect((await mailHealth(shop.db)).failingSince).toBeNull()
  refuses = 'MAIL'
  expect(await failBy(liveUrl())).toBe('failed')
  expect(await mailHealth(shop.db)).toMatchObject({ failingSince: expect.any(Date), reason: 'refused' })
})

test.each<[number, string, 'refused' | null]>([
  [550, '', null],
  [550, '5.1.1', null],
  [552, '5.2.2', null],
  [452, '4.2.2', null],
  [550, '5.7.1', 'refused'],
  [554, '', 'refused'],
  [550, '5.1.8', 'refused'],
])('a mail refused after its content with %i %s is recorded as %s', async (first, second, reason) => {
  refuses = 'DATA'
  codes = { first, second }
  expect(await failBy(liveUrl())).toBe('failed')
  expect((await mailHealth(shop.db)).reason).toBe(reason)
})

test('a mail refused after its content while others go out is recorded only once none has gone out for five minutes', async () => {
  const reasonAfterRefusal = async () => {
    refuses = 'DATA'
    codes = { first: 554, second: '5.7.1' }
    expect(await failBy(liveUrl())).toBe('failed')
    return (await mailHealth(shop.db)).reason
  }
  expect(await failBy(liveUrl())).toBe('sent')
  expect(await reasonAfterRefusal()).toBeNull()
  await shop.pool.query("update mail_health set unanswered_since = now() - interval '301 seconds'")
  expect(await reasonAfterRefusal()).toBe('refused')
  refuses = undefined
  expect(await failBy(liveUrl())).toBe('sent')
  expect(await reasonAfterRefusal()).toBeNull()
  // A server that last took a mail long ago.
  await shop.pool.query("update mail_health set unanswered_since = null, delivered_at = now() - interval '61 minutes'")
  expect(await reasonAfterRefusal()).toBe('refused')
})

test('a delivery that times out after a later one succeeded is not recorded', async () => {
  const slow = Promise.withResolvers<void>()
  const waiting = recordedDelivery(
    shop.db,
    () => slow.promise,
    () => connectToSmtp(liveUrl()),
  )(aMail())
  await failBy(liveUrl())
  slow.reject(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT', command: 'CONN' }))
  await expect(waiting).rejects.toThrow('timed out')
  expect((await mailHealth(shop.db)).failingSince).toBeNull()
})

/** Moves the time of the first unanswered mail into the past. */
const unansweredFor = (seconds: number) =>
  shop.pool.query('update mail_health set unanswered_since = now() - make_interval(secs => $1)', [seconds])

test.each(['RCPT', 'DATA'] as const)(
  'a mail at whose %s the mail server hangs up is recorded only if no mail goes out for five minutes',
  async (command) => {
    const failing = async () => {
      const { failingSince, reason } = await mailHealth(shop.db)
      return [failingSince !== null, reason]
    }
    hangsUpAt = command
    expect(await failBy(liveUrl())).toBe('failed')
    await unansweredFor(295)
    expect(await failBy(liveUrl())).toBe('failed')
    expect(await failing()).toEqual([false, null])
    // A mail that goes out begins the five minutes anew.
    hangsUpAt = undefined
    await failBy(liveUrl())
    hangsUpAt = command
    await failBy(liveUrl())
    expect(await failing()).toEqual([false, null])
    await unansweredFor(305)
    await failBy(liveUrl())
    expect(await failing()).toEqual([true, 'refused'])
    const since = (await mailHealth(shop.db)).failingSince?.getTime() ?? 0
    expect((Date.now() - since) / 60_000).toBeCloseTo(5, 0)
    hangsUpAt = undefined
    expect(await failBy(liveUrl())).toBe('sent')
    expect(await failing()).toEqual([false, null])
  },
)

test('a mail that times out is recorded at once if the mail server can’t be reached or refuses the login', async () => {
  const timesOut = () => Promise.reject(Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT', command: 'CONN' }))
  const reasonAfter = async (connect: () => Promise<unknown>) => {
    await recordedDelivery(shop.db, timesOut, connect)(aMail()).catch(() => {})
    return (await mailHealth(shop.db)).reason
  }
  expect(await reasonAfter(() => connectToSmtp(liveUrl()))).toBeNull()
  expect(await reasonAfter(() => connectToSmtp(deadUrl))).toBe('unreachable')
  const wrongPassword = Object.assign(new Error('Invalid login'), { code: 'EAUTH', command: 'AUTH PLAIN' })
  expect(await reasonAfter(() => Promise.reject(wrongPassword))).toBe('login_refused')
})

test('a delivery aborted by the closing server is not recorded', async () => {
  const closing = new AbortController()
  const stopped = recordedDelivery(
    shop.db,
    async () => {
      closing.abort()
      throw Object.assign(new Error('aborted'), { code: 'ECONNECTION' })
    },
    () => connectToSmtp(deadUrl),
  )
  await expect(stopped(aMail(), closing.signal)).rejects.toThrow('aborted')
  expect(await mailHealth(shop.db)).toMatchObject({ failingSince: null })
})

test('the login at the mail server is checked at the start, and its failure recorded', async () => {
  expect(await checkMailServer(shop.db, () => connectToSmtp(liveUrl()))).toBeUndefined()
  expect((await mailHealth(shop.db)).failingSince).toBeNull()
  const error = await checkMailServer(shop.db, () => connectToSmtp(deadUrl))
  expect(error?.message).toContain('ECONNREFUSED')
  expect((await mailHealth(shop.db)).reason).toBe('unreachable')
  const wrongPassword = Object.assign(new Error('Invalid login'), { code: 'EAUTH', command: 'AUTH PLAIN' })
  await checkMailServer(shop.db, () => Promise.reject(wrongPassword))
  expect((await mailHealth(shop.db)).reason).toBe('login_refused')
})

test('while mail fails, messages say so, the same for addresses with and without an account', async () => {
  const mali = await person(shop).register()
  const asked = async () => [
    (await mali.post('/api/user/send-verify-otp')).json.message,
    (await person(shop).post('/api/user/send-reset-otp', { email: mali.user.email })).json.message,
    (await person(shop).post('/api/user/send-reset-otp', { email: `${newId()}@shopper.example` })).json.message,
  ]
  const usual = await asked()
  expect(usual[0]).toBe('We sent a 6-digit code to your email')
  await failBy(deadUrl)
  const [verify, known, unknown] = await asked()
  expect(verify).toMatch(/^Our mail is delayed at the moment\. Your code comes as soon as it can be sent/)
  expect(known).toMatch(/^Our mail is delayed at the moment\. If this email has an account/)
  expect(unknown).toBe(known)
  await failBy(liveUrl())
  expect(await asked()).toEqual(usual)
})

test('while mail fails, every call that mails a code says so in a field of its own', async () => {
  const asked = async () => {
    const mali = person(shop)
    const [email, unknown] = [`${newId()}@shopper.example`, `${newId()}@shopper.example`]
    const replies = [
      await mali.post('/api/user/register', { name: 'Mali', email, password: passwordOfTests }),
      await mali.post('/api/user/send-verify-otp'),
      await mali.post('/api/user/send-reset-otp', { email }),
      await mali.post('/api/user/send-reset-otp', { email: unknown }),
      await mali.post('/api/seller/send-reset-otp', { email: unknown }),
    ]
    return replies.map(({ json }) => json.mailDelayed)
  }
  const none = Array(5).fill(undefined)
  expect(await asked()).toEqual(none)
  await failBy(deadUrl)
  expect(await asked()).toEqual(Array(5).fill(true))
  await failBy(liveUrl())
  expect(await asked()).toEqual(none)
})

test('while mail fails, readiness names what is degraded, and sellers see the problem', async () => {
  const [owner, mali] = [await seller(shop), await person(shop).register()]
  const problems = async () => (await owner.get('/api/seller/health', { 'accept-language': 'en' })).json
  expect(await problems()).toEqual({ success: true, problems: [] })

  // The first request is answered by the code of the registration.
  await mali.post('/api/user/send-verify-otp')
  await clearJobs(shop.pool)
  await mali.post('/api/user/send-verify-otp')
  await sendDueMails(deadUrl)
  const { problems: found } = await problems()
  expect(found).toEqual([
    {
      code: 'mail_unreachable',
      message: expect.stringMatching(/^No mail has gone out since .* \d\d:\d\d: the mail server cannot/),
    },
  ])
  expect(found[0].message).toContain('Mails waiting: 1.')
  expect((await owner.get('/api/seller/health', { 'accept-language': 'th' })).json.problems[0].message).toMatch(
    /^ส่งอีเมลไม่ได้ตั้งแต่ .* เพราะติดต่อเซิร์ฟเวอร์อีเมลไม่ได้/,
  )

  const other = await testShop()
  await recordedDelivery(other.db, smtpDelivery(deadUrl, 'a@b.example', 'https://b.example'), () =>
    connectToSmtp(deadUrl),
  )(aMail()).catch(() => {})
  const ready = await person(other).get('/readyz')
  expect([ready.status, ready.json]).toEqual([200, { success: true, degraded: ['mail'] }])
  await other.close()
})

test('while codes wait more than two minutes for their turn, messages, readiness and sellers say so', async () => {
  const other = await testShop()
  const [owner, mali] = [await seller(other), await person(other).register()]
  const said = async () => {
    const { json } = await person(other).post('/api/user/send-reset-otp', { email: `${newId()}@shopper.example` })
    const { problems } = (await owner.get('/api/seller/health', { 'accept-language': 'en' })).json
    return [json.mailDelayed, (await degradations(other.db)())[0], problems[0]?.code]
  }
  await clearJobs(other.pool)
  await mali.post('/api/user/send-verify-otp')
  await mali.post('/api/user/send-verify-otp')
  await makeDue(other.pool, { task: 'send-code' }, -115)
  expect(await said()).toEqual([undefined, undefined, undefined])
  await makeDue(other.pool, { task: 'send-code' }, -125)
  expect(await said()).toEqual([true, 'mail', 'mail_slow'])
  // A client's further codes don't delay the first ones of others.
  await clearJobs(other.pool)
  await other.db.transaction().execute((tx) => queueJob(tx, 'send-code', { sealed: '', codeHash: '' }, { priority: 1 }))
  await makeDue(other.pool, { task: 'send-code' }, -125)
  expect(await said()).toEqual([undefined, 'mail', 'mail_slow'])
  expect((await codeSentMessage(other.db, 'code_sent', { turn: 2 })).mailDelayed).toBe(true)
  await other.close()
})

test('codes that wait for another one of their client address delay only codes of that address', async () => {
  const other = await testShop()
  const owner = await seller(other)
  const payload = { sealed: '', codeHash: '' }
  for (const priority of [0, 0, 1, 1]) await queueJob(other.db, 'send-code', payload, { priority, queue: 'codes-7' })
  await makeDue(other.pool, { task: 'send-code' }, -125)
  const late = async () => [
    (await degradations(other.db)())[0],
    (await owner.get('/api/seller/health')).json.problems.length,
    (await codeSentMessage(other.db, 'code_sent', { turn: 2, queue: 'codes-8' })).mailDelayed,
    (await codeSentMessage(other.db, 'code_sent', { turn: 2, queue: 'codes-7' })).mailDelayed,
  ]
  expect(await late()).toEqual(['mail', 1, true, true])
  const whileSending: unknown[] = []
  await runDueJobs(other.pool, { 'send-code': async () => void whileSending.push(await late()) })
  expect(whileSending[0]).toEqual([undefined, 0, undefined, true])
  await other.close()
})

test('once the mail server works again, waiting mails are sent at once, without their backoff', async () => {
  const mali = await person(shop).register()
  // The first request is answered by the code of the registration.
  await mali.post('/api/user/send-verify-otp')
  await clearJobs(shop.pool)
  await mali.post('/api/user/send-verify-otp')
  await sendDueMails(deadUrl)
  await makeDue(shop.pool, {}, 5 * 60 * 60)
  expect(await waitingMails(shop.db)).toBe(1)

  await checkRecovery(shop.db, () => connectToSmtp(deadUrl))
  await sendDueMails(liveUrl())
  expect([await waitingMails(shop.db), (await mailHealth(shop.db)).failingSince]).toEqual([1, expect.any(Date)])

  await checkRecovery(shop.db, () => connectToSmtp(liveUrl()))
  await sendDueMails(liveUrl())
  expect([await waitingMails(shop.db), (await mailHealth(shop.db)).failingSince]).toEqual([0, null])
})

test('a mail server that works again without waiting mails is recorded as working', async () => {
  await failBy(deadUrl)
  await checkRecovery(shop.db, () => connectToSmtp(liveUrl()))
  expect((await mailHealth(shop.db)).failingSince).toBeNull()
})

test('a mail server that accepts the login but refuses mails isn’t checked every minute', async () => {
  refuses = 'MAIL'
  await failBy(liveUrl())
  let asked = 0
  await checkRecovery(shop.db, async () => {
    asked += 1
  })
  expect([asked, (await mailHealth(shop.db)).reason]).toEqual([0, 'refused'])
})
