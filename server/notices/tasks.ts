import { createHash, randomUUID } from 'node:crypto'
import type { TaskList } from 'graphile-worker'
import { openAt } from '../../contract/delivery/opening-hours.ts'
import { isOpenStatus } from '../../contract/orders/order-status.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import type { NoticeKind } from '../../contract/staff/notices.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { queueJob } from '../database/jobs.ts'
import { promiseSettings } from '../delivery/promise/promise-queries.ts'
import type { LineApi } from './line-api.ts'
import { sendToLine } from './line-channel.ts'
import { nameGroup } from './line-events.ts'
import { findLineChannel, lineTells } from './line-queries.ts'
import { lineText, noticeText } from './notice-text.ts'
import { consumeLowStock, deleteEnded, devicesFor, findDevice, findNoticeOrder, type NoticeOrder } from './queries.ts'
import { alarmJob, lineJob, type Notice, pushJob, type ShopNotice, topicOf } from './queue-notices.ts'
import type { SendPush } from './send-push.ts'

export type NoticeDeps = {
  db: Db
  shop: Pick<ShopConfig, 'currency' | 'timeZone'>
  push: SendPush
  /** The server's secret, with which the channel at LINE is encrypted. */
  secret: string
  /** The shop's own URL, for links. */
  publicUrl: string
  line: LineApi
}

/** Every minute. */
export const lowStockTimetable = '* * * * * tell-low-stock'

/** Seconds after which a notice is out of date: nothing is sent, and no push service keeps it for longer. */
const lifetimes = {
  order: 3600,
  alarm: 3600,
  late: 3600,
  moved: 3600,
  stock: 12 * 3600,
  trial: 300,
} as const satisfies Record<Notice['about'], number>

const kinds = {
  order: 'orders',
  alarm: 'alarms',
  late: 'alarms',
  moved: 'orders',
  stock: 'stock',
} as const satisfies Partial<Record<Notice['about'], NoticeKind>>

const minute = 60_000

/**
 * Returns whether there is nothing to tell about an order any more. One that awaits its payment isn't the staff's yet.
 */
function isOverFor(about: Exclude<Notice['about'], 'stock' | 'trial'>, { status, expectedAt }: NoticeOrder): boolean {
  if (about === 'order' || about === 'alarm') return status !== 'Order Placed'
  return !isOpenStatus(status) || (about === 'late' && !expectedAt)
}

/**
 * The jobs that send notices. Each notice to a device is a job of its own, so that a failure of one repeats no other.
 */
export function noticeTasks({ db, shop, push, secret, publicUrl, line }: NoticeDeps): TaskList {
  const lineDeps = { db, secret, api: line }

  /** Queues a notice to each device that gets its kind, and to the LINE group. */
  async function queueForRecipients(tx: Tx, notice: ShopNotice): Promise<void> {
    const until = Date.now() + lifetimes[notice.about] * 1000
    for (const device of await devicesFor(tx, kinds[notice.about]))
      await queueJob(tx, ...pushJob(device, notice, { until }))
    if (await lineTells(tx, kinds[notice.about]))
      await queueJob(tx, ...lineJob(notice, { until, retryKey: randomUUID() }))
  }

  /**
   * Returns the order that a notice is about, if it is about one; `isOver` if there is nothing to tell about it any
   * more.
   */
  async function orderOf(notice: Notice): Promise<{ order: NoticeOrder | undefined; isOver: boolean }> {
    if (!('orderId' in notice)) return { order: undefined, isOver: false }
    const order = await findNoticeOrder(db, notice.orderId)
    return { order, isOver: !order || isOverFor(notice.about, order) }
  }

  /** Returns whether the shop is open; a shop without opening hours always is. */
  async function isOpen(): Promise<boolean> {
    const { hours } = await promiseSettings(db)
    return !hours || openAt(hours, new Date(), shop.timeZone)
  }

  return {
    'tell-staff': async (notice) => {
      const { order, isOver } = await orderOf(notice)
      if (!order || isOver) return
      // While the shop is closed, an unconfirmed order isn't late. The alarm after five minutes is queued when it
      // opens, with its mail.
      if (notice.about === 'alarm' && notice.minutes === 2 && !(await isOpen())) return
      await inTransaction(db, async (tx) => {
        await queueForRecipients(tx, notice)
        if (notice.about === 'order') {
          const due = order.placedAt.getTime() + 2 * minute
          await queueJob(tx, ...alarmJob(notice.orderId, 2, Math.max(0, due - Date.now())))
        }
      })
    },
    'tell-low-stock': async () => {
      await inTransaction(db, async (tx) => {
        const products = await consumeLowStock(tx)
        if (products.length > 0) await queueForRecipients(tx, { about: 'stock', products })
      })
    },
    'send-push': async ({ deviceId, notice, until }, { abortSignal }) => {
      const left = Math.floor((until - Date.now()) / 1000)
      const device = await findDevice(db, deviceId)
      // Switched off, or of another role, since it was queued.
      if (!device || left <= 0 || (notice.about !== 'trial' && !device[kinds[notice.about]])) return
      const { order, isOver } = await orderOf(notice)
      if (isOver) return
      const { language } = device
      const { currency, timeZone } = shop
      const text = noticeText(notice, { order, language, symbol: currency.symbol, timeZone, now: new Date() })
      const urgent = 'orderId' in notice
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
      if (result.kind === 'gone') await deleteEnded(db, device)
      if (result.kind === 'later')
        await queueJob(db, ...pushJob(deviceId, notice, { until, after: Math.min(result.seconds, left) * 1000 }))
    },
    'send-line': async ({ notice, until, retryKey }, { abortSignal }) => {
      const left = until - Date.now()
      const channel = await findLineChannel(db)
      // Removed or switched off since it was queued.
      if (!channel?.recipient || left <= 0 || !channel[kinds[notice.about]]) return
      const { order, isOver } = await orderOf(notice)
      if (isOver) return
      const { recipient, language } = channel
      const { currency, timeZone } = shop
      const text = lineText(notice, { order, language, symbol: currency.symbol, timeZone, publicUrl })
      const result = await sendToLine(lineDeps, { ...channel, recipient }, { text, retryKey }, abortSignal)
      if (result.kind === 'later')
        await queueJob(db, ...lineJob(notice, { until, retryKey, after: Math.min(result.seconds * 1000, left) }))
    },
    'name-line-group': ({ id }, { abortSignal }) => nameGroup(lineDeps, id, abortSignal),
  }
}
