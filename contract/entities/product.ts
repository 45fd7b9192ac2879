import * as z from 'zod'
import { limits } from '../values/limits.ts'
import { idField, priceInput, textField, wellFormed, wireMoney } from './fields.ts'

const productFields = {
  _id: z.string(),
  name: z.string(),
  /** The Thai name, if the seller entered one. Our own field, like descriptionTh and stock. */
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
  /** Its seller has switched it off: pieces that come back aren't for sale either. Absent otherwise. Our own field. */
  switchedOff: z.literal(true).optional(),
  Weight: z.string().optional(),
  /** Its tax class, a class of the shop's settings; absent if standard. Our own field. */
  taxClass: z.string().optional(),
  /**
   * Until when `price` may be shown struck through: it is above `offerPrice`, and the product was sold at it within the
   * last 30 days. Absent otherwise. Our own field.
   */
  struckUntil: z.string().optional(),
  /** The label of its promotion, such as "2 for ฿50"; absent without one. Our own field. */
  promotion: z.object({ en: z.string(), th: z.string() }).optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
}

export const product = z.object(productFields)
export type Product = z.infer<typeof product>

/** A product as its seller sees it. */
export const sellerProduct = product.extend({
  /** The seller's own switch, independent of counted stock. */
  switchedOn: z.boolean(),
  /** When it was archived; null while it is in the catalogue. */
  archivedAt: z.string().nullable(),
})
export type SellerProduct = z.infer<typeof sellerProduct>

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
  name: textField(limits.productName),
  nameTh: textField(limits.productName, 0).nullish(),
  description: lines,
  descriptionTh: lines.nullish(),
  category: z.string().max(limits.shortText),
  price: priceInput,
  offerPrice: priceInput,
  Weight: textField(limits.weight, 0).nullish(),
  stock: z.int().min(0).max(limits.stock).nullish(),
  /** The id of a tax class; null or absent for standard. */
  taxClass: idField.nullish(),
})
export type ProductInput = z.infer<typeof productInput>

/** An edited product. Stock has a call of its own: orders change it while a form is open. */
export const productEdit = productInput.omit({ stock: true }).extend({
  id: idField,
  /** The pictures in their new order: URLs of the product's pictures, and `new` for each file sent along. */
  image: z.array(z.string().max(limits.shortText)),
  /**
   * The `updatedAt` shown to the seller. If the product has changed since, the edit is refused, so no change is lost.
   */
  seenAt: z.string().max(limits.shortText),
})
export type ProductEdit = z.infer<typeof productEdit>
