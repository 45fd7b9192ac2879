import type { JobHelpers, TaskList } from 'graphile-worker'
import type { ShopConfig } from '../../contract/shop.ts'
import type { Db } from '../platform/database.ts'
import type { Deliver } from './deliver.ts'
import { openCodeMail } from './queue-mail.ts'
import { codeMail, type OrderMail, orderMail } from './templates.ts'

export type MailDeps = {
  db: Db
  secret: string
  shop: ShopConfig
  publicUrl: string
  deliver: Deliver
  loadOrder: (db: Db, orderId: string) => Promise<OrderMail>
}

/** The jobs that send mail. Each rejects when delivery fails, and is then tried again later. */
export function mailTasks({ db, secret, shop, publicUrl, deliver, loadOrder }: MailDeps): TaskList {
  return {
    'send-code': async (payload: unknown, { job }: JobHelpers) => {
      const mail = openCodeMail(secret, (payload as { sealed: string }).sealed)
      // Codes are made for any address; only one with an account gets a mail.
      const account = await db.selectFrom('shopper').select('id').where('email', '=', mail.email).executeTakeFirst()
      if (account) await deliver({ ...codeMail(shop, mail), to: mail.email, id: `code-${job.id}` })
    },
    'send-order-mail': async (payload: unknown) => {
      const { orderId } = payload as { orderId: string }
      const order = await loadOrder(db, orderId)
      const content = orderMail(shop, order, `${publicUrl}/my-orders`)
      await deliver({ ...content, to: order.email, id: `order-${orderId}` })
    },
  }
}
