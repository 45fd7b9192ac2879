import { readFile } from 'node:fs/promises'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { limits, serverLimits } from '../../../contract/values/limits.ts'
import { refuse, refuseUnless } from '../../common/refusal.ts'
import { formReader, type SentForm } from '../../http/bodies/form-reader.ts'
import { isTooComplex } from '../../http/bodies/json-body.ts'
import type { App } from '../../http/calls/calls.ts'
import type { SentPicture } from '../../media/encode-sent-picture.ts'
import { refuseTooManyPictures } from '../store-pictures.ts'

export type ProductForm = { productData: unknown; pictures: SentPicture[] }

/** The largest size of one form in bytes; bytes over a limit aren't written. */
const formBytes = (limits.pictures + 1) * (limits.pictureBytes + 1) + serverLimits.jsonBytes

/** Bytes of all forms that are being read or encoded: four of the largest, or twenty with one large photograph. */
const budgetBytes = 4 * formBytes

/** Registers the multipart parser. On a part of the app only, as its hooks run for every request of that part. */
export async function acceptForms(app: App): Promise<void> {
  await app.register(multipart, {
    // Accepts one file too many, so that our own refusal says so at the field and the parser doesn't fail.
    limits: {
      files: limits.pictures + 1,
      fileSize: limits.pictureBytes + 1,
      fields: 10,
      fieldSize: serverLimits.jsonBytes,
      parts: 20,
    },
    throwFileSizeLimit: false,
  })
}

/**
 * Returns a function that reads a product's form as `formReader` does. `bytes` bounds the size of all forms together,
 * `milliseconds` the time that one takes to arrive.
 */
export function productFormReader(bytes = budgetBytes, milliseconds?: number) {
  const withForm = formReader({
    formBytes,
    budgetBytes: bytes,
    milliseconds,
    files: ['images', 'productData'],
    onError: (code) => {
      if (code === 'FST_FILES_LIMIT') refuseTooManyPictures(limits.pictures + 1)
    },
  })
  return <T>(request: FastifyRequest, work: (form: ProductForm) => Promise<T>): Promise<T> =>
    withForm(request, async (form) => work(await productFormOf(form)))
}

/**
 * Returns the parts of a product's form. Some clients send empty picture slots as a text part named `images`, browsers
 * as a file without a name or content; such parts are skipped.
 */
async function productFormOf({ fields, files }: SentForm): Promise<ProductForm> {
  let data = fields.get('productData')
  const pictures: SentPicture[] = []
  for (const { field, name, file, bytes } of files) {
    if (field === 'productData') {
      // A part with a content type of its own, such as application/json, arrives as a file.
      refuseUnless(bytes <= serverLimits.jsonBytes, 'too_large')
      data = await readFile(file, 'utf8')
    } else if (bytes > 0 || name !== '') pictures.push({ name, source: { file, bytes } })
  }
  // Parsed after reading the whole form: a refusal with unread bytes would break the connection's keep-alive.
  return { productData: data === undefined ? undefined : parsedJson(data), pictures }
}

function parsedJson(text: string): unknown {
  if (isTooComplex(text)) refuse('malformed', { fields: { productData: 'type' } })
  try {
    return JSON.parse(text)
  } catch {
    refuse('malformed', { fields: { productData: 'type' } })
  }
}
