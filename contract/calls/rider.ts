import * as z from 'zod'
import { failedAttemptReasons } from '../delivery/failed-attempt-rule.ts'
import { riderLimits } from '../delivery/rider-limits.ts'
import { idField, textField, wireMoney } from '../entities/fields.ts'
import { deliveryCallPaths } from '../paths/delivery-call-paths.ts'
import { sellerCallPaths } from '../paths/seller-call-paths.ts'
import { limits } from '../values/limits.ts'
import { call, claimedUserId, doneReply } from './call.ts'

/** Chosen by the phone, which sends a tap again until it has a reply: each is applied once. */
export const tapId = z.uuid()
/**
 * For how many milliseconds the tap has waited on the phone, by its clock: `riderLimits` says which are accepted.
 * Others count as none, as a tap mustn't be lost by the phone's clock.
 */
const waited = z.number().optional()
const reason = z.enum(failedAttemptReasons)

/** An order that a rider can take. Its address is known once it is taken. */
const readyOrder = z.object({
  order: z.string(),
  number: z.int(),
  city: z.string(),
  zone: z.object({ name: z.string(), nameTh: z.string().optional() }).optional(),
  /** Start and end of the delivery window; only the end if it is promised as soon as possible. */
  from: z.string().optional(),
  promisedAt: z.string().optional(),
  /** How many products it has. */
  lines: z.int(),
  /** Whether it is packed. One that is taken before counts as packed then. */
  packed: z.boolean(),
  /** What is to be collected. */
  toCollect: wireMoney,
  /** Why another assignment brought it back. */
  cameBack: reason.optional(),
  /** Its address was corrected since it came back, or since the rider took it. */
  corrected: z.literal(true).optional(),
})
export type ReadyOrder = z.infer<typeof readyOrder>

/** An order of a rider's trip: what a rider needs, and nothing else of the shopper. */
const riderOrder = readyOrder.omit({ cameBack: true, packed: true }).extend({
  name: z.string(),
  phone: z.string(),
  street: z.string(),
  state: z.string(),
  zipcode: z.string(),
  country: z.string(),
  note: z.string().optional(),
  takenAt: z.string(),
  /** How often it couldn't be handed over, and why the last time. */
  attempts: z.int(),
  reason: reason.optional(),
  /** It was cancelled on the way and has to come back. `toCollect` is what it cost in cash until then. */
  cancelled: z.literal(true).optional(),
})
export type RiderOrder = z.infer<typeof riderOrder>

const trip = {
  ready: z.array(readyOrder),
  mine: z.array(riderOrder),
  /** The cash that the rider has to hand over; below zero if the shop has too much of it. */
  owed: z.number(),
}

/** What a seller sees of a rider's cash. */
const riderCash = z.object({
  rider: z.string(),
  name: z.string(),
  owed: z.number(),
  /** Orders that the rider has now. */
  orders: z.int(),
})
export type RiderCash = z.infer<typeof riderCash>

const cash = {
  riders: z.array(riderCash),
  /** Cash that was counted in, the newest first. */
  counts: z.array(
    z.object({
      id: idField,
      rider: z.string(),
      name: z.string(),
      owed: z.number(),
      /** Below zero, like `owed`, if the shop paid cash out to the rider. */
      handed: z.number(),
      missing: z.number(),
      by: z.string(),
      at: z.string(),
      /** Who took it back as a mistake, and when. */
      takenBack: z.object({ by: z.string(), at: z.string() }).optional(),
    }),
  ),
  /** Orders that riders brought back and that are in the shop still, and those that were cancelled on the way. */
  cameBack: z.array(
    z.object({
      order: z.string(),
      number: z.int(),
      rider: z.string(),
      reason: z.enum([...failedAttemptReasons, 'cancelled']),
      attempts: z.int(),
      at: z.string(),
      /** Whether it is in the shop; otherwise its rider has it still. */
      back: z.boolean(),
    }),
  ),
}

/** The calls of riders, and of the cash that they collect. */
export const riderCalls = {
  trip: call(sellerCallPaths.rider.trip, {
    summary: 'The orders that a rider can take, and those of the rider’s own trip',
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), ...trip },
  }),
  take: call(sellerCallPaths.rider.take, {
    summary: 'Takes an order for delivery: it is out for delivery then, and no other rider’s',
    access: 'seller',
    ours: true,
    body: z.object({ id: tapId, order: idField, waited }),
    reply: { ...doneReply, ...trip },
  }),
  returnToShop: call(sellerCallPaths.rider.returnToShop, {
    summary: 'Returns an order of the own trip to the shop, also one that was cancelled meanwhile',
    access: 'seller',
    ours: true,
    body: z.object({ id: tapId, order: idField, waited }),
    reply: { ...doneReply, ...trip },
  }),
  delivered: call(sellerCallPaths.rider.delivered, {
    summary: 'Says that an order of the own trip was handed over, to whom, and which cash was collected',
    access: 'seller',
    ours: true,
    body: z.object({
      id: tapId,
      order: idField,
      waited,
      receivedBy: textField(riderLimits.receivedBy),
      /** Not less than what is to be collected. */
      collected: wireMoney,
    }),
    reply: { ...doneReply, ...trip },
  }),
  photo: call(sellerCallPaths.rider.photo, {
    summary: 'As rider/delivered, with a photo of the delivery',
    access: 'seller',
    ours: true,
    form: { id: 'text', order: 'text', 'waited?': 'text', collected: 'text', 'receivedBy?': 'text', image: 'picture' },
    reply: { ...doneReply, ...trip },
  }),
  failedAttempt: call(sellerCallPaths.rider.failedAttempt, {
    summary: 'Says why an order of the own trip couldn’t be handed over; what follows is a rule by reason and attempts',
    access: 'seller',
    ours: true,
    body: z.object({ id: tapId, order: idField, waited, reason }),
    reply: { ...doneReply, ...trip },
  }),
  cash: call(sellerCallPaths.rider.cash, {
    summary: 'The cash that riders have, what was counted in, and the orders that they brought back',
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), ...cash },
  }),
  countIn: call(sellerCallPaths.rider.countIn, {
    summary: 'Counts cash in that a rider hands over, or what the shop pays the rider; what is missing is still owed',
    access: 'seller',
    ours: true,
    body: z.object({
      /** Chosen by the client, so that a repeated request counts nothing twice. */
      id: tapId,
      /** The rider's e-mail. */
      rider: textField(limits.shortText),
      /** What the rider owed when the seller looked; if that has changed: rider_cash_changed. */
      owed: z.number(),
      /** What was handed over, at most `owed`; if that is below zero, what the shop paid the rider. */
      amount: wireMoney,
    }),
    reply: { ...doneReply, ...cash },
  }),
  takeBackCount: call(sellerCallPaths.rider.takeBackCount, {
    summary: 'Takes a mistaken count of a rider’s cash back: its sum is owed again',
    access: 'seller',
    ours: true,
    body: z.object({ id: idField }),
    reply: { ...doneReply, ...cash },
  }),
  backInShop: call(sellerCallPaths.rider.backInShop, {
    summary: 'Says that an order that was cancelled on the way is back in the shop: its stock is returned',
    access: 'seller',
    ours: true,
    body: z.object({ order: idField }),
    reply: { ...doneReply, ...cash },
  }),
}

/** The call about an order that is on its way. */
export const trackCalls = {
  track: call(deliveryCallPaths.order.track, {
    summary: 'About when a shopper’s own order comes, and the link that shows where it is without signing in',
    access: 'shopper',
    ours: true,
    query: z.object({ ...claimedUserId, id: idField }),
    reply: {
      success: z.literal(true),
      path: z.string(),
      /** Null if the shop can't say, or the time has passed. */
      expectedAt: z.string().nullable(),
    },
  }),
}
