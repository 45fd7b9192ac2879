import type { ShopConfig } from '../contract/settings/shop.ts'
import { withoutSampleContact } from '../contract/settings/shop-samples.ts'
import type { Log } from './common/log.ts'
import type { Db } from './database/database.ts'
import { windowTasks, windowTimetable } from './delivery/windows/holds.ts'
import { documentTasks } from './documents/tasks.ts'
import type { App } from './http/calls/calls.ts'
import type { MailDeps } from './mail/tasks.ts'
import { mailTasks, mailTimetable } from './mail/tasks.ts'
import type { PictureStore } from './media/store.ts'
import { pictureTasks, tidyPicturesTimetable } from './media/tidy-pictures.ts'
import { lineApi } from './notices/line-api.ts'
import { vapidKeysOf } from './notices/push-keys.ts'
import { pushSender } from './notices/send-push.ts'
import { lowStockTimetable, noticeTasks } from './notices/tasks.ts'
import { findLocalizedOrder } from './orders/localized-order-queries.ts'
import { findLocalizedRefund } from './orders/money/refund-queries.ts'
import { paymentTasks } from './orders/paying/payment-tasks.ts'
import { promptPayTasks } from './orders/promptpay/promptpay-tasks.ts'
import { unconfirmedTasks, unconfirmedTimetable } from './orders/steps/apply-unconfirmed-rule.ts'
import { reminderTasks, reminderTimetable } from './orders/steps/remind-unconfirmed.ts'
import { delayTasks, delayTimetable } from './orders/steps/tell-delays.ts'
import type { Gateway } from './payments/gateway.ts'
import { sandboxTasks, webhookSender } from './payments/sandbox/sandbox-gateway.ts'
import { slipOkVerifier } from './payments/slip/slipok-verifier.ts'
import { bookEarlierTimetable, countDaysTimetable, reportTasks } from './reports/tasks.ts'
import { searchTasks, tidySearchTimetable } from './search/tasks.ts'
import type { Config } from './start/config.ts'

/* The jobs of all capabilities: what each kind of queued job does, and which are queued at set times. */

/** When jobs are queued, as crontab lines. */
export const timetable = [
  mailTimetable,
  reminderTimetable,
  unconfirmedTimetable,
  delayTimetable,
  tidyPicturesTimetable,
  tidySearchTimetable,
  countDaysTimetable,
  bookEarlierTimetable,
  windowTimetable,
  lowStockTimetable,
]

export type TaskDeps = {
  config: Config
  shop: ShopConfig
  db: Db
  store: PictureStore
  secret: string
  mail: Pick<MailDeps, 'deliver' | 'connect'>
  gateway: Gateway | undefined
  app: App
}

/** Returns what each kind of queued job does. */
export function tasksOf({ config, shop, db, store, secret, mail, gateway, app }: TaskDeps) {
  const { timeZone } = shop
  return {
    ...mailTasks({
      db,
      secret,
      shop: () => (config.demo ? shop : withoutSampleContact(shop)),
      publicUrl: config.publicUrl,
      deliver: mail.deliver,
      connect: mail.connect,
      orderMailTo: config.orderMailTo,
      loadOrder: findLocalizedOrder,
      loadRefund: findLocalizedRefund,
    }),
    ...pictureTasks({ db, store }),
    ...searchTasks({ db }),
    ...reportTasks({ db, timeZone }),
    ...paymentTasks({ db, gateway, log: app.log, shop }),
    ...promptPayTasks({ db, shop, verifierOf: verifiersFor(config, app.log) }),
    ...documentTasks({ db, shop }),
    ...windowTasks({ db, timeZone }),
    ...delayTasks({ db, timeZone, log: app.log }),
    ...unconfirmedTasks({ db, timeZone, log: app.log }),
    ...reminderTasks({ db, timeZone }),
    ...noticeTasks({
      db,
      shop,
      push: pushSender({ keys: vapidKeysOf(secret), subject: () => subjectOf(config, shop) }),
      secret,
      publicUrl: config.publicUrl,
      line: lineApi({ base: config.lineApiBase }),
    }),
    ...sandboxTasks({ db, secret, deliver: webhookSender(app) }),
  }
}

/** Returns the VAPID subject (RFC 8292): the URL by which a push service can contact the shop. */
function subjectOf({ publicUrl }: Config, { contact }: ShopConfig): string {
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:${contact.email}`
}

/**
 * Returns the service that asks the banks about slips, by the number that was paid; undefined if none is configured.
 */
function verifiersFor({ slipOk }: Config, log: Log) {
  if (!slipOk) return undefined
  const { accounts, ...settings } = slipOk
  return (number: string) => slipOkVerifier({ ...settings, receivers: [number, ...accounts] }, log)
}
