import type { JobHelpers, TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type { ShopConfig } from '../../contract/shop.ts'
import type { Db } from '../platform/database.ts'
import type { Deliver } from './deliver.ts'
import { checkRecovery, recordedDelivery } from './health.ts'
import { openCodeMail } from './queue-mail.ts'
import { cancelledMail, codeMail, type OrderMail, orderMail } from './templates.ts'

export type MailDeps = {
  db: Db
  secret: string
  shop: ShopConfig
  publicUrl: string
  deliver: Deliver
  /** Connects to the mail server; absent where mails go into the demo's mailbox. */
  connect?: (() => Promise<unknown>) | undefined
  loadOrder: (db: Db, orderId: string) => Promise<OrderMail>
}

/** Looks every minute whether a mail server that was away is back. */
export const mailTimetable = '* * * * * check-mail'

/** The jobs that send mail. Each rejects when delivery fails, and is then tried again later. */
export function mailTasks({ db, secret, shop, publicUrl, loadOrder, connect, ...deps }: MailDeps): TaskList {
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
    'send-cancelled-mail': async (payload: unknown, { abortSignal }: JobHelpers) => {
      const { orderId, by } = payload as { orderId: string; by?: 'shop' | 'shopper' }
      const order = await loadOrder(db, orderId)
      const content = cancelledMail(shop, order, `${publicUrl}/my-orders`, by)
      await deliver({ ...content, to: order.email, id: `cancelled-${orderId}` }, abortSignal)
    },
  }
}
