import sharp from 'sharp'
import { pictureName } from '../../../contract/catalog/pictures.ts'
import { riderLimits } from '../../../contract/delivery/rider-limits.ts'
import { newId } from '../../common/ids.ts'
import { decodePicture, limitPictures, type PictureSource, type UploadLimits } from '../../media/decode-picture.ts'

const uploadLimits: UploadLimits = {
  bytes: riderLimits.photoBytes,
  pixels: riderLimits.photoPixels,
  types: ['jpeg', 'png', 'webp'],
}

/**
 * Returns a rider's photo as it is stored: reduced, a WebP without metadata, such as where it was taken, under a name
 * that says nothing. Photos wait for each other. Throws PictureError.
 */
export function encodePhoto(source: PictureSource): Promise<{ name: string; bytes: Buffer }> {
  const { photoSide: side } = riderLimits
  return limitPictures(async () => {
    const { data, info } = await decodePicture(source, uploadLimits, { width: side, height: side })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const bytes = await sharp(data, { raw })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .webp({ quality: 76, effort: 2 })
      .toBuffer()
    return { name: pictureName(newId().replaceAll('-', ''), info, 'webp'), bytes }
  })
}
