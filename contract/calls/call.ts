import * as z from 'zod'
import { openWindow } from '../entities/delivery.ts'
import { wireMoney } from '../entities/fields.ts'
import { type RefusalCode, refusals } from '../messages/refusals.ts'
import { secondFactors } from '../staff/second-factor.ts'

/** Who may make a call. Without a cookie, a call for shoppers or sellers is refused before its body is read. */
export type Access = 'anyone' | 'shopper' | 'seller'

export const refusal = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.enum(Object.keys(refusals) as [RefusalCode, ...RefusalCode[]]),
  /** Errors by the path of their field: `{ "address.phone": "…" }`. */
  fields: z.record(z.string(), z.string()).optional(),
  /**
   * With product_gone, product_unavailable, stock_short and amount_changed: the current state of every line of the
   * order, so that the cart can mark the differences. Without offerPrice the product isn't sold any more; without stock
   * it isn't counted.
   */
  changed: z
    .array(
      z.object({
        product: z.string(),
        offerPrice: wireMoney.optional(),
        stock: z.int().optional(),
        /** Whether the requested quantity can be ordered. */
        available: z.boolean(),
      }),
    )
    .optional(),
  /**
   * With window_full, window_closed, too_many_asap and choose_delivery: the next delivery windows with capacity left.
   */
  windows: z.array(openWindow).optional(),
  /**
   * With delivery_booked: the windows in the way, with the numbers of their orders; the shoppers who hold them aren't
   * in the way. An ASAP order has its promised time as `from` and as `to`.
   */
  booked: z.array(z.object({ from: z.string(), to: z.string(), orders: z.array(z.int()), held: z.int() })).optional(),
  /** With second_factor_needed: the kinds that the account has. */
  factors: z.array(z.enum(secondFactors)).optional(),
  /** Tries left for a one-time code after a wrong one. */
  triesLeft: z.int().nonnegative().optional(),
  requestId: z.string().optional(),
})
export type RefusalReply = z.infer<typeof refusal>

export const replyMessage = z.string()

/** The reply of a call that only says that it was done. */
export const doneReply = { success: z.literal(true), message: replyMessage }

/** The version of a setting, and who saved it when. */
export const settingVersion = {
  /** To be sent back as `seen`; 0 if it was never saved. */
  version: z.int(),
  /** The seller's e-mail; null for the demo. */
  changedBy: z.string().nullable(),
  changedAt: z.string().nullable(),
}

/** A version that was shown, or a counted stock; both are kept as numbers of 32 bits. */
export const seenNumber = z.int().min(0).max(2_147_483_647)

/**
 * The version shown to the seller who saves a setting, 0 if none was; if a colleague has saved another one since:
 * setting_changed.
 */
export const seenVersion = { seen: seenNumber }

// Checked before validation, by the session hooks: any userId but the session's own is refused.
export const claimedUserId = { userId: z.unknown().optional() }

/** The query of a list that is read page by page. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^[0-9]{1,3}$/)
    .optional(),
  cursor: z.string().max(400).optional(),
}

/** A condition of a list's query. */
export const flagQuery = z.enum(['true', 'false']).optional()

type Shape = z.ZodRawShape

type CallSchema<S extends z.ZodType, B extends z.ZodType, Q extends z.ZodType> = {
  summary: string
  tags: string[]
  response: { 200: z.ZodUnion<[S, typeof refusal]>; '4xx': typeof refusal; '5xx': typeof refusal }
} & (B extends z.ZodUndefined ? object : { body: B }) &
  (Q extends z.ZodUndefined ? object : { querystring: Q })

/**
 * A field of a multipart form: a text, a picture, pictures, or a text that is JSON of a schema. Fields that may be left
 * out have a question mark behind their name. Only the API reference uses it, as forms are read as streams.
 */
export type Form = Record<string, 'text' | 'picture' | 'pictures' | z.ZodType>

/**
 * Makes a call of its path, its schemas and who may make it. `takesKey`: it takes the header Idempotency-Key; a request
 * that is repeated with the same key, such as after a lost reply, has the effect of one.
 */
export function call<
  const P extends { method: 'GET' | 'POST'; url: string },
  const A extends Access,
  R extends Shape,
  B extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
>(
  path: P,
  definition: {
    summary: string
    access: A
    ours?: true
    reply: R
    body?: B
    query?: Q
    form?: Form
    takesKey?: true
  },
) {
  const success = z.object(definition.reply)
  return {
    ...path,
    access: definition.access,
    /** True for calls made for this shop's own screens only, not for other clients. */
    ours: definition.ours === true,
    multipart: definition.form !== undefined,
    form: definition.form,
    takesKey: definition.takesKey === true,
    success,
    schema: {
      summary: definition.summary,
      tags: [path.url.split('/')[2] ?? 'shop'],
      ...(definition.body && { body: definition.body }),
      ...(definition.query && { querystring: definition.query }),
      response: { 200: z.union([success, refusal]), '4xx': refusal, '5xx': refusal },
    } as CallSchema<z.ZodObject<R>, B, Q>,
  }
}
