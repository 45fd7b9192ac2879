import { productInput } from '../../../contract/entities/product.ts'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import { refuseUnless } from '../../common/refusal.ts'
import { refusalOfIssues } from '../../common/zod-refusal.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import type { SentPicture } from '../../media/encode-sent-picture.ts'
import type { PictureStore } from '../../media/store.ts'
import { lockProductChoices } from '../../settings/product-choices.ts'
import { productFingerprint } from '../fingerprint.ts'
import { checkedProduct, type ProductRow } from '../product-to-wire.ts'
import { findProductByKey, insertProduct, insertProductOnce, newProductId } from '../queries.ts'
import { refuseTooManyPictures, storePictures } from '../store-pictures.ts'

/** The Idempotency-Key of a request that adds a product, and the seller who sent it. */
export type SellerKey = { key: string; sellerId: string }

/**
 * Adds a product with its pictures. Pictures are stored before the product is inserted, so a product never shows a
 * missing one; a crash in between leaves files that no product uses. A repeated request returns the product that the
 * first one added, as it is now.
 *
 * Throws `malformed` and `invalid_form`, each error at its field, and `idempotency_key_reused` if the key was used with
 * another product or other pictures.
 */
export async function addProduct(
  deps: { db: Db; store: PictureStore; shop: Pick<ShopConfig, 'categories' | 'tax'> },
  productData: unknown,
  sent: readonly SentPicture[],
  idempotencyKey?: SellerKey,
): Promise<ProductRow> {
  const parsed = productInput.safeParse(productData)
  if (!parsed.success) throw refusalOfIssues(parsed.error.issues)
  const product = checkedProduct(deps.shop, parsed.data)
  refuseTooManyPictures(sent.length)
  const stock = parsed.data.stock ?? null
  if (!idempotencyKey) {
    const pictures = await storePictures(deps.store, sent)
    return inTransaction(deps.db, async (tx) => {
      await lockProductChoices(tx, product)
      return insertProduct(tx, { id: await newProductId(tx), ...product, pictures, stock })
    })
  }

  const fingerprint = await productFingerprint({ ...product, stock }, sent)
  const first = await productByKey(deps.db, idempotencyKey, fingerprint)
  if (first) return first
  const pictures = await storePictures(deps.store, sent)
  const added = await inTransaction(deps.db, async (tx) => {
    await lockProductChoices(tx, product)
    return insertProductOnce(tx, {
      id: await newProductId(tx),
      ...product,
      pictures,
      stock,
      addedBy: idempotencyKey.sellerId,
      idempotencyKey: idempotencyKey.key,
      formFingerprint: fingerprint,
    })
  })
  if (added) return added
  // A concurrent request with the same key was first; the unique index made this one wait until it had committed.
  const winner = await productByKey(deps.db, idempotencyKey, fingerprint)
  if (!winner) throw new Error('The product of an idempotency key that was already used is gone')
  return winner
}

/** Returns the product that was added with a key, if any. Throws `idempotency_key_reused` if its form was another. */
async function productByKey(db: Db, idempotencyKey: SellerKey, fingerprint: string): Promise<ProductRow | undefined> {
  const found = await findProductByKey(db, idempotencyKey)
  refuseUnless(!found || found.formFingerprint === fingerprint, 'idempotency_key_reused')
  return found
}
