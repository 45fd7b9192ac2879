import { type ProductInput, productInput } from '../../contract/entities.ts'
import { limits } from '../../contract/limits.ts'
import { type Cents, centsFromWire } from '../../contract/money.ts'
import type { FieldFault } from '../../contract/refusals.ts'
import { findCategory, type ShopConfig } from '../../contract/shop.ts'
import { type EncodedPicture, encodePicture, PictureError } from '../media/encode-picture.ts'
import type { PictureStore } from '../media/store.ts'
import type { Db } from '../platform/database.ts'
import { refusalOfIssues } from '../platform/form-faults.ts'
import { newId } from '../platform/ids.ts'
import { refuse, refuseUnless } from '../platform/refusal.ts'
import type { ProductRow } from './product-record.ts'
import { insertProduct } from './queries.ts'

/** A file as the seller sent it: its own name is only ever used to tell which one is refused. */
export type SentPicture = { name: string; bytes: Buffer }

/**
 * Adds a product with its pictures. Pictures are kept before the product is written, so a product never shows a
 * missing one; a crash in between leaves files that nothing points to.
 *
 * Refuses `malformed` and `invalid_form`, each fault at its field.
 */
export async function addProduct(
  deps: { db: Db; store: PictureStore; shop: Pick<ShopConfig, 'categories'> },
  productData: unknown,
  sent: readonly SentPicture[],
): Promise<ProductRow> {
  const parsed = productInput.safeParse(productData)
  if (!parsed.success) throw refusalOfIssues(parsed.error.issues)
  const input = parsed.data
  const category = findCategory(deps.shop, input.category)
  refuseUnless(category, 'invalid_form', { fields: { category: 'category' } })
  const { price, offerPrice } = pricesOf(input)
  refuseUnless(sent.length <= limits.pictures, 'invalid_form', {
    fields: { images: { fault: 'too_many', places: { max: limits.pictures } } },
  })

  const pictures = await encodeAll(sent)
  for (const picture of pictures) for (const file of picture.files) await deps.store.put(file.name, file.bytes)
  return insertProduct(deps.db, {
    id: newId(),
    name: input.name.trim(),
    nameTh: input.nameTh?.trim() || null,
    description: linesIn(input.description),
    descriptionTh: input.descriptionTh ? linesIn(input.descriptionTh) : null,
    category: category.path,
    priceCents: price,
    offerPriceCents: offerPrice,
    pictures: pictures.map((picture) => picture.url),
    stock: input.stock ?? null,
    weight: input.Weight?.trim() || null,
  })
}

function pricesOf(input: ProductInput): { price: Cents; offerPrice: Cents } {
  const [price, offerPrice] = [priceOf(input.price), priceOf(input.offerPrice)]
  const fields: Record<string, FieldFault> = {}
  if (!price) fields.price = 'price'
  if (!offerPrice) fields.offerPrice = 'price'
  if (price && offerPrice && offerPrice > price) fields.offerPrice = 'offer_above_price'
  if (!price || !offerPrice || Object.keys(fields).length > 0) refuse('invalid_form', { fields })
  return { price, offerPrice }
}

function priceOf(sent: number | string): Cents | undefined {
  // Number('') is 0 and Number('0x10') is 16, so text must look like a price first.
  if (typeof sent === 'string' && !/^\s*[0-9]{1,8}(\.[0-9]{1,2})?\s*$/.test(sent)) return undefined
  const price = centsFromWire(Number(sent))
  return price && price <= limits.priceCents ? price : undefined
}

/** Lines with something in them; clients send an empty description as one empty line. */
const linesIn = (lines: readonly string[]) => lines.map((line) => line.trim()).filter(Boolean)

async function encodeAll(sent: readonly SentPicture[]): Promise<EncodedPicture[]> {
  const pictures: EncodedPicture[] = []
  for (const [at, { name, bytes }] of sent.entries()) {
    try {
      pictures.push(await encodePicture(bytes))
    } catch (error) {
      if (!(error instanceof PictureError)) throw error
      refuse('invalid_form', { fields: { [`images.${at}`]: { fault: error.code, places: { name } } } })
    }
  }
  return pictures
}
