import type { Db } from '../../database/database.ts'
import { tidyPrivatePictures } from '../../media/private-pictures.ts'
import type { PictureStore } from '../../media/store.ts'
import { slipDaysOf } from '../../settings/promptpay.ts'
import { forgetSlipPicture, oldSlipPictures, slipPicturesAmong } from '../money/slip-queries.ts'

/**
 * Deletes the pictures of slips that were decided more than the owner's number of days ago, and those without a slip.
 * The slips themselves stay, as a transfer counts once for ever.
 */
export async function tidySlips(db: Db, store: PictureStore): Promise<void> {
  const days = await slipDaysOf(db)
  await tidyPrivatePictures(db, store, {
    old: (limit) => oldSlipPictures(db, { days, limit }),
    forget: (picture) => forgetSlipPicture(db, picture),
    among: (names) => slipPicturesAmong(db, names),
  })
}
