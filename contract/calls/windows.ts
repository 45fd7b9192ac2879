import * as z from 'zod'
import { deliveryLimits } from '../delivery/delivery-limits.ts'
import { deliveryMoney, openingHours, openWindow } from '../entities/delivery.ts'
import { day, idField, wireMoney } from '../entities/fields.ts'
import { delay, order, sellerOrder } from '../entities/order.ts'
import { deliveryCallPaths } from '../paths/delivery-call-paths.ts'
import { sellerCallPaths } from '../paths/seller-call-paths.ts'
import { call, claimedUserId, doneReply, seenNumber } from './call.ts'

const minutesOfDay = z.int().min(0)

/** A weekly template of windows as a seller enters it. Times are minutes of the shop's day. */
export const windowTemplateInput = z.object({
  /** ISO weekdays: 1 is Monday. */
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  starts: minutesOfDay.max(1439),
  ends: minutesOfDay.max(1440),
  /** The most orders of each of its windows. */
  capacity: z.int().min(deliveryLimits.windowCapacity.least).max(deliveryLimits.windowCapacity.most),
  /** Minutes before the start until which orders are taken; negative: after it, before the end. */
  cutOff: z.int().min(deliveryLimits.cutOffMinutes.least).max(deliveryLimits.cutOffMinutes.most),
  /** On top of the zone's fee. */
  fee: deliveryMoney.optional(),
  /** Ids of the zones that it serves; absent for every zone. */
  zones: z.array(idField).max(200).optional(),
  /** false: it takes no more orders; those that it has stay. */
  active: z.boolean(),
})
export type WindowTemplateInput = z.infer<typeof windowTemplateInput>

/** A template as sellers see it. */
export const windowTemplate = windowTemplateInput.extend({
  id: z.string(),
  fee: wireMoney,
  version: z.int(),
  /** The seller's e-mail; null for the demo. */
  changedBy: z.string().nullable(),
  changedAt: z.string(),
})
export type WindowTemplate = z.infer<typeof windowTemplate>

const zoneName = z.object({ id: z.string(), name: z.string(), nameTh: z.string().optional() })

const templates = {
  templates: z.array(windowTemplate),
  zones: z.array(zoneName),
  /** The opening hours of a week: times outside them aren't offered. Null if they were never saved. */
  week: openingHours.shape.week.nullable(),
}

/** An order on the board of a day. */
const boardOrder = z.object({
  _id: z.string(),
  number: z.int(),
  status: z.enum(order.shape.status.options),
  name: z.string(),
  phone: z.string(),
  street: z.string(),
  city: z.string(),
  zone: zoneName.omit({ id: true }).optional(),
  /** When an ASAP order is promised. */
  promisedAt: z.string().optional(),
  /** About when it comes instead, and why. */
  late: delay.optional(),
  failedAttempt: order.shape.failedAttempt,
  amount: wireMoney,
  /** What is to be collected. */
  toCollect: wireMoney,
})
export type BoardOrder = z.infer<typeof boardOrder>

/** The calls of delivery windows. */
export const windowCalls = {
  hold: call(deliveryCallPaths.delivery.hold, {
    summary:
      'Holds a delivery window for ten minutes, or until its cut-off; each renewal adds up to ten. At most thirty minutes of holds in three hours, counted from the first hold. Another held window is released',
    access: 'shopper',
    ours: true,
    body: z.object({
      ...claimedUserId,
      window: idField,
      /** The zone of the address. Without it, the windows that a refusal offers may be of other zones. */
      zone: idField.nullish(),
    }),
    reply: {
      success: z.literal(true),
      window: z.string(),
      expiresAt: z.string(),
      /** How long it is held: the client's clock may be wrong. */
      seconds: z.int(),
    },
  }),
  release: call(deliveryCallPaths.delivery.release, {
    summary: 'Releases the delivery window that the shopper holds',
    access: 'shopper',
    ours: true,
    body: z.object({ ...claimedUserId }),
    reply: { success: z.literal(true) },
  }),
  templates: call(sellerCallPaths.delivery.templates, {
    summary: 'The weekly templates of delivery windows',
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), ...templates },
  }),
  saveTemplate: call(sellerCallPaths.delivery.saveTemplate, {
    summary: 'Saves a template; refuses what would break booked windows, with what is booked',
    access: 'seller',
    ours: true,
    body: windowTemplateInput.extend({
      /** Chosen by the client for a new one, so that a repeated request makes no second one. */
      id: idField,
      /** The version shown to the seller, 0 for a new one; if another was saved since: setting_changed. */
      seen: seenNumber,
    }),
    reply: { ...doneReply, ...templates },
  }),
  removeTemplate: call(sellerCallPaths.delivery.removeTemplate, {
    summary: 'Removes a template and its windows to come, unless orders are booked in them',
    access: 'seller',
    ours: true,
    body: z.object({ id: idField, seen: seenNumber.min(1) }),
    reply: { ...doneReply, ...templates },
  }),
  board: call(sellerCallPaths.delivery.board, {
    summary: 'The orders of a day by delivery window',
    access: 'seller',
    ours: true,
    query: z.object({
      /** 2026-11-22; today without it. */
      day: day().optional(),
    }),
    reply: {
      success: z.literal(true),
      day: z.string(),
      today: z.string(),
      windows: z.array(
        z.object({
          id: z.string(),
          from: z.string(),
          to: z.string(),
          capacity: z.int(),
          /** Shoppers at the checkout who hold it. */
          held: z.int(),
          zones: z.array(zoneName.omit({ id: true })).optional(),
          /** How many orders it has: `orders` may be fewer of them. */
          count: z.int(),
          /** Those among the oldest 1,000 of the day. */
          orders: z.array(boardOrder),
        }),
      ),
      /** The oldest 100 of the open orders without a window. */
      others: z.array(boardOrder),
      /** How many there are, counted up to 1,000. */
      othersCount: z.int(),
    },
  }),
}

/** The calls that move an order to another delivery window. */
export const orderWindowCalls = {
  windows: call(deliveryCallPaths.order.windows, {
    summary: 'The delivery windows that a shopper’s own order can be moved to',
    access: 'shopper',
    ours: true,
    query: z.object({ ...claimedUserId, id: idField }),
    reply: {
      success: z.literal(true),
      windows: z.array(openWindow),
      /** The fee paid for its window: those with a higher one can't be chosen, as a move doesn't change the price. */
      maxFee: wireMoney,
    },
  }),
  moveWindow: call(deliveryCallPaths.order.moveWindow, {
    summary:
      "Moves a shopper's own order to another delivery window, until the cut-off of its own; not to one with a higher fee",
    access: 'shopper',
    ours: true,
    body: z.object({ ...claimedUserId, orderId: idField, window: idField }),
    reply: { ...doneReply, order },
  }),
  windowsAsSeller: call(sellerCallPaths.order.windowsAsSeller, {
    summary: 'The delivery windows that a seller can move an order to: also those past their cut-off',
    access: 'seller',
    ours: true,
    query: z.object({ id: idField }),
    reply: { success: z.literal(true), windows: z.array(openWindow) },
  }),
  moveWindowAsSeller: call(sellerCallPaths.order.moveWindowAsSeller, {
    summary: 'Moves an order to another delivery window, and mails its shopper; the fee stays',
    access: 'seller',
    ours: true,
    body: z.object({ id: idField, window: idField }),
    reply: { ...doneReply, order: sellerOrder },
  }),
}
