import { productInput } from '../../contract/entities.ts'
import type { ShopConfig } from '../../contract/shop.ts'
import { newId } from '../common/ids.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { refusalOfIssues } from '../http/zod-refusal.ts'
import type { PictureStore } from '../media/store.ts'
import { checkedProduct } from './checked-product.ts'
import { fingerprintOf } from './fingerprint.ts'
import { keepPictures, refuseTooManyPictures, type SentPicture } from './keep-pictures.ts'
import type { ProductRow } from './product-record.ts'
import { findProductOfAttempt, insertProduct, insertProductOnce } from './queries.ts'

/** The Idempotency-Key of a request that adds a product, and the seller who sent it. */
export type ProductAttempt = { key: string; sellerId: string }

/**
 * Adds a product with its pictures. Pictures are kept before the product is written, so a product never shows a
 * missing one; a crash in between leaves files that nothing points to. The same attempt again returns the product that
 * it made, as it is now.
 *
 * Refuses `malformed` and `invalid_form`, each fault at its field, and `attempt_reused` when the attempt's key was sent
 * with another product or other pictures.
 */
export async function addProduct(
  deps: { db: Db; store: PictureStore; shop: Pick<ShopConfig, 'categories'> },
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
    const pictures = await keepPictures(deps.store, sent)
    return insertProduct(deps.db, { id: newId(), ...product, pictures, stock })
  }

  const fingerprint = await fingerprintOf({ ...product, stock }, sent)
  const first = await productOfAttempt(deps.db, attempt, fingerprint)
  if (first) return first
  const pictures = await keepPictures(deps.store, sent)
  const added = await insertProductOnce(deps.db, {
    id: newId(),
    ...product,
    pictures,
    stock,
    addedBy: attempt.sellerId,
    attempt: attempt.key,
    attemptFingerprint: fingerprint,
  })
  if (added) return added
  // A concurrent request of the same attempt was first; the index made this one wait until it had committed.
  const winner = await productOfAttempt(deps.db, attempt, fingerprint)
  if (!winner) throw new Error('The product of an attempt that was already used is gone')
  return winner
}

/** The product that an attempt made, if it has. Refuses `attempt_reused` when it was made of something else. */
async function productOfAttempt(db: Db, attempt: ProductAttempt, fingerprint: string): Promise<ProductRow | undefined> {
  const found = await findProductOfAttempt(db, attempt)
  refuseUnless(!found || found.attemptFingerprint === fingerprint, 'attempt_reused')
  return found
}
