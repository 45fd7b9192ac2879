import { createHash } from 'node:crypto'
import type { JobHelpers, TaskList } from 'graphile-worker'
import type { NoticeKind } from '../../contract/notices.ts'
import { openAt } from '../../contract/opening-hours.ts'
import type { ShopConfig } from '../../contract/shop.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { queueJob } from '../database/jobs.ts'
import { promiseSettings } from '../delivery/promise-queries.ts'
import { noticeText } from './notice-text.ts'
import { deleteEnded, devicesFor, findDevice, findNoticeOrder, takeLowStock } from './queries.ts'
import { alarmJob, type Notice, pushJob, topicOf } from './queue-notices.ts'
import type { SendPush } from './send-push.ts'

export type NoticeDeps = {
  db: Db
  shop: Pick<ShopConfig, 'currency' | 'timeZone'>
  push: SendPush
}

/** Every minute. */
export const lowStockTimetable = '* * * * * tell-low-stock'

/** Seconds after which a notice has lost its point: nothing is sent, and no push service keeps it for longer. */
const lifetimes = { order: 3600, alarm: 3600, stock: 12 * 3600, trial: 300 } as const satisfies Record<
  Notice['about'],
  number
>

const kinds = { order: 'orders', alarm: 'alarms', stock: 'stock' } as const satisfies Partial<
  Record<Notice['about'], NoticeKind>
>

const minute = 60_000

/** The jobs that send notices. Each notice to a device is a job of its own, so that a failure of one repeats no other. */
export function noticeTasks({ db, shop, push }: NoticeDeps): TaskList {
  /** Queues a notice to each device that gets its kind. */
  async function spread(tx: Tx, notice: Exclude<Notice, { about: 'trial' }>): Promise<void> {
    const until = Date.now() + lifetimes[notice.about] * 1000
    for (const device of await devicesFor(tx, kinds[notice.about]))
      await queueJob(tx, ...pushJob(device, notice, { until }))
  }

  /** Returns whether the shop is open; a shop without opening hours always is. */
  async function isOpen(): Promise<boolean> {
    const { hours } = await promiseSettings(db)
    return !hours || openAt(hours, new Date(), shop.timeZone)
  }

  return {
    'tell-staff': async (payload: unknown) => {
      const notice = payload as Extract<Notice, { orderId: string }>
      const order = await findNoticeOrder(db, notice.orderId)
      if (order?.status !== 'Order Placed') return
      // While the shop is closed nobody is late. The alarm after five minutes is queued when it opens, with its mail.
      if (notice.about === 'alarm' && notice.minutes === 2 && !(await isOpen())) return
      await inTransaction(db, async (tx) => {
        await spread(tx, notice)
        if (notice.about === 'order') {
          const due = order.placedAt.getTime() + 2 * minute
          await queueJob(tx, ...alarmJob(notice.orderId, 2, Math.max(0, due - Date.now())))
        }
      })
    },
    'tell-low-stock': async () => {
      await inTransaction(db, async (tx) => {
        const products = await takeLowStock(tx)
        if (products.length > 0) await spread(tx, { about: 'stock', products })
      })
    },
    'send-push': async (payload: unknown, { abortSignal }: JobHelpers) => {
      const { deviceId, notice, until } = payload as { deviceId: string; notice: Notice; until: number }
      const left = Math.floor((until - Date.now()) / 1000)
      const device = await findDevice(db, deviceId)
      // Switched off, or of another role, since it was queued.
      if (!device || left <= 0 || (notice.about !== 'trial' && !device[kinds[notice.about]])) return
      const order = 'orderId' in notice ? await findNoticeOrder(db, notice.orderId) : undefined
      if ('orderId' in notice && order?.status !== 'Order Placed') return
      const { language } = device
      const text = noticeText(notice, { order, language, symbol: shop.currency.symbol, now: new Date() })
      const urgent = notice.about === 'order' || notice.about === 'alarm'
      const result = await push(
        {
          device,
          message: JSON.stringify({ ...text, tag: topicOf(notice), urgent, lang: language }),
          // 32 letters are the most that a topic may have (RFC 8030, section 5.4).
          topic: createHash('sha256').update(topicOf(notice)).digest('base64url').slice(0, 32),
          urgent,
          ttl: left,
        },
        abortSignal,
      )
      if (result.is === 'gone') await deleteEnded(db, device)
      if (result.is === 'later')
        await queueJob(db, ...pushJob(deviceId, notice, { until, after: Math.min(result.seconds, left) * 1000 }))
    },
  }
}
