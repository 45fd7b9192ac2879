import * as z from 'zod'
import { deliveryLimits } from '../delivery/delivery-limits.ts'
import {
  asapSettings,
  feeTier,
  lostPlaces,
  openingHours,
  openWindow,
  place,
  unconfirmedRule,
  zone,
  zoneInput,
} from '../entities/delivery.ts'
import { idField, textField, wireMoney } from '../entities/fields.ts'
import { deliveryCallPaths } from '../paths/delivery-call-paths.ts'
import { sellerCallPaths } from '../paths/seller-call-paths.ts'
import { limits } from '../values/limits.ts'
import { call, claimedUserId, doneReply, seenNumber, seenVersion, settingVersion } from './call.ts'

const hours = {
  /** Null if they were never saved: the shop is always open. */
  hours: openingHours.nullable(),
  ...settingVersion,
}

const asap = {
  /** Null if they were never saved: nothing is promised. */
  asap: asapSettings.nullable(),
  ...settingVersion,
}

const unconfirmed = {
  /** Null if it was never saved: the shop goes on ringing. */
  rule: unconfirmedRule.nullable(),
  ...settingVersion,
}

const promisePeriod = z.object({
  /** Its first day, in the shop's time zone. */
  day: z.string(),
  /** Promised times of this period that have passed or were kept; orders that were cancelled don't count. */
  promised: z.int(),
  kept: z.int(),
  /** Median minutes from the order to the promised time. */
  minutes: z.int(),
  /** Median minutes by which the late ones came late; null if none is delivered late. */
  lateMinutes: z.int().nullable(),
})
export type PromisePeriod = z.infer<typeof promisePeriod>

/** The calls about where and when the shop delivers. */
export const deliveryCalls = {
  options: call(deliveryCallPaths.delivery.options, {
    summary:
      'What delivery to a place costs, and when; without a place, to the address that the caller’s cart proposes, or in the zone that the shop shows before it knows one',
    access: 'anyone',
    ours: true,
    query: z.object({
      ...claimedUserId,
      /** One of the shopper's saved addresses, … */
      address: idField.optional(),
      /** … or a place: the code of a sub-district counts before a postcode. */
      subdistrict: textField(limits.shortText, 0).optional(),
      postcode: textField(limits.shortText, 0).optional(),
      /** With a postcode and no sub-district: the district of an address that is being typed. */
      city: textField(limits.shortText, 0).optional(),
      /**
       * How many products the order would have: the promise depends on it. Without it, as many as orders usually have.
       */
      lines: textField(limits.shortText, 0).optional(),
    }),
    reply: {
      success: z.literal(true),
      /** Null if the shop doesn't deliver there, and in a shop without zones. */
      zone: z.object({ id: z.string(), name: z.string(), nameTh: z.string().optional() }).nullable(),
      delivers: z.boolean(),
      /** Why it doesn't: it is in another country, there is no such postcode, or no zone has it. */
      why: z.enum(['country', 'postcode', 'area']).optional(),
      /** The fee of the first tier. */
      fee: wireMoney,
      /** What goods have to cost for free delivery; null if it never is. */
      freeFrom: wireMoney.nullable(),
      /** What goods have to cost to be delivered. */
      minimum: wireMoney,
      tiers: z.array(feeTier),
      /** The promise for an order placed now; null if the shop makes none. */
      asap: z.object({ promisedAt: z.string(), minutes: z.int() }).nullable(),
      /** When the shop opens next if it is closed now: null if no opening is in sight. Null while it is open. */
      closed: z.object({ opensAt: z.string().nullable() }).nullable(),
      /**
       * Windows that take orders, the next first; full ones have 0 left. The capacity that the caller holds counts as
       * left.
       */
      windows: z.array(openWindow),
    },
  }),
  places: call(deliveryCallPaths.delivery.places, {
    summary: 'Sub-districts of Thailand by their name, district or postcode',
    access: 'anyone',
    ours: true,
    query: z.object({
      ...claimedUserId,
      /** The beginning of a sub-district, district or postcode: at most 20 places, … */
      q: textField(limits.searchText, 0).optional(),
      /** … or all places of a postcode, … */
      postcode: textField(limits.shortText, 0).optional(),
      /** … or of a district, by its code of four digits. */
      district: textField(limits.shortText, 0).optional(),
    }),
    reply: { success: z.literal(true), places: z.array(place) },
  }),
  zones: call(sellerCallPaths.delivery.zones, {
    summary: 'The delivery zones, in the order in which an address is looked up',
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), zones: z.array(zone) },
  }),
  zone: call(sellerCallPaths.delivery.zone, {
    summary: 'A delivery zone with its areas',
    access: 'seller',
    ours: true,
    query: z.object({ ...claimedUserId, id: idField }),
    reply: {
      success: z.literal(true),
      zone,
      postcodes: z.array(z.string()),
      /** Codes and names; a name is the code if it isn't known any more. */
      subdistricts: z.array(place),
      /** Areas that earlier zones have, so that this one never gets them: the zones' names by the area's code. */
      overlapping: z.record(z.string(), z.array(z.object({ name: z.string(), nameTh: z.string().optional() }))),
    },
  }),
  saveZone: call(sellerCallPaths.delivery.saveZone, {
    summary: 'Saves a delivery zone; orders that are placed keep their zone and fee',
    access: 'seller',
    ours: true,
    body: zoneInput.extend({
      /** Chosen by the client for a new one, so that a repeated request makes no second one. */
      id: idField,
      /** The version shown to the seller, 0 for a new one; if another was saved since: zone_changed. */
      seen: seenNumber,
    }),
    reply: { ...doneReply, zone, left: z.array(lostPlaces) },
  }),
  removeZone: call(sellerCallPaths.delivery.removeZone, {
    summary: 'Removes a delivery zone; orders that are placed keep their zone, fee and time',
    access: 'seller',
    ours: true,
    body: z.object({ id: idField, seen: seenNumber.min(1) }),
    reply: { ...doneReply, left: z.array(lostPlaces) },
  }),
  reorderZones: call(sellerCallPaths.delivery.reorderZones, {
    summary: 'Puts the zones into another order: an address belongs to the first zone that has it',
    access: 'seller',
    ours: true,
    body: z.object({
      zones: z.array(idField).max(deliveryLimits.zones),
      /** The order shown to the seller; if it has changed since: zones_changed. */
      seen: z.array(idField).max(deliveryLimits.zones),
    }),
    reply: { ...doneReply, zones: z.array(zone) },
  }),
  hours: call(sellerCallPaths.delivery.hours, {
    summary: 'The opening hours and closed days',
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), ...hours },
  }),
  saveHours: call(sellerCallPaths.delivery.saveHours, {
    summary:
      'Saves the opening hours and closed days; refused while orders are booked outside them, unless it keeps those',
    access: 'seller',
    ours: true,
    body: openingHours.extend({
      ...seenVersion,
      /**
       * Whether orders that are booked outside the hours keep their times, which then take no more; without it:
       * delivery_booked.
       */
      keepsBooked: z.boolean().optional(),
    }),
    reply: { ...doneReply, ...hours },
  }),
  asap: call(sellerCallPaths.delivery.asap, {
    summary: 'Whether a time is promised to ASAP orders',
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), ...asap },
  }),
  saveAsap: call(sellerCallPaths.delivery.saveAsap, {
    summary: 'Saves whether a time is promised to ASAP orders',
    access: 'seller',
    ours: true,
    body: asapSettings.extend(seenVersion),
    reply: { ...doneReply, ...asap },
  }),
  unconfirmed: call(sellerCallPaths.delivery.unconfirmed, {
    summary: 'What becomes of an unconfirmed order',
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), ...unconfirmed },
  }),
  saveUnconfirmed: call(sellerCallPaths.delivery.saveUnconfirmed, {
    summary: 'Saves what becomes of an unconfirmed order',
    access: 'seller',
    ours: true,
    body: unconfirmedRule.extend(seenVersion),
    reply: { ...doneReply, ...unconfirmed },
  }),
  promises: call(sellerCallPaths.delivery.promises, {
    summary: 'How many promised times of ASAP orders were kept, by day and by week, the latest first',
    access: 'seller',
    ours: true,
    /** Days and weeks with promises, of the last fourteen days and eight weeks. */
    reply: { success: z.literal(true), days: z.array(promisePeriod), weeks: z.array(promisePeriod) },
  }),
}
