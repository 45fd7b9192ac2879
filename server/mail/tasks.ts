import { createHash } from 'node:crypto'
import type { JobHelpers, TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type { ShopConfig } from '../../contract/shop.ts'
import { type Db, inTransaction } from '../database/database.ts'
import { queueJob } from '../database/jobs.ts'
import type { Deliver } from './deliver.ts'
import { checkRecovery, recordedDelivery } from './health.ts'
import { type MailedStep, openCodeMail, sellerMailJob } from './queue-mail.ts'
import { sellerMail } from './seller-mail.ts'
import { cancelledMail, codeMail, type OrderMail, orderMail, stepMail } from './templates.ts'

export type MailDeps = {
  db: Db
  secret: string
  shop: ShopConfig
  publicUrl: string
  deliver: Deliver
  /** Connects to the mail server; absent where mails go into the demo's mailbox. */
  connect?: (() => Promise<unknown>) | undefined
  /** Who gets a mail for each new order; undefined for every seller. */
  orderMailTo?: readonly string[] | undefined
  loadOrder: (db: Db, orderId: string) => Promise<OrderMail>
}

/** Looks every minute whether a mail server that was away is back. */
export const mailTimetable = '* * * * * check-mail'

/** The jobs that send mail. Each rejects when delivery fails, and is then tried again later. */
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
      // Codes are made for any address; only one with an account gets a mail. After the mail server was away, neither
      // does a code that ran out or was replaced meanwhile: of several mails people take the one that came last.
      const account = sql.table(mail.purpose === 'seller-reset' ? 'seller' : 'shopper')
      const { rows } = await sql`
        select from one_time_code code join ${account} account on account.email = code.email
        where code.email = ${mail.email} and purpose = ${mail.purpose} and expires_at > now()
          -- Mails that an older version of the shop queued come without.
          and code_hash = coalesce(${codeHash ?? null}, code_hash) limit 1`.execute(db)
      if (rows.length > 0)
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
      const recipients = to ? [to] : (orderMailTo ?? (await sellerAddresses(db)))
      const [only] = recipients
      if (only === undefined) return
      if (recipients.length > 1) {
        // A job for each, so that one address that fails doesn't have the others mailed again.
        await inTransaction(db, async (tx) => {
          for (const each of recipients) await queueJob(tx, ...sellerMailJob(orderId, each))
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
      const { orderId, by } = payload as { orderId: string; by?: 'shop' | 'shopper' }
      const order = await loadOrder(db, orderId)
      const content = cancelledMail(shop, order, `${publicUrl}/my-orders`, by)
      await deliver({ ...content, to: order.email, id: `cancelled-${orderId}` }, abortSignal)
    },
  }
}

/** Sellers that are told of a new order at most, however many accounts there are. */
const mostSellers = 20

async function sellerAddresses(db: Db): Promise<string[]> {
  const sellers = await db.selectFrom('seller').select('email').orderBy('email').limit(mostSellers).execute()
  return sellers.map(({ email }) => email)
}
