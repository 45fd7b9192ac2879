import { ridingLimits } from '../../contract/delivery/riding.ts'
import type { Db } from '../database/database.ts'
import type { PictureStore } from '../media/store.ts'
import { forgetPhoto, oldPhotos, photosAmong } from './queries.ts'

/** Milliseconds after which a photo without a delivery isn't on its way to one any more. */
const minAge = 3600_000
/** Photos that are looked up in one query. */
const batchSize = 1000

/**
 * Deletes the photos of deliveries of 90 days ago and earlier, and those without a delivery: a process was killed after it
 * stored one.
 */
export async function tidyPhotos(db: Db, store: PictureStore, now = Date.now()): Promise<void> {
  const moment = new Date(now - minAge)
  await store.removeDrafts(moment)
  for (;;) {
    const old = await oldPhotos(db, { days: ridingLimits.photoDays, limit: batchSize })
    for (const photo of old) {
      // The file first: after a crash in between it is looked for once more.
      await store.removeOlder(photo, new Date(now + minAge))
      await forgetPhoto(db, photo)
    }
    if (old.length < batchSize) break
  }
  let names: string[] = []
  const removeUnused = async () => {
    const used = await photosAmong(db, names)
    for (const name of names) if (!used.has(name)) await store.removeOlder(name, moment)
    names = []
  }
  for await (const name of store.list()) if (names.push(name) >= batchSize) await removeUnused()
  await removeUnused()
}
