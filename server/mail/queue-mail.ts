import type { Language } from '../../contract/shop.ts'
import { decrypt, encrypt, keyFor } from '../common/encryption.ts'
import type { Tx } from '../database/database.ts'
import { type Job, queueJob } from '../database/jobs.ts'

/*
 * Mails are queued in the transaction of what causes them: there is no mail of an order that was undone, and none is
 * missing for one that was placed.
 */

export type CodeMail = {
  email: string
  purpose: 'verify' | 'reset' | 'seller-reset'
  code: string
  language: Language
  /** What the mail's link carries; absent where a code alone is sent. */
  link?: string
}

/**
 * Queues the mail of a one-time code. The code stands in the queue sealed: a copy of the database doesn't tell it. Its
 * hash, as kept with the codes, tells when sending whether it is still the one to enter.
 */
export function queueCodeMail(tx: Tx, secret: string, mail: CodeMail, codeHash: string): Promise<void> {
  return queueJob(tx, 'send-code', { sealed: encrypt(keyFor(secret, 'code mail'), JSON.stringify(mail)), codeHash })
}

/** Opens what `queueCodeMail` sealed, with the same secret. Throws when it was sealed with another, or changed. */
export function openCodeMail(secret: string, sealed: string): CodeMail {
  return JSON.parse(decrypt(keyFor(secret, 'code mail'), sealed)) as CodeMail
}

/** The jobs that mail a new order to its shopper and to the sellers; what the mails say is read when they are sent. */
export function newOrderJobs(orderId: string): Job[] {
  return [['send-order-mail', { orderId }, { key: `order-mail:${orderId}` }], sellerMailJob(orderId)]
}

/** The job that tells sellers of a new order: one of them, or everybody who is to be told. */
export function sellerMailJob(orderId: string, to?: string): Job {
  return ['send-seller-mail', { orderId, to }, { key: `seller-mail:${orderId}${to ? `:${to}` : ''}` }]
}

/** Milliseconds in which a step that was taken by mistake can be taken back before its shopper hears of it. */
const stepDelay = { 'Out for delivery': 0, Delivered: 120_000 } as const
/** The steps of an order that its shopper gets a mail for. */
export type MailedStep = keyof typeof stepDelay

/** Queues the mail that tells a shopper of a step of the order. It isn't sent when the step was taken back meanwhile. */
export function queueStepMail(tx: Tx, orderId: string, status: MailedStep): Promise<void> {
  return queueJob(
    tx,
    'send-step-mail',
    { orderId, status },
    { key: `step-mail:${orderId}:${status}`, after: stepDelay[status] },
  )
}

/** Queues the mail that tells a shopper of an order that the shop, or the shopper, cancelled. */
export function queueCancelledMail(tx: Tx, orderId: string, by: 'shop' | 'shopper' = 'shop'): Promise<void> {
  return queueJob(tx, 'send-cancelled-mail', { orderId, by }, { key: `cancelled-mail:${orderId}` })
}
