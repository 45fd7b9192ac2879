import type { RefusalCode } from '../../contract/messages/refusals.ts'
import { refuse } from '../common/refusal.ts'
import { PictureError, type PictureErrorCode } from './picture-error.ts'

/** What a picture of one kind is refused as. */
export type PictureRefusals = Record<PictureErrorCode, RefusalCode>

/** Returns what `work` resolves to; refuses a picture that it can't take. Other errors are thrown as they are. */
export async function refusePictureError<T>(refusals: PictureRefusals, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    return refuse(refusals[error.code])
  }
}
