import type { Texts } from '../../../contract/values/fill-text.ts'
import { isId } from '../../common/ids.ts'
import { refuse, refuseUnless } from '../../common/refusal.ts'
import type { Db } from '../../database/database.ts'
import type { SellerProductRow } from '../product-to-wire.ts'
import { findSellerProduct, setStock } from '../queries.ts'

const notCounted: Texts = { en: 'not counted', th: 'ไม่ได้นับจำนวน' }

/**
 * Sets how many pieces of a product are in stock; null stops counting. It is only set if the stock still equals `seen`
 * (optimistic locking): otherwise it would restore pieces that orders took since then.
 *
 * Throws `product_unknown`, and `stock_changed` with the current count.
 */
export async function countStock(
  db: Db,
  id: string,
  count: { stock: number | null; seen: number | null },
): Promise<SellerProductRow> {
  refuseUnless(isId(id), 'product_unknown')
  const saved = await setStock(db, id, count)
  if (saved) return saved
  const found = await findSellerProduct(db, id)
  refuseUnless(found, 'product_unknown')
  refuse('stock_changed', { values: { stock: found.stock ?? notCounted } })
}
