import { createHash } from 'node:crypto'
import type { JobHelpers, TaskList } from 'graphile-worker'
import type { ShopConfig } from '../../contract/shop.ts'
import { type Db, inTransaction } from '../database/database.ts'
import { queueJob } from '../database/jobs.ts'
import type { Deliver } from './deliver.ts'
import { checkRecovery, recordedDelivery } from './health.ts'
import { isCodeOpen, sellerAddresses } from './queries.ts'
import { type CancelledBy, type MailedStep, openCodeMail, sellerMailJob } from './queue-mail.ts'
import { sellerMail } from './seller-mail.ts'
import { cancelledMail, codeMail, type OrderMail, orderMail, stepMail } from './templates.ts'

export type MailDeps = {
  db: Db
  secret: string
  shop: ShopConfig
  publicUrl: string
  deliver: Deliver
  /** Connects to the mail server; undefined if mails go to the demo's mailbox. */
  connect?: (() => Promise<unknown>) | undefined
  /** Who gets a mail for each new order; undefined for all sellers. */
  orderMailTo?: readonly string[] | undefined
  loadOrder: (db: Db, orderId: string) => Promise<OrderMail>
}

/** Checks every minute whether a mail server that failed works again. */
export const mailTimetable = '* * * * * check-mail'

/** The jobs that send mail. Each rejects if delivery fails, and is then repeated later. */
export function mailTasks({
  db,
  secret,
  shop,
  publicUrl,
  orderMailTo,
  loadOrder,
  connect,
  ...deps
}: MailDeps): TaskList {
  const deliver = connect ? recordedDelivery(db, deps.deliver) : deps.deliver
  return {
    'check-mail': async () => {
      if (connect) await checkRecovery(db, connect)
    },
    'send-code': async (payload: unknown, { job, abortSignal }: JobHelpers) => {
      const { sealed, codeHash } = payload as { sealed: string; codeHash?: string }
      const mail = openCodeMail(secret, sealed)
      // Codes are made for any address, but mailed only to those with an account. A code that expired or was replaced
      // while the mail server failed isn't mailed either: people would enter the one of the last mail.
      if (await isCodeOpen(db, { ...mail, codeHash }))
        await deliver({ ...codeMail(shop, mail, publicUrl), to: mail.email, id: `code-${job.id}` }, abortSignal)
    },
    'send-order-mail': async (payload: unknown, { abortSignal }: JobHelpers) => {
      const { orderId } = payload as { orderId: string }
      const order = await loadOrder(db, orderId)
      const content = orderMail(shop, order, `${publicUrl}/my-orders`)
      await deliver({ ...content, to: order.email, id: `order-${orderId}` }, abortSignal)
    },
    'send-seller-mail': async (payload: unknown, { abortSignal }: JobHelpers) => {
      const { orderId, to } = payload as { orderId: string; to?: string }
      const recipients = to ? [to] : (orderMailTo ?? (await sellerAddresses(db, maxSellers)))
      const [only] = recipients
      if (only === undefined) return
      if (recipients.length > 1) {
        // One job per recipient, so that a failure of one address doesn't repeat the others.
        await inTransaction(db, async (tx) => {
          for (const recipient of recipients) await queueJob(tx, ...sellerMailJob(orderId, recipient))
        })
        return
      }
      const order = await loadOrder(db, orderId)
      if (order.status === 'Cancelled') return
      const content = sellerMail(shop, order, `${publicUrl}/seller/orders`)
      const id = `new-order-${orderId}-${createHash('sha256').update(only).digest('hex').slice(0, 12)}`
      await deliver({ ...content, to: only, id }, abortSignal)
    },
    'send-step-mail': async (payload: unknown, { abortSignal }: JobHelpers) => {
      const { orderId, status } = payload as { orderId: string; status: MailedStep }
      const order = await loadOrder(db, orderId)
      if (order.status !== status) return
      const content = stepMail(shop, order, status, `${publicUrl}/my-orders`)
      const id = `${status === 'Delivered' ? 'delivered' : 'on-its-way'}-${orderId}`
      await deliver({ ...content, to: order.email, id }, abortSignal)
    },
    'send-cancelled-mail': async (payload: unknown, { abortSignal }: JobHelpers) => {
      const { orderId, by } = payload as { orderId: string; by?: CancelledBy }
      const order = await loadOrder(db, orderId)
      const content = cancelledMail(shop, order, `${publicUrl}/my-orders`, by)
      await deliver({ ...content, to: order.email, id: `cancelled-${orderId}` }, abortSignal)
    },
  }
}

/** The most sellers who get a mail for a new order. */
const maxSellers = 20
