import { createHmac } from 'node:crypto'
import type { FailedAttemptReason } from '../../contract/delivery/failed-attempt-rule.ts'
import type { Role } from '../../contract/staff/staff-roles.ts'
import type { Language } from '../../contract/values/languages.ts'
import { decrypt, encrypt, keyFor } from '../common/encryption.ts'
import type { Tx } from '../database/database.ts'
import { type Job, queueJob } from '../database/jobs.ts'
import { isMailWaiting } from './queries.ts'

/*
 * Mails are queued in the transaction that causes them, so that there is one for every order that was placed, and none
 * for one that was rolled back.
 */

declare global {
  namespace GraphileWorker {
    interface Tasks {
      'send-code': { sealed: string; codeHash: string }
      'send-staff-mail': { sealed: string; tokenHash: string }
      'send-staff-account-mail': StaffAccountMail
      'send-password-mail': PasswordMail
      'send-order-mail': { orderId: string }
      'send-seller-mail': { orderId: string; reminder?: boolean } & ToOne
      'send-change-mail': MailedChange & ToOne
      'send-slip-mail': { orderId: string; slipId: string } & ToOne
      'send-slip-rejected-mail': RejectedSlip
      'send-step-mail': { orderId: string; status: MailedStep; wasCancelled?: boolean; wasDelivered?: boolean }
      'send-attempt-mail': AttemptMail
      'send-window-mail': { orderId: string; windowId: string; by?: MovedBy }
      'send-address-mail': { orderId: string }
      'send-delay-mail': { orderId: string }
      'send-earlier-mail': { orderId: string; comesAt: string }
      'send-refund-mail': { refundId: string }
      'send-payout-mail': Payout
      'send-cancelled-mail': { orderId: string; cause: CancellationCause }
    }
  }
}

/** The one recipient of a mail; without it, the mail goes to all recipients. */
type ToOne = { to?: string }

export type CodeMail = {
  email: string
  purpose: 'verify' | 'reset' | 'seller-reset'
  code: string
  language: Language
  /** The token of the mail's link; undefined for a mail without a link. */
  link?: string
}

/**
 * Queues the mail of a one-time code. The code is encrypted in the queue, so that a copy of the database doesn't reveal
 * it. By its hash the job checks whether the code still is valid when the mail is sent. Mails of an earlier `turn`,
 * from 1, are sent first, and those requested from one client address one after another.
 */
export function queueCodeMail(
  tx: Tx,
  secret: string,
  mail: CodeMail,
  { codeHash, turn, clientAddress }: { codeHash: string; turn: number; clientAddress: string },
): Promise<void> {
  const sealed = encrypt(keyFor(secret, 'code mail'), JSON.stringify(mail))
  const queue = codeQueueOf(secret, clientAddress)
  return queueJob(tx, 'send-code', { sealed, codeHash }, { priority: turn - 1, queue })
}

/**
 * Returns the name of the queue of a client address's codes: one of 256, which doesn't reveal the address. Which
 * addresses share one can't be found out without the secret.
 */
export function codeQueueOf(secret: string, clientAddress: string): string {
  const hash = createHmac('sha256', keyFor(secret, 'code queue')).update(clientAddress).digest()
  return `codes-${hash[0]}`
}

/**
 * Decrypts what `queueCodeMail` has encrypted with the same secret. Throws if the secret is another one or the text was
 * changed.
 */
export function openCodeMail(secret: string, sealed: string): CodeMail {
  return JSON.parse(decrypt(keyFor(secret, 'code mail'), sealed)) as CodeMail
}

/**
 * The invitation of staff: the recipient, the role, the token of its link, and the address of the owner who invites.
 */
export type StaffMail = { email: string; role: Role; token: string; by: string }

/** Queues the mail of an invitation. It is encrypted in the queue, and is sent only while the invitation is open. */
export function queueStaffMail(tx: Tx, secret: string, mail: StaffMail, tokenHash: string): Promise<void> {
  const sealed = encrypt(keyFor(secret, 'staff mail'), JSON.stringify(mail))
  return queueJob(tx, 'send-staff-mail', { sealed, tokenHash })
}

/** Decrypts what `queueStaffMail` has encrypted with the same secret. */
export function openStaffMail(secret: string, sealed: string): StaffMail {
  return JSON.parse(decrypt(keyFor(secret, 'staff mail'), sealed)) as StaffMail
}

/**
 * A change of how a seller signs in: the recipient, the change and its time. `name` is a passkey's; `by` is the
 * address of the owner who removed a colleague's factors, undefined if that was done on the shop's machine.
 */
export type StaffAccountMail = {
  to: string
  about:
    | 'app_added'
    | 'app_removed'
    | 'passkey_added'
    | 'passkey_removed'
    | 'factors_reset'
    | 'codes_replaced'
    | 'password_changed'
  at: string
  name?: string
  by?: string
}

/** Queues the mail about a change of how a seller signs in, in the transaction of the change. */
export function queueStaffAccountMail(tx: Tx, mail: Omit<StaffAccountMail, 'at'>): Promise<void> {
  return queueJob(tx, 'send-staff-account-mail', { ...mail, at: new Date().toISOString() })
}

/** To whom, when and in which language the change of a shopper's password is mailed. */
export type PasswordMail = { to: string; at: string; language: Language }

/** Queues the mail to a shopper that the account's password was changed, in the transaction of the change. */
export function queuePasswordMail(tx: Tx, mail: Omit<PasswordMail, 'at'>): Promise<void> {
  return queueJob(tx, 'send-password-mail', { ...mail, at: new Date().toISOString() })
}

/** Returns the jobs that mail a new order to its shopper and to the sellers. The order is read when they are sent. */
export function newOrderJobs(orderId: string): Job[] {
  return [['send-order-mail', { orderId }, { key: `order-mail:${orderId}` }], sellerMailJob(orderId)]
}

/** Returns the job that mails a new order to one seller, or without `to` to all recipients. */
export function sellerMailJob(orderId: string, to?: string): Job {
  return ['send-seller-mail', { orderId, to }, { key: `seller-mail:${orderId}${to ? `:${to}` : ''}` }]
}

/** Returns the job that reminds one seller of an order that isn't confirmed, or without `to` all recipients. */
export function reminderMailJob(orderId: string, to?: string): Job {
  const key = `reminder-mail:${orderId}${to ? `:${to}` : ''}`
  return ['send-seller-mail', { orderId, to, reminder: true }, { key }]
}

/**
 * A change of an order without a seller, and its time: its shopper cancelled it or moved it to another delivery window,
 * or it was cancelled by the rule for unconfirmed orders.
 */
export type MailedChange = { orderId: string; change: 'cancelled' | 'moved' | 'unconfirmed'; at: string }

/**
 * Queues the mail to sellers that an order has changed without them. Of several moves within a minute, the last is
 * mailed.
 */
export function queueChangeMail(tx: Tx, orderId: string, change: MailedChange['change']): Promise<void> {
  return queueJob(tx, ...changeMailJob({ orderId, change, at: new Date().toISOString() }))
}

/** Debounce in milliseconds: an order can be moved or corrected again before the mail about it is sent. */
const changeDelay = 60_000

/** Returns the job that mails such a change to one seller, or without `to` to all recipients. */
export function changeMailJob(changed: MailedChange, to?: string): Job {
  const { orderId, change, at } = changed
  const after = change === 'moved' && !to ? { after: changeDelay } : {}
  // Each recipient gets each change, also if the mail of an earlier one still waits for the mail server.
  const key = to ? `${change}-change-mail:${orderId}:${at}:${to}` : `${change}-change-mail:${orderId}`
  return ['send-change-mail', { ...changed, to }, { key, ...after }]
}

/** The grace period in milliseconds during which a step can be undone before its mail is sent. */
const stepDelay = { 'Out for delivery': 0, Delivered: 120_000 } as const
/** The steps of an order that are mailed to its shopper. */
export type MailedStep = keyof typeof stepDelay

/**
 * Queues the mail to a shopper about a step of the order. It isn't sent if the step was undone meanwhile.
 * `wasCancelled`: an order is delivered although it was cancelled, which its shopper had been told.
 */
export function queueStepMail(
  tx: Tx,
  orderId: string,
  status: MailedStep,
  { wasCancelled = false } = {},
): Promise<void> {
  return queueJob(
    tx,
    'send-step-mail',
    { orderId, status, wasCancelled },
    { key: stepMailKey(orderId, status), after: stepDelay[status] },
  )
}

const stepMailKey = (orderId: string, status: MailedStep) => `step-mail:${orderId}:${status}`

/**
 * Queues the mail to a shopper that an order wasn't delivered after all, and is on its way, if the mail that it was
 * delivered is sent: while that still waits, it won't be. The caller has undone the delivery.
 */
export async function queueUndeliveredMail(tx: Tx, orderId: string): Promise<void> {
  if (await isMailWaiting(tx, stepMailKey(orderId, 'Delivered'))) return
  const status = 'Out for delivery'
  await queueJob(tx, 'send-step-mail', { orderId, status, wasDelivered: true }, { key: stepMailKey(orderId, status) })
}

/** A failed attempt of a rider to hand an order over. */
type MailedAttempt = {
  /** The assignment’s id, and the number of the attempt. */
  assignment: string
  times: number
  reason: FailedAttemptReason
  /** Whether the order comes back to the shop; otherwise the rider tries again. */
  back: boolean
  /** When it happened, ISO 8601. */
  at: string
}

/** Queues the mail to a shopper that a rider couldn't hand the order over: one for each attempt. */
export function queueAttemptMail(tx: Tx, orderId: string, failed: MailedAttempt): Promise<void> {
  return queueJob(
    tx,
    'send-attempt-mail',
    { orderId, ...failed },
    {
      key: `attempt-mail:${failed.assignment}:${failed.times}`,
    },
  )
}
type AttemptMail = MailedAttempt & { orderId: string }

/** Who moved an order to another delivery window. */
export type MovedBy = 'shop' | 'shopper'

/** Queues the mail to a shopper that the order was moved to another delivery window. Only the last move is mailed. */
export function queueWindowMail(tx: Tx, orderId: string, windowId: string, by: MovedBy): Promise<void> {
  const key = `window-mail:${orderId}`
  return queueJob(tx, 'send-window-mail', { orderId, windowId, by }, { key, after: changeDelay })
}

/** Queues the mail to a shopper that the order's address was corrected. Of several within a minute, one is mailed. */
export function queueAddressMail(tx: Tx, orderId: string): Promise<void> {
  return queueJob(tx, 'send-address-mail', { orderId }, { key: `address-mail:${orderId}`, after: changeDelay })
}

/**
 * Queues the mail to a shopper that an ASAP order comes later than promised. It isn't sent once the order has come, or
 * if it comes in time after all.
 */
export function queueDelayMail(tx: Tx, orderId: string): Promise<void> {
  return queueJob(tx, 'send-delay-mail', { orderId }, { key: `delay-mail:${orderId}` })
}

/**
 * Queues the mail to a shopper that an ASAP order comes earlier than the mail about its delay said. It isn't sent if
 * the order comes later again meanwhile, or once it has come.
 */
export function queueEarlierMail(tx: Tx, orderId: string, comesAt: Date): Promise<void> {
  const key = `earlier-mail:${orderId}`
  return queueJob(tx, 'send-earlier-mail', { orderId, comesAt: comesAt.toISOString() }, { key })
}

/** Queues the mail to a shopper about a refund. */
export function queueRefundMail(tx: Tx, refundId: string): Promise<void> {
  return queueJob(tx, 'send-refund-mail', { refundId }, { key: `refund-mail:${refundId}` })
}

/** Money that a seller has transferred back to a shopper, in cents, and the transfer's reference. */
export type Payout = { orderId: string; cents: number; reference?: string; at: string }

/** Queues the mail to a shopper about money that was transferred back. */
export function queuePayoutMail(tx: Tx, payout: Omit<Payout, 'at'>): Promise<void> {
  return queueJob(tx, 'send-payout-mail', { ...payout, at: new Date().toISOString() })
}

/**
 * The cause of a cancellation; `late`: it was cancelled before its payment came; `rule`: it wasn't confirmed in time;
 * `other`: another order of the shopper with all its goods was placed before it was paid; `unpaid`: no transfer was
 * confirmed in time.
 */
export type CancellationCause = 'shop' | 'shopper' | 'late' | 'rule' | 'other' | 'unpaid'

/**
 * Queues the mail to a shopper about an order that was cancelled. It isn't sent if the order was handed over
 * nevertheless.
 */
export function queueCancelledMail(tx: Tx, orderId: string, cause: CancellationCause = 'shop'): Promise<void> {
  return queueJob(tx, 'send-cancelled-mail', { orderId, cause }, { key: `cancelled-mail:${orderId}` })
}

/**
 * Delay in milliseconds of the mail to sellers about a slip, during which the service that asks the banks may confirm
 * it.
 */
const slipMailDelay = 60_000

/** Returns the job that mails to one seller, or without `to` to all recipients, that an order has a slip to look at. */
export function slipMailJob(orderId: string, slipId: string, to?: string): Job {
  return [
    'send-slip-mail',
    { orderId, slipId, to },
    { key: `slip-mail:${slipId}${to ? `:${to}` : ''}`, ...(to ? {} : { after: slipMailDelay }) },
  ]
}

/** A rejected slip, the reason, and until when another can be sent: absent if the order was cancelled. */
export type RejectedSlip = { orderId: string; slipId: string; reason: string; until?: string }

/** Queues the mail to a shopper about a slip that was rejected. */
export function queueSlipRejectedMail(tx: Tx, slip: RejectedSlip): Promise<void> {
  return queueJob(tx, 'send-slip-rejected-mail', slip, { key: `slip-rejected-mail:${slip.slipId}` })
}
