import { isId } from '../../common/ids.ts'
import { refuseUnless } from '../../common/refusal.ts'
import type { Db } from '../../database/database.ts'
import type { SellerProductRow } from '../product-to-wire.ts'
import { findSellerProduct, setArchived } from '../queries.ts'

/**
 * Archives or restores a product; one that is in that state already stays unchanged. Orders keep their copies of it.
 * Throws `product_unknown`.
 */
export async function archiveProduct(db: Db, id: string, archived: boolean): Promise<SellerProductRow> {
  refuseUnless(isId(id), 'product_unknown')
  const product = (await setArchived(db, id, archived)) ?? (await findSellerProduct(db, id))
  refuseUnless(product, 'product_unknown')
  return product
}
