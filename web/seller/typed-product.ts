import type { ProductInput, SellerProduct } from '../../contract/entities.ts'
import { limits } from '../../contract/limits.ts'
import { type FieldFault, fieldFaultWords } from '../../contract/refusals.ts'
import { getLocale } from '../messages/messages.ts'

/*
 * A product as its form holds it, each field a text, and the way there and back.
 */

export const typedFields = [
  'name',
  'nameTh',
  'description',
  'descriptionTh',
  'category',
  'price',
  'offerPrice',
  'Weight',
  'stock',
] as const
export type Typed = Record<(typeof typedFields)[number], string>

/** What stands in the form's fields. */
export function typedIn(form: HTMLFormElement): Typed {
  const data = new FormData(form)
  return Object.fromEntries(
    typedFields.map((name) => [name, String(data.get(name) ?? '').replaceAll('\r\n', '\n')]),
  ) as Typed
}

/** A product as its form shows it. */
export function typedOf(product: SellerProduct | undefined): Typed {
  return {
    name: product?.name ?? '',
    nameTh: product?.nameTh ?? '',
    description: product?.description.join('\n') ?? '',
    descriptionTh: product?.descriptionTh?.join('\n') ?? '',
    category: product?.category ?? '',
    price: product?.price.toFixed(2) ?? '',
    offerPrice: product?.offerPrice.toFixed(2) ?? '',
    Weight: product?.Weight ?? '',
    stock: '',
  }
}

/** A product as it is sent. Prices travel as the text that was typed: the shop reads them without rounding. */
export function productOf({ name, nameTh, description, descriptionTh, category, price, offerPrice, Weight }: Typed) {
  return {
    name,
    nameTh: nameTh.trim() ? nameTh : null,
    description: description.split('\n'),
    descriptionTh: descriptionTh.trim() ? descriptionTh.split('\n') : null,
    category,
    price,
    offerPrice,
    Weight: Weight.trim() ? Weight : null,
  }
}

/** A new product as it is sent, counted where a number was typed. */
export function newProductOf(typed: Typed): ProductInput {
  return { ...productOf(typed), ...(typed.stock.trim() && { stock: Number(typed.stock) }) }
}

/** What the browser's own checks don't see. */
export function faultsOfTyped(typed: Typed): Record<string, string> {
  const faults: Record<string, string> = {}
  if (typed.category === '') faults.category = words('category')
  if (isOfferAbove(typed)) faults.offerPrice = words('offer_above_price')
  const stock = Number(typed.stock)
  if (!Number.isInteger(stock) || stock < 0 || stock > limits.stock) faults.stock = words('number')
  return faults
}

export function isOfferAbove({ price, offerPrice }: Pick<Typed, 'price' | 'offerPrice'>): boolean {
  return price !== '' && offerPrice !== '' && Number(offerPrice) > Number(price)
}

function words(fault: FieldFault): string {
  return fieldFaultWords(fault, getLocale())
}
