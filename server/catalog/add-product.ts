import { productInput } from '../../contract/entities/product.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { refuseUnless } from '../common/refusal.ts'
import { refusalOfIssues } from '../common/zod-refusal.ts'
import { type Db, inTransaction } from '../database/database.ts'
import type { SentPicture } from '../media/encode-sent-picture.ts'
import type { PictureStore } from '../media/store.ts'
import { lockProductChoices } from '../settings/product-choices.ts'
import { fingerprintOf } from './fingerprint.ts'
import { checkedProduct, type ProductRow } from './product-record.ts'
import { findProductOfAttempt, insertProduct, insertProductOnce, newProductId } from './queries.ts'
import { refuseTooManyPictures, storePictures } from './store-pictures.ts'

/** The Idempotency-Key of a request that adds a product, and the seller who sent it. */
export type ProductAttempt = { key: string; sellerId: string }

/**
 * Adds a product with its pictures. Pictures are stored before the product is inserted, so a product never shows a
 * missing one; a crash in between leaves files that no product uses. A repeated attempt returns the product that the
 * first one added, as it is now.
 *
 * Throws `malformed` and `invalid_form`, each error at its field, and `attempt_reused` if the key was used with another
 * product or other pictures.
 */
export async function addProduct(
  deps: { db: Db; store: PictureStore; shop: Pick<ShopConfig, 'categories' | 'tax'> },
  productData: unknown,
  sent: readonly SentPicture[],
  attempt?: ProductAttempt,
): Promise<ProductRow> {
  const parsed = productInput.safeParse(productData)
  if (!parsed.success) throw refusalOfIssues(parsed.error.issues)
  const product = checkedProduct(deps.shop, parsed.data)
  refuseTooManyPictures(sent.length)
  const stock = parsed.data.stock ?? null
  if (!attempt) {
    const pictures = await storePictures(deps.store, sent)
    return inTransaction(deps.db, async (tx) => {
      await lockProductChoices(tx, product)
      return insertProduct(tx, { id: await newProductId(tx), ...product, pictures, stock })
    })
  }

  const fingerprint = await fingerprintOf({ ...product, stock }, sent)
  const first = await productOfAttempt(deps.db, attempt, fingerprint)
  if (first) return first
  const pictures = await storePictures(deps.store, sent)
  const added = await inTransaction(deps.db, async (tx) => {
    await lockProductChoices(tx, product)
    return insertProductOnce(tx, {
      id: await newProductId(tx),
      ...product,
      pictures,
      stock,
      addedBy: attempt.sellerId,
      attempt: attempt.key,
      attemptFingerprint: fingerprint,
    })
  })
  if (added) return added
  // A concurrent request with the same key was first; the unique index made this one wait until it had committed.
  const winner = await productOfAttempt(deps.db, attempt, fingerprint)
  if (!winner) throw new Error('The product of an attempt that was already used is gone')
  return winner
}

/** Returns the product that an attempt added, if any. Throws `attempt_reused` if its form was another one. */
async function productOfAttempt(db: Db, attempt: ProductAttempt, fingerprint: string): Promise<ProductRow | undefined> {
  const found = await findProductOfAttempt(db, attempt)
  refuseUnless(!found || found.attemptFingerprint === fingerprint, 'attempt_reused')
  return found
}
