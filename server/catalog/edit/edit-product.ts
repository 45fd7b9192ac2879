import { newPicture } from '../../../contract/catalog/pictures.ts'
import { productEdit } from '../../../contract/entities/product.ts'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import { isId } from '../../common/ids.ts'
import { refuseField, refuseUnless } from '../../common/refusal.ts'
import { refusalOfIssues } from '../../common/zod-refusal.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import type { SentPicture } from '../../media/encode-sent-picture.ts'
import type { PictureStore } from '../../media/store.ts'
import { lockProductChoices } from '../../settings/product-choices.ts'
import { productFingerprint } from '../fingerprint.ts'
import { checkedProduct, type SellerProductRow } from '../product-to-wire.ts'
import { findSellerProduct, isLastEdit, lockProduct, updateProduct } from '../queries.ts'
import { refuseTooManyPictures, storePictures } from '../store-pictures.ts'

/**
 * Replaces a product's fields and pictures with those of the seller's form. Its present pictures can be reordered or
 * left out, and new ones added. Counted stock, the stock switch and the archived state stay unchanged, and orders keep
 * their copies. Pictures that are left out stay in the store, as orders may show them.
 *
 * Throws `malformed`, `invalid_form` (each error at its field), `product_unknown`, and `product_changed` if the product
 * was changed since the seller read it (optimistic locking). The same edit sent again, after a lost reply, returns the
 * product as it is now.
 */
export async function editProduct(
  deps: { db: Db; store: PictureStore; shop: Pick<ShopConfig, 'categories' | 'tax'> },
  productData: unknown,
  sent: readonly SentPicture[],
): Promise<SellerProductRow> {
  const parsed = productEdit.safeParse(productData)
  if (!parsed.success) throw refusalOfIssues(parsed.error.issues)
  const { id, image, seenAt } = parsed.data
  const product = checkedProduct(deps.shop, parsed.data)
  refuseTooManyPictures(Math.max(image.length, sent.length))
  if (image.filter((url) => url === newPicture).length !== sent.length) refuseField('images', 'invalid')

  // Checked before any picture is encoded, and again while holding the lock: encoding takes seconds.
  const found = isId(id) ? await findSellerProduct(deps.db, id) : undefined
  refuseUnless(found, 'product_unknown')
  const fingerprint = await productFingerprint({ ...product, image, seenAt }, sent)
  if (!isAsSeen(found, seenAt)) return savedBefore(deps.db, found, fingerprint)
  if (image.some((url) => url !== newPicture && !found.pictures.includes(url))) refuseField('image', 'invalid')

  const stored = (await storePictures(deps.store, sent)).values()
  const pictures = image.map((url) => (url === newPicture ? (stored.next().value ?? url) : url))
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockProduct(tx, id)
    refuseUnless(locked, 'product_unknown')
    if (!isAsSeen(locked, seenAt)) return savedBefore(tx, locked, fingerprint)
    await lockProductChoices(tx, product)
    return updateProduct(tx, id, { ...product, pictures, lastEdit: fingerprint })
  })
}

/** Returns the product if this same edit was saved already; throws `product_changed` otherwise. */
async function savedBefore(db: Db, product: SellerProductRow, fingerprint: string): Promise<SellerProductRow> {
  refuseUnless(await isLastEdit(db, product.id, fingerprint), 'product_changed')
  return product
}

/** The API sends milliseconds, the database stores microseconds; each change moves `updatedAt` by at least 1 ms. */
const isAsSeen = (row: { updatedAt: Date }, seenAt: string) => row.updatedAt.getTime() === Date.parse(seenAt)
