import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'

type Photo = { photo: string | null; shopperId: string; rider: string; isDelivered: boolean }

/** Returns the photo of an order's delivery, whose order it is, whose delivery, and whether it wasn't undone. */
export async function findPhoto(db: Db, orderId: string): Promise<Photo | undefined> {
  const { rows } = await sql<Photo>`
    select photo, shopper_id, rider, outcome = 'delivered' as is_delivered
    from delivery_assignment join shop_order on shop_order.id = order_id
    where order_id = ${orderId} and outcome in ('delivered', 'undone') order by taken_at desc limit 1`.execute(db)
  return rows[0]
}

/** Returns the photos of deliveries that ended this many days ago or earlier. */
export async function oldPhotos(db: Db, { days, limit }: { days: number; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveryAssignment')
    .select('photo')
    .where('photo', 'is not', null)
    .where('endedAt', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .orderBy('endedAt')
    .limit(limit)
    .$narrowType<{ photo: string }>()
    .execute()
  return rows.map(({ photo }) => photo)
}

/** Records that a photo was deleted. */
export async function forgetPhoto(db: Db, photo: string): Promise<void> {
  await db.updateTable('deliveryAssignment').set({ photo: null }).where('photo', '=', photo).execute()
}

/** Returns those of these photos that a delivery has. */
export async function photosAmong(db: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set()
  const rows = await db.selectFrom('deliveryAssignment').select('photo').where('photo', 'in', names).execute()
  return new Set(rows.flatMap(({ photo }) => photo ?? []))
}
