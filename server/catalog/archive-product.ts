import { isId } from '../common/ids.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import type { SellerProductRow } from './product-record.ts'
import { findSellerProduct, setArchived } from './queries.ts'

/**
 * Takes a product out of the catalogue, or puts it back; one that is there already stays as it is. Orders keep the
 * copies that they made. Refuses `product_unknown`.
 */
export async function archiveProduct(db: Db, id: string, archived: boolean): Promise<SellerProductRow> {
  refuseUnless(isId(id), 'product_unknown')
  const product = (await setArchived(db, id, archived)) ?? (await findSellerProduct(db, id))
  refuseUnless(product, 'product_unknown')
  return product
}
