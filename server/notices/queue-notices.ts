import type { AlarmMinutes } from '../../contract/staff/notices.ts'
import type { Job } from '../database/jobs.ts'
import type { LowProduct } from './queries.ts'

/* Notices are queued in the transaction of what they are about, as mails are. */

declare global {
  namespace GraphileWorker {
    interface Tasks {
      'tell-staff': Extract<Notice, { orderId: string }>
      'send-push': { deviceId: string; notice: Notice; until: number }
      'send-line': { notice: ShopNotice; until: number; retryKey: string }
    }
  }
}

/** What a notice is about. */
export type Notice =
  | { about: 'order'; orderId: string }
  | { about: 'alarm'; orderId: string; minutes: AlarmMinutes }
  | { about: 'late'; orderId: string }
  | { about: 'moved'; orderId: string }
  | { about: 'stock'; products: LowProduct[] }
  | { about: 'trial' }

/** A notice to all staff; a trial goes to one device. */
export type ShopNotice = Exclude<Notice, { about: 'trial' }>

/** Returns the job that tells the staff of a new order. */
export const newOrderNoticeJob = (orderId: string): Job => [
  'tell-staff',
  { about: 'order', orderId },
  { key: `tell:${orderId}` },
]

/** Returns the job that tells the staff that an order isn't confirmed, after this many milliseconds. */
export const alarmJob = (orderId: string, minutes: AlarmMinutes, after = 0): Job => [
  'tell-staff',
  { about: 'alarm', orderId, minutes },
  { key: `alarm:${orderId}:${minutes}`, after },
]

/** Returns the job that tells the staff that an order comes later than promised. */
export const lateNoticeJob = (orderId: string): Job => [
  'tell-staff',
  { about: 'late', orderId },
  { key: `late:${orderId}` },
]

/** Milliseconds during which a shopper can move an order again before the staff are told. */
const movedDelay = 60_000

/** Returns the job that tells the staff that a shopper has moved an order to another delivery window. */
export const movedNoticeJob = (orderId: string): Job => [
  'tell-staff',
  { about: 'moved', orderId },
  { key: `moved:${orderId}`, after: movedDelay },
]

/**
 * Returns the job that pushes a notice to a device, after `after` milliseconds. `until` is when it is given up, in
 * milliseconds since 1970.
 */
export const pushJob = (
  deviceId: string,
  notice: Notice,
  { until, after = 0 }: { until: number; after?: number },
): Job => ['send-push', { deviceId, notice, until }, { key: `push:${topicOf(notice)}:${deviceId}`, after }]

/**
 * Returns the job that sends a notice to the LINE group, after `after` milliseconds. `until` is when it is given up, in
 * milliseconds since 1970. LINE takes each retry key once, however often the job is repeated.
 */
export const lineJob = (
  notice: ShopNotice,
  { until, retryKey, after = 0 }: { until: number; retryKey: string; after?: number },
): Job => ['send-line', { notice, until, retryKey }, { key: `line:${retryKey}`, after }]

/**
 * Returns what notices have in common that replace each other on a device: an alarm replaces the notice of its order,
 * and one about products an earlier one about the same.
 */
export function topicOf(notice: Notice): string {
  if ('orderId' in notice) return `order-${notice.orderId}`
  if (notice.about === 'trial') return notice.about
  return `stock-${JSON.stringify(notice.products.map(({ name, weight }) => [name, weight]))}`
}
