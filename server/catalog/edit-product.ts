import { productEdit } from '../../contract/entities.ts'
import { newPicture } from '../../contract/pictures.ts'
import type { ShopConfig } from '../../contract/shop.ts'
import { isId } from '../common/ids.ts'
import { refuse, refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { refusalOfIssues } from '../http/zod-refusal.ts'
import type { PictureStore } from '../media/store.ts'
import { checkedProduct } from './checked-product.ts'
import { fingerprintOf } from './fingerprint.ts'
import { keepPictures, refuseTooManyPictures, type SentPicture } from './keep-pictures.ts'
import type { SellerProductRow } from './product-record.ts'
import { findSellerProduct, isLastEdit, lockProduct, updateProduct } from './queries.ts'

/**
 * Makes a product what the seller's form says, its pictures included: those it had, left out or in another order, and
 * new ones. Counted stock, the switch and the archive stay as they are, and orders keep the copies that they made.
 * Pictures that are left out stay in the store, as orders may show them.
 *
 * Refuses `malformed`, `invalid_form` (each fault at its field), `product_unknown`, and `product_changed` when it isn't
 * any more what the seller saw. The same edit sent again, after a lost answer, returns the product as it is now.
 */
export async function editProduct(
  deps: { db: Db; store: PictureStore; shop: Pick<ShopConfig, 'categories'> },
  productData: unknown,
  sent: readonly SentPicture[],
): Promise<SellerProductRow> {
  const parsed = productEdit.safeParse(productData)
  if (!parsed.success) throw refusalOfIssues(parsed.error.issues)
  const { id, image, seenAt } = parsed.data
  const product = checkedProduct(deps.shop, parsed.data)
  refuseTooManyPictures(Math.max(image.length, sent.length))
  if (image.filter((each) => each === newPicture).length !== sent.length)
    refuse('invalid_form', { fields: { images: 'invalid' } })

  // Looked at before any picture is encoded, and once more under the lock: encoding takes seconds.
  const found = isId(id) ? await findSellerProduct(deps.db, id) : undefined
  refuseUnless(found, 'product_unknown')
  const fingerprint = await fingerprintOf({ ...product, image, seenAt }, sent)
  if (!isAsSeen(found, seenAt)) return savedBefore(deps.db, found, fingerprint)
  if (image.some((each) => each !== newPicture && !found.pictures.includes(each)))
    refuse('invalid_form', { fields: { image: 'invalid' } })

  const kept = (await keepPictures(deps.store, sent)).values()
  const pictures = image.map((each) => (each === newPicture ? (kept.next().value ?? each) : each))
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockProduct(tx, id)
    refuseUnless(locked, 'product_unknown')
    if (!isAsSeen(locked, seenAt)) return savedBefore(tx, locked, fingerprint)
    return updateProduct(tx, id, { ...product, pictures, lastEdit: fingerprint })
  })
}

/** A product that this very edit has saved already, as it is now; refuses `product_changed` where another did. */
async function savedBefore(db: Db | Tx, product: SellerProductRow, fingerprint: string): Promise<SellerProductRow> {
  refuseUnless(await isLastEdit(db, product.id, fingerprint), 'product_changed')
  return product
}

/** The wire carries milliseconds where the database has microseconds; each change moves a product on by one at least. */
const isAsSeen = (row: { updatedAt: Date }, seenAt: string) => row.updatedAt.getTime() === Date.parse(seenAt)
