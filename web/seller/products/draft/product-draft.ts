import { isSuspiciousPrice, readPrice } from '../../../../contract/catalog/read-price.ts'
import type { Complete } from '../../../../contract/entities/fields.ts'
import type { ProductInput, SellerProduct } from '../../../../contract/entities/product.ts'
import { type FieldErrorCode, fieldErrorMessage } from '../../../../contract/messages/field-errors.ts'
import { fieldErrorMessageAt } from '../../../../contract/messages/field-names.ts'
import { productLabels } from '../../../../contract/messages/product-labels.ts'
import { standardTaxClass } from '../../../../contract/pricing/pricing.ts'
import { cents, toWire } from '../../../../contract/values/money.ts'
import { getLocale } from '../../../messages/messages.ts'
import { shop } from '../../../shop.ts'
import { withChanges } from '../../drafts/with-changes.ts'
import { priceText } from '../../ui/price-text.ts'
import { readStock } from './read-stock.ts'

/*
 * A product as form values, all text, and the conversions.
 */

export type ProductDraft = Record<keyof ProductInput, string>

/** Returns the label of a field. */
export const fieldLabel = (name: keyof ProductDraft): string => productLabels[name][getLocale()]

/** Returns the form's values. */
export function draftIn(form: HTMLFormElement): ProductDraft {
  const data = new FormData(form)
  return Object.fromEntries(
    draftFields.map((name) => [name, String(data.get(name) ?? '').replaceAll('\r\n', '\n')]),
  ) as ProductDraft
}

/** Returns a product as form values. */
export function draftOf(product: SellerProduct | undefined): ProductDraft {
  return {
    // A product with text in Thai only has it in both languages: its English fields are empty.
    name: product && product.name !== product.nameTh ? product.name : '',
    nameTh: product?.nameTh ?? '',
    description: product && !isThaiOnly(product) ? product.description.join('\n') : '',
    descriptionTh: product?.descriptionTh?.join('\n') ?? '',
    category: product?.category ?? '',
    // As in the list, the regular price is empty where it is the selling price.
    price: product && product.price !== product.offerPrice ? priceText(product.price) : '',
    offerPrice: product ? priceText(product.offerPrice) : '',
    Weight: product?.Weight ?? '',
    taxClass: knownTaxClass(product?.taxClass),
    stock: '',
  }
}

export const draftFields = Object.keys(draftOf(undefined)) as (keyof ProductDraft)[]

/** Returns a tax class as a form value; '' for standard, also for a class that the shop no longer has. */
export function knownTaxClass(taxClass: string = standardTaxClass): string {
  return taxClass !== standardTaxClass && shop.tax.classes.some(({ id }) => id === taxClass) ? taxClass : ''
}

/** Returns whether the description was written in Thai only. */
function isThaiOnly({ description, descriptionTh }: SellerProduct): boolean {
  return descriptionTh !== null && description.join('\n') === descriptionTh.join('\n')
}

/**
 * Returns a product as it is sent. Text in Thai only is used for both languages, and a single price for both prices.
 * Prices are sent as text, which the shop parses without rounding.
 */
export function productOf(draft: ProductDraft) {
  const { name, nameTh, description, descriptionTh, category, price, offerPrice, Weight, taxClass } = draft
  return {
    name: name.trim() ? name : nameTh,
    nameTh: nameTh.trim() ? nameTh : null,
    description: (description.trim() ? description : descriptionTh).split('\n'),
    descriptionTh: descriptionTh.trim() ? descriptionTh.split('\n') : null,
    category,
    price: plainPrice(price.trim() ? price : offerPrice),
    offerPrice: plainPrice(offerPrice),
    Weight: Weight.trim() ? Weight : null,
    taxClass: taxClass || null,
  } satisfies Complete<Omit<ProductInput, 'stock'>>
}

/** Returns a new product to send, with counted stock if a number was typed. */
export function newProductOf(draft: ProductDraft): ProductInput {
  const { value } = readStock(draft.stock)
  return { ...productOf(draft), ...(typeof value === 'number' && { stock: value }) }
}

/** Returns the errors that the browser's own validation doesn't find. */
export function errorsOfDraft(draft: ProductDraft): Record<string, string> {
  const errors: Record<string, string> = {}
  if (!draft.name.trim() && !draft.nameTh.trim()) {
    const name = getLocale() === 'th' ? 'nameTh' : 'name'
    errors[name] = fieldErrorMessageAt(name, 'required', getLocale())
  }
  if (draft.category === '') errors.category = message('category')
  for (const name of ['price', 'offerPrice'] as const) {
    const { error, values } = readPrice(draft[name])
    const isLeftOut = name === 'price' && error === 'required'
    if (error && !isLeftOut) errors[name] = fieldErrorMessageAt(name, error, getLocale(), values)
  }
  if (isOfferAbove(draft)) errors.offerPrice = message('offer_above_price')
  const { error } = readStock(draft.stock)
  if (error !== undefined) errors.stock = error
  return errors
}

/** Returns whether the offer price is above the price, if both can be read. */
export function isOfferAbove({ price, offerPrice }: Pick<ProductDraft, 'price' | 'offerPrice'>): boolean {
  return (readPrice(offerPrice).cents ?? 0) > (readPrice(price).cents ?? Number.POSITIVE_INFINITY)
}

/** Returns a price as it was parsed, for its field; unparseable text is unchanged. */
export function plainPrice(text: string): string {
  const price = readPrice(text)
  return price.cents === undefined ? text : priceText(toWire(price.cents))
}

/** Returns the first price that is ten times, or a tenth of, the previous one, in the shop's currency. */
export function suspiciousPriceOf(draft: ProductDraft, before: Pick<SellerProduct, 'price' | 'offerPrice'>) {
  for (const name of ['offerPrice', 'price'] as const) {
    const now = toWire(readPrice(draft[name]).cents ?? cents(0))
    if (isSuspiciousPrice(before[name], now)) return { before: before[name], now }
  }
  return undefined
}

/**
 * Merges two people's changes of a product: fields that I changed stay as I typed them, all others are theirs.
 * `clashes` are the fields that both changed differently, `taken` those that only they changed.
 */
export function mergedDraft(before: ProductDraft, mine: ProductDraft, theirs: ProductDraft): MergedDraft {
  const theirChanges = draftFields.filter((name) => theirs[name] !== before[name] && theirs[name] !== mine[name])
  return {
    draft: withChanges(theirs, { before, draft: mine }),
    clashes: theirChanges.filter((name) => mine[name] !== before[name]),
    taken: theirChanges.filter((name) => mine[name] === before[name]),
  }
}

export type MergedDraft = { draft: ProductDraft; clashes: (keyof ProductDraft)[]; taken: (keyof ProductDraft)[] }

function message(error: FieldErrorCode): string {
  return fieldErrorMessage(error, getLocale())
}
