import multipart from '@fastify/multipart'
import { limits } from '../../../contract/values/limits.ts'
import { refuseUnless } from '../../common/refusal.ts'
import type { App } from '../calls/calls.ts'
import { formReader, type SentForm } from './form-reader.ts'

export type PictureFormOptions = {
  /** The largest picture, in bytes. */
  pictureBytes: number
  /** How many fields the form may have besides the picture. */
  fields: number
  /** The number of the largest forms that are read at once, of all clients … */
  forms: number
  /** … and of one; by default all of them. */
  formsOfClient?: number
}

/**
 * A multipart form with one picture, `image`, and some fields. `accept` registers the parser for the routes of a part
 * of the app; `read` is a reader as `formReader` returns it. The picture may take 120 s to arrive: ten megabytes over
 * the slowest mobile connection that still loads the shop.
 */
export function pictureForm({ pictureBytes, fields, forms, formsOfClient = forms }: PictureFormOptions) {
  const formBytes = pictureBytes + 16 * 1024
  return {
    accept: async (app: App): Promise<void> => {
      await app.register(multipart, {
        // One byte more than a picture may have, so that its own refusal says so.
        limits: { files: 1, fileSize: pictureBytes + 1, fields, fieldSize: limits.shortText, parts: fields + 2 },
        throwFileSizeLimit: false,
      })
    },
    read: formReader({
      formBytes,
      budgetBytes: forms * formBytes,
      clientBytes: formsOfClient * formBytes,
      milliseconds: 120_000,
      files: ['image'],
    }),
  }
}

/** Returns the picture of a form: its name, where its bytes are, and how many. Throws `invalid_form` if it has none. */
export function pictureOf({ files: [file] }: SentForm): { name: string; source: { file: string; bytes: number } } {
  refuseUnless(file && file.bytes > 0, 'invalid_form', { fields: { image: 'required' } })
  return { name: file.name, source: { file: file.file, bytes: file.bytes } }
}
