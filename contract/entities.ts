import * as z from 'zod'
import { delayReasons } from './delay-reasons.ts'
import { deliveryLimits } from './delivery-limits.ts'
import { documentKinds } from './documents.ts'
import { limits } from './limits.ts'
import { centsFromWire } from './money.ts'
import { orderStatuses } from './order-status.ts'
import { promotionLimits } from './promotion-limits.ts'
import { recoveryCode } from './recovery-code.ts'
import { categoryLimits } from './shop-categories.ts'
import { shopLimits } from './shop-limits.ts'
import { slipLimits } from './slip-limits.ts'
import { digitsOf, isTaxId } from './tax-id.ts'
import { taxLimits } from './tax-settings.ts'

/*
 * The shop's records on the wire. Schemas only check and never transform, so what is parsed is what was sent. The
 * message of a custom issue is a key of `fieldErrors` in refusals.ts.
 */

const wellFormed = (text: string) => !text.includes('\u0000') && text.isWellFormed()

/** A character that is seen: no space, and none that is drawn as nothing, such as U+200B. */
const isVisible = /[^\s\p{Default_Ignorable_Code_Point}]/u

/*
 * Zod runs a refinement even if the one before it failed, unless that one aborts. So length is checked first and
 * aborts: later checks never read more than a field may hold.
 */

/** Text of bounded length, counted after trimming, well-formed and without NUL, which PostgreSQL cannot store. */
export const text = (max: number, min = 1) =>
  z
    .string()
    .refine((value) => value.trim().length <= max, { error: 'too_long', params: { max }, abort: true })
    .refine((value) => min === 0 || (value.trim().length >= min && isVisible.test(value)), {
      error: min <= 1 ? 'required' : 'too_short',
      params: { min },
    })
    .refine(wellFormed, { error: 'characters' })

// Deliberately loose: one @, something on both sides, a dot in the domain, no spaces or control characters. The code
// sent by mail shows whether the address exists. Parts of the domain contain no dots, so each character matches in one
// way only; a pattern that could match it in two ways takes quadratic time to fail.
const emailPattern = /^[^\s@\p{Cc},;<>"]+@[^\s@.\p{Cc},;<>"]+(?:\.[^\s@.\p{Cc},;<>"]+)+$/u
export const email = text(limits.email).refine((value) => emailPattern.test(value.trim()), { error: 'email' })

/** Exactly as typed: never trimmed. */
export const newPassword = z
  .string()
  .refine((value) => value.length <= limits.passwordMax, {
    error: 'too_long',
    params: { max: limits.passwordMax },
    abort: true,
  })
  // Counts code points, so an emoji is one character.
  .refine((value) => [...value].length >= limits.passwordMin, {
    error: 'too_short',
    params: { min: limits.passwordMin },
    abort: true,
  })
  .refine((value) => isVisible.test(value), { error: 'password_blank' })
  .refine(wellFormed, { error: 'characters' })

/** At sign-in only the size is limited: a short wrong password is just a wrong password. */
export const password = z
  .string()
  .refine((value) => value.length <= 1024, { error: 'too_long', params: { max: 1024 }, abort: true })
  .refine(wellFormed, { error: 'characters' })

export const otp = z.string().refine((value) => /^[0-9]{6}$/.test(value.trim()), { error: 'code' })

/** A code of an authenticator app, or a recovery code. */
export const secondFactorCode = z
  .string()
  .refine((value) => value.length <= limits.shortText, {
    error: 'too_long',
    params: { max: limits.shortText },
    abort: true,
  })
  .refine(
    (value) => {
      const plain = recoveryCode.plain(value)
      if (/^[0-9]{6}$/.test(plain)) return true
      return (
        plain.length === recoveryCode.length && [...plain].every((letter) => recoveryCode.alphabet.includes(letter))
      )
    },
    { error: 'invalid' },
  )

/** A code, or the secret of a mail's link: 256 random bits. */
export const otpOrLink = z
  .string()
  .refine((value) => (value.length === 43 ? /^[\w-]{43}$/ : /^[0-9]{6}$/).test(value.trim()), { error: 'code' })

/** A number in the shop's currency with at most two decimals. */
export const wireMoney = z.number().nonnegative()

const productFields = {
  _id: z.string(),
  name: z.string(),
  /** The Thai name, if the seller gave one. Not in the original API, like descriptionTh and stock. */
  nameTh: z.string().nullable(),
  description: z.array(z.string()),
  descriptionTh: z.array(z.string()).nullable(),
  category: z.string(),
  price: wireMoney,
  offerPrice: wireMoney,
  /** URLs, relative to the shop. */
  image: z.array(z.string()),
  /** Also false if counted stock is zero. */
  inStock: z.boolean(),
  /** Pieces left; null if they aren't counted. */
  stock: z.int().nullable(),
  Weight: z.string().optional(),
  /** Its tax class, a class of the shop's settings; absent if standard. Not in the original API. */
  taxClass: z.string().optional(),
  /**
   * Until when `price` was asked for within the last 30 days, if it is above `offerPrice`: it may be shown struck through. Absent
   * if it wasn't asked for. Not in the original API.
   */
  struckUntil: z.string().optional(),
  /** The label of its promotion, such as "2 for ฿50"; absent without one. Not in the original API. */
  promotion: z.object({ en: z.string(), th: z.string() }).optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
}
export const product = z.object(productFields)
export type Product = z.infer<typeof product>

/** An entity with every field named, optional ones too: a mapping that forgets a field doesn't compile. */
export type Complete<T> = { [K in keyof Required<T>]: T[K] }

/** A product as its seller sees it. */
export const sellerProduct = product.extend({
  /** The seller's own switch, independent of counted stock. */
  switchedOn: z.boolean(),
  /** When it was archived; null while it is in the catalogue. */
  archivedAt: z.string().nullable(),
})
export type SellerProduct = z.infer<typeof sellerProduct>

/**
 * Why a search found a product that doesn't have the typed words: `from` is what was typed, `to` what was found instead.
 * `layout`: typed in the other keyboard layout; `category`: `to` is the path of a category that the text names;
 * `description`: only the description has the word; `without`: the product lacks the word, such as a brand.
 */
export const because = z.object({
  kind: z.enum(['layout', 'corrected', 'romanised', 'synonym', 'category', 'description', 'without']),
  from: z.string(),
  to: z.string(),
})
export type Because = z.infer<typeof because>

/** Reasons by the id of the product. */
export const reasons = z.record(z.string(), z.array(because))

/** Another search that a text could mean: the completion of its last word, or a correction. */
export const suggestedSearch = z.object({
  q: z.string(),
  kind: z.enum(['completed', ...because.shape.kind.options]),
})
export type SuggestedSearch = z.infer<typeof suggestedSearch>

/**
 * How many products a list has with each filter, all others as they are. Counted like the list's `total` is: without a
 * search text up to 1,000, with one among its best matches.
 */
export const listCounts = z.object({
  inStock: z.int(),
  onOffer: z.int(),
  /** The categories, by path, without their own filter. */
  categories: z.array(z.object({ path: z.string(), count: z.int() })),
  /** The lowest and the highest offer price without the price filter; null if there is no product. */
  lowestPrice: wireMoney.nullable(),
  highestPrice: wireMoney.nullable(),
})
export type ListCounts = z.infer<typeof listCounts>

/** Two words or phrases that mean the same in this shop's search. */
export const synonym = z.object({ _id: z.string(), from: z.string(), to: z.string(), addedAt: z.string() })
export type Synonym = z.infer<typeof synonym>

/** A search that found nothing, without who searched. */
export const notFoundSearch = z.object({ q: z.string(), count: z.int(), lastSeen: z.string() })
export type NotFoundSearch = z.infer<typeof notFoundSearch>

/** A price as a form sends it: a number, or text. */
export const priceInput = z.union([z.number(), z.string().max(20)], { error: 'price' })
const lines = z
  .array(z.string())
  .refine((all) => all.length <= limits.descriptionLines, {
    error: 'too_many_lines',
    params: { max: limits.descriptionLines },
    abort: true,
  })
  .refine((all) => all.every((line) => line.length <= limits.descriptionLine), {
    error: 'line_too_long',
    params: { max: limits.descriptionLine },
    abort: true,
  })
  .refine((all) => all.every(wellFormed), { error: 'characters' })

/** A new product: the JSON of the `productData` part. Prices are compared with each other later. */
export const productInput = z.object({
  name: text(limits.productName),
  nameTh: text(limits.productName, 0).nullish(),
  description: lines,
  descriptionTh: lines.nullish(),
  category: z.string().max(limits.shortText),
  price: priceInput,
  offerPrice: priceInput,
  Weight: text(limits.weight, 0).nullish(),
  stock: z.int().min(0).max(limits.stock).nullish(),
  /** The id of a tax class; null or absent for standard. */
  taxClass: z.string().max(limits.shortText).nullish(),
})
export type ProductInput = z.infer<typeof productInput>

/** An edited product. Stock has a call of its own: orders change it while a form is open. */
export const productEdit = productInput.omit({ stock: true }).extend({
  id: z.string().max(limits.shortText),
  /** The pictures in their new order: URLs of the product's pictures, and `new` for each file sent along. */
  image: z.array(z.string().max(limits.shortText)),
  /**
   * The `updatedAt` shown to the seller. If the product has changed since, the edit is refused, so no change is lost.
   */
  seenAt: z.string().max(limits.shortText),
})
export type ProductEdit = z.infer<typeof productEdit>

/** A map of product id to quantity. Keys that aren't ids of known products are dropped later, not refused. */
export const cartItems = z
  .record(z.string(), z.int().min(0).max(limits.quantity))
  .refine((items) => Object.keys(items).length <= limits.cartProducts, {
    error: 'too_many_lines',
    params: { max: limits.cartProducts },
  })
export type CartItems = Record<string, number>

export const userSummary = z.object({ name: z.string(), email: z.string(), isAccountVerified: z.boolean() })
export const user = userSummary.extend({
  _id: z.string(),
  cartItems: z.record(z.string(), z.int()),
  /** Products that are no longer sold and have therefore left the cart, until the cart is saved without them. */
  goneItems: z.array(z.string()).optional(),
})
export type User = z.infer<typeof user>

/**
 * Letters and digits, in groups: "10500", "SW1A 1AA", "100-0001". A number is accepted because a number input sends one. Stored as
 * text, so 01000 stays 01000.
 */
export const zipcodeInput = z
  .union([z.string(), z.int().nonnegative()], { error: 'zipcode' })
  .refine((value) => isZipcode(String(value).trim()), { error: 'zipcode' })

const isZipcode = (code: string) =>
  code.length >= limits.zipcodeMin &&
  code.length <= limits.zipcodeMax &&
  /^[0-9A-Za-z]+(?:[ -][0-9A-Za-z]+)*$/.test(code)

export const addressInput = z.object({
  firstName: text(limits.shortText),
  lastName: text(limits.shortText),
  street: text(limits.shortText),
  city: text(limits.shortText),
  state: text(limits.shortText),
  zipcode: zipcodeInput,
  country: text(limits.shortText),
  phone: text(limits.phoneMax, limits.phoneMin),
  /** The shopper's name for it, such as "Home". Not in the original API, like the note. */
  label: text(limits.addressLabel, 0).nullish(),
  /** For the rider. */
  note: text(limits.addressNote, 0).nullish(),
})
export type AddressInput = z.infer<typeof addressInput>

const addressFields = {
  firstName: z.string(),
  lastName: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  /** A number if that loses nothing, else text. */
  zipcode: z.union([z.number(), z.string()]),
  country: z.string(),
  phone: z.string(),
}
/** The copy in an order. The note for the rider isn't in the original API; it is absent if empty. */
export const orderAddress = z.object({ ...addressFields, note: z.string().optional() })
/** A shopper's address. The last three fields aren't in the original API. */
export const address = z.object({
  _id: z.string(),
  userId: z.string(),
  ...addressFields,
  label: z.string().nullable(),
  note: z.string().nullable(),
  isDefault: z.boolean(),
})
export type Address = z.infer<typeof address>
export type OrderAddress = z.infer<typeof orderAddress>

export const paymentType = z.enum(['COD', 'Online', 'PromptPay'])
export type PaymentType = z.infer<typeof paymentType>

const orderStep = z.object({ status: z.enum(orderStatuses), at: z.string(), by: z.string().optional() })

export const orderDocument = z.object({
  id: z.string(),
  kind: z.enum(documentKinds),
  /** `AB2026-000123`. */
  name: z.string(),
})
export type OrderDocument = z.infer<typeof orderDocument>

/** Who a tax invoice is for. */
export const buyer = z.object({
  name: text(limits.shortText),
  address: text(limits.buyerAddress),
  taxId: text(limits.shortText).refine((value) => isTaxId(digitsOf(value)), { error: 'tax_id' }),
  /** Five digits; `00000`, the head office, if it is absent. */
  branch: z
    .string()
    .regex(/^[0-9]{5}$/, { error: 'branch' })
    .optional(),
})

const slipState = z.enum(['waiting', 'confirmed', 'rejected'])

/** A delivery window that takes orders. */
export const openWindow = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  /** On top of the zone's fee. */
  fee: wireMoney,
  /** Places left; 0 if it is full. */
  left: z.int(),
})
export type OpenWindow = z.infer<typeof openWindow>

/** About when an order comes that was promised for earlier, and why. */
export const delay = z.object({ about: z.string(), why: z.enum(delayReasons) })

export const order = z.object({
  _id: z.string(),
  /** A short number for people. Not in the original API, like subtotal, tax and timeline. */
  number: z.int(),
  userId: z.string(),
  paymentType,
  subtotal: wireMoney,
  tax: wireMoney,
  /** What promotions took off, also off the delivery fee, the first first; absent if nothing. Not in the original API. */
  discounts: z
    .array(
      z.object({
        name: z.string(),
        nameTh: z.string().optional(),
        code: z.string().optional(),
        amount: wireMoney,
      }),
    )
    .optional(),
  /** How it is delivered. Absent in a shop without zones and windows: there delivery is free. Not in the original API. */
  delivery: z
    .object({
      zone: z.object({ name: z.string(), nameTh: z.string().optional() }).optional(),
      /** Before promotions: what they took off it is in `discounts`. */
      fee: wireMoney,
      /** The start of its window. */
      from: z.string().optional(),
      /** The end of its window, or the time promised. */
      by: z.string().optional(),
      /** The id of its window. */
      window: z.string().optional(),
      /** Whether it was ordered for as soon as possible. */
      asap: z.boolean().optional(),
      /** About when it comes instead, and why, once it is known that the promised time can't be kept. */
      late: delay.optional(),
    })
    .optional(),
  amount: wireMoney,
  status: z.enum(orderStatuses),
  isPaid: z.boolean(),
  /**
   * A refund: due, waiting until the shopper names a bank account to the gateway, done, or, shown to sellers only, failed there.
   * Not in the original API, like payBy.
   */
  refund: z.enum(['due', 'waits', 'done', 'failed']).optional(),
  /** The sum refunded so far; absent if none. */
  refunded: wireMoney.optional(),
  /** What the shop has yet to give back; absent if nothing. */
  owed: wireMoney.optional(),
  /** What it costs after refunds; absent if that is `amount`, and for a cancelled order. */
  cost: wireMoney.optional(),
  /** What sellers took off its price, oldest first; absent if nothing. `by` only for sellers. */
  refunds: z
    .array(
      z.object({
        at: z.string(),
        amount: wireMoney,
        /** The pieces, or how much of a product in its unit; absent for an amount. */
        lines: z
          .array(
            z.object({
              product: z.string(),
              /** 0 if `measure` says how much. */
              quantity: z.int(),
              measure: z.int().optional(),
              unit: z.enum(['g', 'ml']).optional(),
            }),
          )
          .optional(),
        /** A key of `refundReasons`, or a text. */
        reason: z.string(),
        by: z.string().optional(),
      }),
    )
    .optional(),
  /** Its ledger; only for sellers. */
  money: z
    .object({
      /** What it costs now. */
      due: wireMoney,
      received: wireMoney,
      givenBack: wireMoney,
      /** due - received + givenBack: above zero to be collected, below zero to be given back. */
      balance: z.number(),
      /** What each of `items` cost, with its shares of discounts and added tax. */
      lines: z.array(wireMoney),
      /** Whether the payment gateway has yet to refund some of it. */
      refunding: z.boolean(),
    })
    .optional(),
  /** The time until which an order that awaits payment can be paid. */
  payBy: z.string().optional(),
  /**
   * Whether the shopper has finished a payment that isn't confirmed: the gateway processes it or, of a cancelled order, did.
   * Not in the original API.
   */
  processing: z.boolean().optional(),
  /** The state of the newest slip, for an order that awaits payment by PromptPay. Not in the original API. */
  slip: slipState.optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  address: orderAddress,
  /** Who took it, and the URL of a photo of the delivery, as far as the rider said. Not in the original API. */
  handedOver: z.object({ to: z.string().optional(), photo: z.string().optional() }).optional(),
  /** Every product as it was sold; later edits don't change it. */
  items: z.array(z.object({ product, quantity: z.int() })),
  /** `by` is who took the step. Shoppers see it for their own steps only. */
  timeline: z.array(orderStep),
  /** When it was packed, and by whom if a seller said so; only for sellers. */
  packed: z.object({ at: z.string(), by: z.string().optional() }).optional(),
  /** Steps that sellers took back, the last few of them; only for sellers. */
  undone: z.array(orderStep.extend({ undoneAt: z.string(), undoneBy: z.string() })).optional(),
  /** The documents of its payments, the first first; absent if there are none. Each is a page at /documents/ID. */
  documents: z.array(orderDocument).optional(),
})
export type Order = z.infer<typeof order>

const scope = {
  products: z.array(text(limits.shortText)).min(1).max(promotionLimits.products).optional(),
  categories: z.array(text(limits.shortText)).min(1).max(promotionLimits.categories).optional(),
}
/** A sum above zero, with at most two decimals. */
const positiveMoney = z
  .number()
  .positive()
  .refine((value) => (centsFromWire(value) ?? Number.MAX_VALUE) <= limits.priceCents, { error: 'price' })
const piecesOfGroup = (min: number) => z.int().min(min).max(promotionLimits.pieces)

/** What a promotion takes off: `PromotionTerms` of contract/promotions.ts. */
export const promotionTerms = z.union([
  z.strictObject({ kind: z.literal('percent'), basisPoints: z.int().min(1).max(10_000), ...scope }),
  z.strictObject({ kind: z.literal('amount'), amount: positiveMoney, ...scope }),
  z.strictObject({ kind: z.literal('buyGet'), buy: piecesOfGroup(1), get: piecesOfGroup(1), ...scope }),
  z.strictObject({ kind: z.literal('pieces'), pieces: piecesOfGroup(2), amount: positiveMoney, ...scope }),
  z.strictObject({ kind: z.literal('freeDelivery') }),
])

/** A promotion that a cart can have now: `AvailablePromotion` of contract/promotions.ts. */
export const availablePromotion = z.object({
  id: z.string(),
  name: z.string(),
  nameTh: z.string().optional(),
  code: z.string().optional(),
  terms: promotionTerms,
  minimum: wireMoney.optional(),
  /** Not for every shopper: the call that checks a cart tells for whom. */
  personal: z.literal(true).optional(),
})
export type AvailablePromotion = z.infer<typeof availablePromotion>

/** A minute of the shop's time zone. */
const shopTime = z
  .string()
  .regex(/^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]$/, { error: 'invalid' })
  .refine((time) => z.iso.date().safeParse(time.slice(0, 10)).success, { error: 'invalid' })

/** A promotion as a seller enters it. */
export const promotionInput = z.object({
  /** In English. One of the names is needed. */
  name: text(promotionLimits.name, 0).nullish(),
  nameTh: text(promotionLimits.name, 0).nullish(),
  /** Letters A to Z and digits; null if it is automatic. */
  code: z
    .string()
    .regex(/^[A-Za-z0-9]{3,20}$/, { error: 'promotion_code' })
    .nullish(),
  terms: promotionTerms,
  /** What the goods have to cost. */
  minimum: positiveMoney.nullish(),
  firstOrder: z.boolean(),
  /** 2026-11-22T09:00 in the shop's time zone; null for at once and never. */
  startsAt: shopTime.nullish(),
  endsAt: shopTime.nullish(),
  maxUses: z.int().min(1).max(promotionLimits.uses).nullish(),
  maxUsesOfShopper: z.int().min(1).max(promotionLimits.uses).nullish(),
  enabled: z.boolean(),
})
export type PromotionInput = z.infer<typeof promotionInput>

/** A promotion as sellers see it. */
export const promotion = promotionInput.extend({
  id: z.string(),
  name: z.string(),
  /** Whether it counts now, and if not, why. */
  state: z.enum(['on', 'off', 'later', 'ended', 'used up', 'archived']),
  /** Orders that used it, without cancelled ones; counted up to 1,000 if it has no limit. */
  uses: z.int(),
  version: z.int(),
  /** The seller's e-mail; null for the demo. */
  changedBy: z.string().nullable(),
  changedAt: z.string(),
})
export type Promotion = z.infer<typeof promotion>

/** The delivery fee for goods that cost `from` and more, after promotions. */
export const feeTier = z.object({ from: wireMoney, fee: wireMoney })

const zoneMoney = z
  .number()
  .nonnegative()
  .refine((value) => (centsFromWire(value) ?? Number.MAX_VALUE) <= limits.priceCents, { error: 'price' })

/** A delivery zone as a seller enters it. */
export const zoneInput = z.object({
  name: text(deliveryLimits.zoneName),
  nameTh: text(deliveryLimits.zoneName, 0).nullish(),
  /** Whether its fee is shown before an address is known. One zone at most. */
  isDefault: z.boolean(),
  /** Whether it also has the addresses in the shop's country whose place isn't recognised. One zone at most. */
  takesUnknown: z.boolean(),
  /** The first is from 0; each next one is from more, and cheaper. */
  tiers: z
    .array(z.object({ from: zoneMoney, fee: zoneMoney }))
    .min(1)
    .max(deliveryLimits.feeTiers),
  /** What the goods have to cost, after promotions. */
  minimum: zoneMoney,
  rideMinutes: z.int().min(0).max(deliveryLimits.rideMinutes),
  postcodes: z.array(z.string().regex(/^[0-9]{5}$/)).max(deliveryLimits.areas),
  /** Official codes of six digits. */
  subdistricts: z.array(z.string().regex(/^[0-9]{6}$/)).max(deliveryLimits.areas),
})
export type ZoneInput = z.infer<typeof zoneInput>

/** A delivery zone as sellers see it in the list. An address belongs to the first zone that has it. */
export const zone = zoneInput.omit({ postcodes: true, subdistricts: true }).extend({
  id: z.string(),
  /** How many postcodes and sub-districts it has, and the names of the first few. */
  areas: z.int(),
  first: z.array(z.object({ name: z.string(), nameTh: z.string() })),
  version: z.int(),
  /** The seller's e-mail; null for the demo. */
  changedBy: z.string().nullable(),
  changedAt: z.string(),
})
export type Zone = z.infer<typeof zone>

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
  closed: z.array(z.iso.date({ error: 'invalid' })).max(deliveryLimits.closedDays),
})
export type OpeningHours = z.infer<typeof openingHours>

const numberIn = (least: number, most: number) =>
  z.int({ error: 'number' }).min(least, { error: 'number' }).max(most, { error: 'number' })

/** Whether orders as soon as possible are offered, and who is there to pick and ride while the shop is open. */
export const asapSettings = z.object({
  enabled: z.boolean(),
  /** No later time is promised. */
  limitMinutes: numberIn(deliveryLimits.asapMinutes.least, deliveryLimits.asapMinutes.most),
  pickers: numberIn(1, deliveryLimits.staff),
  riders: numberIn(1, deliveryLimits.staff),
})
export type AsapSettings = z.infer<typeof asapSettings>

/** What becomes of an order that nobody confirms: the shop goes on ringing, confirms it by itself, or cancels it. */
export const unconfirmedRule = z.object({
  action: z.enum(['ring', 'confirm', 'cancel']),
  /** After so many minutes of the opening hours. */
  afterMinutes: numberIn(deliveryLimits.unconfirmedMinutes.least, deliveryLimits.unconfirmedMinutes.most),
})
export type UnconfirmedRule = z.infer<typeof unconfirmedRule>

/** A bank slip as its shopper sees it. */
export const slip = z.object({
  state: slipState,
  at: z.string(),
  /** Why it was rejected. */
  reason: z.string().optional(),
})
export type Slip = z.infer<typeof slip>

/** A bank slip as sellers see it, with its order. */
export const sellerSlip = slip.extend({
  id: z.string(),
  orderId: z.string(),
  orderNumber: z.int(),
  /** Confirming the slip of a cancelled order leaves its money to be given back. */
  orderStatus: z.enum(orderStatuses),
  /** Who receives the order. */
  name: z.string(),
  /** What the order costs. */
  amount: wireMoney,
  /** URL of the picture, for sellers only; null once it was deleted. */
  picture: z.string().nullable(),
  /** The sending bank, a code that `bankName` knows. Absent if no slip was read in the picture, like the reference. */
  bank: z.string().optional(),
  reference: z.string().optional(),
  /**
   * The number of the order of another slip whose reference differs only in the case of letters: it may be the same transfer, whose
   * code was drawn anew.
   */
  resembles: z.int().optional(),
  /** Why no slip was read in the picture. */
  unread: z.enum(['no_code', 'not_a_slip', 'payment_qr', 'checksum', 'several_slips', 'took_too_long']).optional(),
  /** What a service that asks the banks said; absent without one. */
  verdict: z
    .enum(['confirmed', 'pending', 'notFound', 'wrongAmount', 'wrongReceiver', 'repeated', 'unavailable'])
    .optional(),
  decidedAt: z.string().optional(),
  /** The seller's e-mail; absent if the service confirmed it. */
  decidedBy: z.string().optional(),
})
export type SellerSlip = z.infer<typeof sellerSlip>

/** An order that waits for money by PromptPay and for a slip, as sellers see it. */
export const unpaidOrder = z.object({
  orderId: z.string(),
  orderNumber: z.int(),
  /** Who receives the order. */
  name: z.string(),
  amount: wireMoney,
  /** When it is cancelled, unless a slip comes or its money is confirmed. */
  expiresAt: z.string(),
})
export type UnpaidOrder = z.infer<typeof unpaidOrder>

/** A slip that was sent for a second order and refused. */
export const slipReuse = z.object({
  orderId: z.string(),
  orderNumber: z.int(),
  /** Who receives the second order. */
  name: z.string(),
  /** The order for which it was sent first. */
  firstOrderNumber: z.int(),
  at: z.string(),
})
export type SlipReuse = z.infer<typeof slipReuse>

/** How the shop is paid by PromptPay. The proxy is checked by `checkProxy` of contract/promptpay.ts. */
export const promptPaySettings = z.object({
  proxy: z.object({
    kind: z.enum(['mobile', 'taxId', 'eWallet', 'biller']),
    number: text(limits.shortText, 0),
    reference1: text(limits.shortText, 0).optional(),
    reference2: text(limits.shortText, 0).optional(),
  }),
  /** The name that the bank's app shows. */
  receiver: text(slipLimits.receiver),
  enabled: z.boolean(),
  /** Days after which the picture of a decided slip is deleted. */
  slipDays: z.int().min(1).max(slipLimits.slipDays),
})
export type PromptPaySettings = z.infer<typeof promptPaySettings>

/** A category as its owner edits it. `path` is absent for a new one, and never changes afterwards. */
export const categoryInput = z.object({
  path: text(limits.shortText).optional(),
  name: text(categoryLimits.name),
  nameTh: text(categoryLimits.name),
  /** The URL of its picture, as settings.picture returned it; null for the usual one. */
  picture: text(limits.shortText).nullable(),
})
export type CategoryInput = z.infer<typeof categoryInput>

/** A category with the number of its products, counted up to 1,000, and of those in the archive among them. */
export const ownersCategory = z.object({
  path: z.string(),
  name: z.string(),
  nameTh: z.string(),
  picture: z.string().nullable(),
  products: z.int(),
  archived: z.int(),
})
export type OwnersCategory = z.infer<typeof ownersCategory>

const line = text(shopLimits.text)
const noLine = text(shopLimits.text, 0)
const isLink = (value: string) => /^https?:\/\/\S+$/.test(value.trim()) && URL.canParse(value.trim())
const addressOfShop = z
  .array(line)
  .min(1, { error: 'required' })
  .refine((all) => all.length <= shopLimits.addressLines, {
    error: 'too_many_lines',
    params: { max: shopLimits.addressLines },
  })

/** What the shop says of itself. Optional texts are empty. */
export const shopSettings = z.object({
  name: text(shopLimits.name),
  nameTh: text(shopLimits.name),
  /** The URL of its picture, as settings.picture returned it; null for none. */
  logo: text(limits.shortText).nullable(),
  company: line,
  companyTh: noLine,
  addressLines: addressOfShop,
  addressLinesTh: addressOfShop,
  phone: text(limits.phoneMax, limits.phoneMin),
  email,
  hours: noLine,
  hoursTh: noLine,
  /** The shop's chat on LINE. */
  line: noLine.refine((value) => value.trim() === '' || isLink(value), { error: 'link' }),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  deliveryArea: line,
  deliveryAreaTh: line,
  social: z.array(z.object({ name: line, url: line.refine(isLink, { error: 'link' }) })).max(shopLimits.links),
  /** What the screens promise; null and false hide it. */
  claims: z.object({
    deliveryMinutes: z.int().min(1).max(shopLimits.minutes).nullable(),
    customers: z.int().min(1).max(shopLimits.customers).nullable(),
    freshness: z.boolean(),
    prices: z.boolean(),
    rating: z.boolean(),
    mrpAndTaxes: z.boolean(),
  }),
})
export type ShopSettings = z.infer<typeof shopSettings>

/** How the shop taxes, and who issues its receipts and tax invoices. */
export const taxSettings = z.object({
  mode: z.enum(['added', 'included']),
  rounding: z.enum(['down', 'half up']),
  classes: z
    .array(
      z.object({
        /** Absent for a new one, and never changes afterwards. */
        id: text(limits.shortText).optional(),
        name: text(taxLimits.name),
        nameTh: text(taxLimits.name),
        rates: z
          .array(
            z.object({
              from: z.iso.date({ error: 'tax_day' }),
              basisPoints: z.int().min(0).max(taxLimits.basisPoints),
            }),
          )
          .max(taxLimits.rates),
      }),
    )
    .min(1)
    .max(taxLimits.classes),
  /** Null in a shop without documents. */
  issuer: z
    .object({ taxId: text(limits.shortText, 0), branch: text(limits.shortText, 0), vatRegistered: z.boolean() })
    .nullable(),
})
export type TaxSettings = z.infer<typeof taxSettings>

/** A problem of the shop. `code` is a key of `shopProblems`. */
export const problem = z.object({ code: z.string(), message: z.string() })
export type Problem = z.infer<typeof problem>

/** The seller's overview. Days are in the shop's time zone. */
export const today = z.object({
  /** Open orders by status, counted up to 1,000 each. */
  waiting: z.array(z.object({ status: z.enum(orderStatuses), count: z.int() })),
  /**
   * The last 30 days, oldest first, as YYYY-MM-DD; the last one is today so far. `orders` and `amount` are the net sales as
   * reports have them; `placed` counts the orders placed that day, without cancelled ones.
   */
  days: z.array(z.object({ day: z.string(), orders: z.int(), amount: z.number(), placed: z.int() })),
  /** Products out of stock, and low on stock: the first few, and their number, counted up to 1,000. */
  outOfStock: z.object({ products: z.array(sellerProduct), count: z.int() }),
  lowStock: z.object({ products: z.array(sellerProduct), count: z.int() }),
})
export type Today = z.infer<typeof today>
