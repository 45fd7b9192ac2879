import { expect, test } from 'vitest'
import type { Slip } from '../../../contract/entities/payment.ts'
import type { RefusalCode } from '../../../contract/messages/refusals.ts'
import { hasArrived, makeSlipSending, remedyOf, replyTimeout, type SendReply, type SlipDeps } from './slip-sending.ts'

const picture = new File(['slip'], 'slip.png', { type: 'image/png' })
const waiting: Slip = { state: 'waiting', at: '2026-03-01T09:10:00.000Z' }
const rejected: Slip = { state: 'rejected', at: '2026-03-01T09:05:00.000Z', reason: 'no money' }
const taken: SendReply = { success: true, slip: waiting }
const noReply = () => Promise.reject(new Error('no reply'))
const refused = (code: RefusalCode, status = 200): SendReply => ({ success: false, status, code, message: code })

function aSender(more: Partial<SlipDeps> = {}) {
  const sent: boolean[] = []
  const done: string[] = []
  let clock = 0
  const sender = makeSlipSending({
    send: async () => taken,
    poll: async () => null,
    onSent: () => done.push('sent'),
    onSignedOut: (message) => done.push(message),
    uptime: () => clock,
    wait: async (milliseconds) => {
      clock += milliseconds
    },
    ...more,
    ...(more.send && {
      send: (chosen, options) => {
        sent.push(options.unread)
        return (more.send as SlipDeps['send'])(chosen, options)
      },
    }),
  })
  return { sender, state: () => sender.state.get(), sent, done, clock: () => clock }
}

test('a slip that the shop takes is done, and its picture is forgotten', async () => {
  const page = aSender()
  page.sender.choose(picture)
  await page.sender.send(null)
  expect(page.state()).toEqual({ status: 'empty' })
  expect(page.done).toEqual(['sent'])
})

test('if the session has ended, the login is opened, and the picture can be sent after it', async () => {
  const replies = [refused('not_signed_in', 401), taken]
  const page = aSender({ send: async () => replies.shift() ?? taken })
  page.sender.choose(picture)
  await page.sender.send(null)
  expect(page.state()).toEqual({ status: 'chosen', picture })
  expect(page.done).toEqual(['not_signed_in'])
  await page.sender.send(null)
  expect(page.done).toEqual(['not_signed_in', 'sent'])
})

test('nothing is sent without a picture, and a second press sends nothing', async () => {
  let reply: (reply: SendReply) => void = () => {}
  const page = aSender({ send: () => new Promise((resolve) => (reply = resolve)) })
  await page.sender.send(null)
  page.sender.choose(picture)
  const sending = page.sender.send(null)
  await page.sender.send(null)
  page.sender.choose(new File(['other'], 'other.png'))
  expect(page.sent).toHaveLength(1)
  expect(page.state()).toMatchObject({ status: 'sending', picture })
  reply(taken)
  await sending
  expect(page.state()).toEqual({ status: 'empty' })
})

test('shows how much is sent', async () => {
  const seen: unknown[] = []
  const page = aSender({
    send: async (_picture, { onProgress }) => {
      onProgress(0.5)
      seen.push(page.state())
      return taken
    },
  })
  page.sender.choose(picture)
  await page.sender.send(null)
  expect(seen).toEqual([{ status: 'sending', picture, sent: 0.5 }])
})

test('a refused picture stays, and is sent unread only when asked to', async () => {
  const replies = [refused('slip_no_code'), taken]
  const page = aSender({ send: async () => replies.shift() ?? taken })
  page.sender.choose(picture)
  await page.sender.send(null)
  expect(page.state()).toEqual({ status: 'refused', picture, code: 'slip_no_code', message: 'slip_no_code' })
  await page.sender.send(null, { unread: true })
  expect(page.sent).toEqual([false, true])
  expect(page.done).toEqual(['sent'])
})

test('a lost reply: the slip had arrived, so nothing is sent again', async () => {
  const looks = [null, waiting]
  const page = aSender({ send: noReply, poll: async () => looks.shift() ?? null })
  page.sender.choose(picture)
  await page.sender.send(null)
  expect(page.state()).toEqual({ status: 'empty' })
  expect(page.sent).toHaveLength(1)
  expect(page.done).toEqual(['sent'])
})

test('a lost reply: the shop has no slip, so the picture stays to be sent again', async () => {
  const replies = [noReply, async () => taken]
  const page = aSender({ send: () => (replies.shift() ?? noReply)(), poll: async () => rejected })
  page.sender.choose(picture)
  await page.sender.send(rejected)
  expect(page.state()).toEqual({ status: 'not sent', picture })
  expect(page.clock()).toBeGreaterThanOrEqual(replyTimeout)
  expect(page.sent).toHaveLength(1)
  await page.sender.send(rejected)
  expect(page.state()).toEqual({ status: 'empty' })
})

test('without a connection the shop is asked until it answers', async () => {
  const looks = [noReply, noReply, async () => waiting]
  const page = aSender({ send: noReply, poll: () => (looks.shift() ?? noReply)() })
  page.sender.choose(picture)
  const sending = page.sender.send(null)
  expect(page.state()).toMatchObject({ status: 'sending' })
  await sending
  expect(page.state()).toEqual({ status: 'empty' })
})

test('an error of the server is an unknown outcome too', async () => {
  const page = aSender({ send: async () => refused('broken', 500), poll: async () => waiting })
  page.sender.choose(picture)
  await page.sender.send(null)
  expect(page.done).toEqual(['sent'])
})

test('a repetition that is refused because the first request arrived late is done', async () => {
  const replies = [noReply, async () => refused('slip_sent_before')]
  let slip: Slip | null = null
  const page = aSender({
    send: () => (replies.shift() ?? noReply)(),
    poll: async () => slip,
  })
  page.sender.choose(picture)
  await page.sender.send(null)
  slip = waiting
  await page.sender.send(null)
  expect(page.state()).toEqual({ status: 'empty' })
})

test.each(['order_not_payable', 'order_unknown', 'slip_waits'] as const)(
  'after %s the screen shows how the order stands',
  async (code) => {
    const page = aSender({ send: async () => refused(code) })
    page.sender.choose(picture)
    await page.sender.send(null)
    expect(page.state()).toEqual({ status: 'empty' })
    expect(page.done).toEqual(['sent'])
  },
)

test('a slip has arrived if it waits or is newer, or if the order is closed', () => {
  expect(hasArrived(null, null)).toBe(false)
  expect(hasArrived(null, waiting)).toBe(true)
  expect(hasArrived(rejected, rejected)).toBe(false)
  expect(hasArrived(rejected, { ...rejected, at: '2026-03-01T09:11:00.000Z' })).toBe(true)
  expect(hasArrived(rejected, waiting)).toBe(true)
  expect(hasArrived(null, 'closed')).toBe(true)
})

test('only a picture whose code can’t be read may be sent for the seller to look at', () => {
  const codes = ['slip_no_code', 'slip_checksum', 'slip_payment_qr', 'slip_several', 'slip_used', 'too_many'] as const
  expect(codes.map(remedyOf)).toEqual([
    'another or unread',
    'another or unread',
    'another',
    'another',
    'another',
    'again',
  ])
})
