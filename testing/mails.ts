import type { Deliver } from '../server/mail/deliver.ts'
import { type MailDeps, mailTasks } from '../server/mail/tasks.ts'
import { findLocalizedOrder } from '../server/orders/localized-order-queries.ts'
import { findLocalizedRefund } from '../server/orders/money/refund-queries.ts'
import { shop as shopConfig } from '../shop.config.ts'
import type { TestShop } from './shop.ts'

type Mail = Parameters<Deliver>[0]

/**
 * Returns the jobs that send a shop's mails, and the list of what they have sent, unless `deliver` sends it elsewhere.
 */
export function mailsOf({ db, secret }: Pick<TestShop, 'db' | 'secret'>, options: Partial<MailDeps> = {}) {
  const sent: Mail[] = []
  const tasks = mailTasks({
    db,
    secret,
    shop: () => shopConfig,
    publicUrl: 'https://shop.example',
    deliver: async (mail) => void sent.push(mail),
    loadOrder: findLocalizedOrder,
    loadRefund: findLocalizedRefund,
    ...options,
  })
  return { tasks, sent }
}
