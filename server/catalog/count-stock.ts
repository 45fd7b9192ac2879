import type { Language } from '../../contract/shop.ts'
import { isId } from '../common/ids.ts'
import { refuse, refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import type { SellerProductRow } from './product-record.ts'
import { findSellerProduct, setStock } from './queries.ts'

const notCounted: Record<Language, string> = { en: 'not counted', th: 'ไม่ได้นับจำนวน' }

/**
 * Sets how many pieces of a product there are; null stops counting. The seller's number counts from what the seller
 * saw: where orders took pieces since then, writing it would bring sold pieces back.
 *
 * Refuses `product_unknown`, and `stock_changed` with the present count.
 */
export async function countStock(
  db: Db,
  id: string,
  count: { stock: number | null; seen: number | null },
  language: Language,
): Promise<SellerProductRow> {
  refuseUnless(isId(id), 'product_unknown')
  const saved = await setStock(db, id, count)
  if (saved) return saved
  const found = await findSellerProduct(db, id)
  refuseUnless(found, 'product_unknown')
  refuse('stock_changed', { places: { stock: found.stock ?? notCounted[language] } })
}
