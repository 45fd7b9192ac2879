import type { Db } from '../database/database.ts'
import { shopId } from './queries.ts'
import type { PictureStore } from './store.ts'

/**
 * Returns whether this database owns a store of pictures; it takes over one without an owner. Only the owner deletes
 * pictures that it doesn't know of: a restored copy of a shop, or a demo in the same folder, knows too few.
 */
export async function ownsStore(db: Db, store: PictureStore): Promise<boolean> {
  const id = await shopId(db)
  return (await store.claim(id)) === id
}
