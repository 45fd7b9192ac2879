import * as z from 'zod'
import { thaiPostcodePattern } from '../delivery/address-rules.ts'
import { deliveryLimits } from '../delivery/delivery-limits.ts'
import { limits } from '../values/limits.ts'
import { centsFromWire } from '../values/money.ts'
import { day, textField, wireMoney } from './fields.ts'

/** A delivery window that takes orders. */
export const openWindow = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  /** A surcharge on the zone's fee. */
  fee: wireMoney,
  /** Capacity left, in orders; 0 if it is full. */
  left: z.int(),
})
export type OpenWindow = z.infer<typeof openWindow>

/** The delivery fee for goods that cost `from` and more, before promotions. */
export const feeTier = z.object({ from: wireMoney, fee: wireMoney })

/** A sum that staff enter for deliveries: at most two decimals. */
export const deliveryMoney = z
  .number()
  .nonnegative()
  .refine((value) => (centsFromWire(value) ?? Number.MAX_VALUE) <= limits.priceCents, { error: 'amount' })

/** A delivery zone as a seller enters it. */
export const zoneInput = z.object({
  name: textField(deliveryLimits.zoneName),
  nameTh: textField(deliveryLimits.zoneName, 0).nullish(),
  /** Whether its fee is shown before an address is known. One zone at most. */
  isDefault: z.boolean(),
  /** Whether it also has the addresses in the shop's country whose place isn't recognised. One zone at most. */
  takesUnknown: z.boolean(),
  /**
   * Whether it has every address in the shop's country that no other zone has, and no areas of its own. One zone at
   * most, which is the last in order.
   */
  everywhere: z.boolean().optional(),
  /** The first is from 0; each next one is from more, and cheaper. */
  tiers: z
    .array(z.object({ from: deliveryMoney, fee: deliveryMoney }))
    .min(1)
    .max(deliveryLimits.feeTiers),
  /** The minimum price of the goods, before promotions. */
  minimum: deliveryMoney,
  rideMinutes: z.int().min(0).max(deliveryLimits.rideMinutes),
  postcodes: z.array(z.string().regex(thaiPostcodePattern)).max(deliveryLimits.areas),
  /** Official codes of six digits. */
  subdistricts: z.array(z.string().regex(/^[0-9]{6}$/)).max(deliveryLimits.areas),
})
export type ZoneInput = z.infer<typeof zoneInput>

/** A delivery zone as sellers see it in the list. An address belongs to the first zone that has it. */
export const zone = zoneInput.omit({ postcodes: true, subdistricts: true }).extend({
  id: z.string(),
  everywhere: z.boolean(),
  /** How many postcodes and sub-districts it has, and the names of the first few. */
  areas: z.int(),
  first: z.array(z.object({ name: z.string(), nameTh: z.string() })),
  /** How many of them zones before this one have as well, so that this one never gets them. */
  overlapping: z.int(),
  version: z.int(),
  /** The seller's e-mail; null for the demo. */
  changedBy: z.string().nullable(),
  changedAt: z.string(),
})
export type Zone = z.infer<typeof zone>

/** Places that a zone no longer delivers to after a change, with the zone that does now. */
export const lostPlaces = z.object({
  /** The names of the first few. */
  first: z.array(z.object({ name: z.string(), nameTh: z.string() })),
  count: z.int(),
  /** Absent if the shop no longer delivers there. */
  zone: zone.pick({ name: true, tiers: true }).extend({ nameTh: z.string().optional() }).optional(),
})
export type LostPlaces = z.infer<typeof lostPlaces>

/** A sub-district of Thailand with its district, its province and one of its postcodes. */
export const place = z.object({
  /** Official code of six digits; the first four are the district's, the first two the province's. */
  subdistrict: z.string(),
  name: z.string(),
  nameTh: z.string(),
  district: z.string(),
  districtTh: z.string(),
  province: z.string(),
  provinceTh: z.string(),
  postcode: z.string(),
})
export type Place = z.infer<typeof place>

const clockTime = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$/, { error: 'invalid' })

/** When the shop is open: spans of each day of the week, and days on which it is closed. */
export const openingHours = z.object({
  /** `day` is 1 for Monday to 7 for Sunday. A day may have several spans; one without any is closed. */
  week: z.array(z.object({ day: z.int().min(1).max(7), from: clockTime, to: clockTime })).max(deliveryLimits.openSpans),
  /** Days as YYYY-MM-DD. */
  closed: z.array(day()).max(deliveryLimits.closedDays),
})
export type OpeningHoursInput = z.infer<typeof openingHours>

const numberIn = (least: number, most: number) =>
  z.int({ error: 'number' }).min(least, { error: 'number' }).max(most, { error: 'number' })

/** Whether ASAP orders are offered, and how many pick and ride while the shop is open. */
export const asapSettings = z.object({
  enabled: z.boolean(),
  /** No later time is promised. */
  limitMinutes: numberIn(deliveryLimits.asapMinutes.least, deliveryLimits.asapMinutes.most),
  pickers: numberIn(1, deliveryLimits.staff),
  riders: numberIn(1, deliveryLimits.staff),
})
export type AsapSettings = z.infer<typeof asapSettings>

/** The rule for an unconfirmed order: the shop goes on ringing, confirms it by itself, or cancels it. */
export const unconfirmedRule = z.object({
  action: z.enum(['ring', 'confirm', 'cancel']),
  /** After this many minutes of the opening hours. */
  afterMinutes: numberIn(deliveryLimits.unconfirmedMinutes.least, deliveryLimits.unconfirmedMinutes.most),
})
export type UnconfirmedRule = z.infer<typeof unconfirmedRule>
