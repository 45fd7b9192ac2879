import type { Db } from '../../database/database.ts'
import type { PictureStore } from '../../media/store.ts'
import { slipDaysOf } from '../../settings/promptpay.ts'
import { forgetSlipPicture, oldSlipPictures, slipPicturesAmong } from './slip-queries.ts'

/** Milliseconds after which a picture without a slip isn't on its way to one any more. */
const minAge = 3600_000
/** Pictures that are looked up in one query. */
const batchSize = 1000

/**
 * Deletes the pictures of slips that were decided more than the owner's number of days ago, and those without a slip: a
 * process was killed after it stored one. The slips themselves stay, as a transfer counts once for ever.
 */
export async function tidySlips(db: Db, store: PictureStore, now = Date.now()): Promise<void> {
  const moment = new Date(now - minAge)
  await store.removeDrafts(moment)
  const days = await slipDaysOf(db)
  for (;;) {
    const old = await oldSlipPictures(db, { days, limit: batchSize })
    for (const picture of old) {
      // The file first: after a crash in between it is looked for once more.
      await store.removeOlder(picture, new Date(now + minAge))
      await forgetSlipPicture(db, picture)
    }
    if (old.length < batchSize) break
  }
  let names: string[] = []
  const removeUnused = async () => {
    const used = await slipPicturesAmong(db, names)
    for (const name of names) if (!used.has(name)) await store.removeOlder(name, moment)
    names = []
  }
  for await (const name of store.list()) if (names.push(name) >= batchSize) await removeUnused()
  await removeUnused()
}
