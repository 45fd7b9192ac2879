import { productInput } from '../../contract/entities.ts'
import type { ShopConfig } from '../../contract/shop.ts'
import type { PictureStore } from '../media/store.ts'
import type { Db } from '../platform/database.ts'
import { refusalOfIssues } from '../platform/form-faults.ts'
import { newId } from '../platform/ids.ts'
import { checkedProduct } from './checked-product.ts'
import { keepPictures, refuseTooManyPictures, type SentPicture } from './keep-pictures.ts'
import type { ProductRow } from './product-record.ts'
import { insertProduct } from './queries.ts'

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
  const product = checkedProduct(deps.shop, parsed.data)
  refuseTooManyPictures(sent.length)
  const pictures = await keepPictures(deps.store, sent)
  return insertProduct(deps.db, { id: newId(), ...product, pictures, stock: parsed.data.stock ?? null })
}
