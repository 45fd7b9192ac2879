import { riderLimits } from '../../../contract/delivery/rider-limits.ts'
import type { Db } from '../../database/database.ts'
import { forgetPhoto, oldPhotos, photosAmong } from '../../delivery/assignments/photo-queries.ts'
import { tidyPrivatePictures } from '../../media/private-pictures.ts'
import type { PictureStore } from '../../media/store.ts'

/** Deletes the photos of deliveries of 90 days ago and earlier, and those without a delivery. */
export function tidyPhotos(db: Db, store: PictureStore): Promise<void> {
  return tidyPrivatePictures(db, store, {
    old: (limit) => oldPhotos(db, { days: riderLimits.photoDays, limit }),
    forget: (photo) => forgetPhoto(db, photo),
    among: (names) => photosAmong(db, names),
  })
}
