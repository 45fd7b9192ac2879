import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { limits } from '../../../contract/limits.ts'
import { slipLimits } from '../../../contract/slip-limits.ts'
import { refuseUnless } from '../../common/refusal.ts'
import type { App } from '../../http/edge.ts'
import { formReader, type SentForm } from '../../http/form-reader.ts'
import type { SentSlip } from './send-slip.ts'

/** Bytes of the largest form: the picture and some fields. */
const formBytes = slipLimits.bytes + 16 * 1024

/** Forms are written to disk while they arrive; their pictures are read a few at a time. */
const readForm = formReader({
  formBytes,
  budgetBytes: 32 * formBytes,
  clientBytes: 4 * formBytes,
  // Ten megabytes over the slowest mobile connection that still loads the shop.
  milliseconds: 120_000,
  files: ['image'],
})

/** Registers the multipart parser, with the limits of a slip. */
export async function acceptSlips(app: App): Promise<void> {
  await app.register(multipart, {
    // One byte more than a picture may have, so that its own refusal says so.
    limits: { files: 1, fileSize: slipLimits.bytes + 1, fields: 5, fieldSize: limits.shortText, parts: 8 },
    throwFileSizeLimit: false,
  })
}

/**
 * Reads the form of a slip, calls `work` with it, and returns its result. The picture is there until then. A client has a
 * share of what is read at once.
 */
export function withSlipForm<T>(
  request: FastifyRequest,
  clientAddress: string,
  work: (slip: SentSlip) => Promise<T>,
): Promise<T> {
  const read = ({ fields, files: [file] }: SentForm) => {
    refuseUnless(file && file.bytes > 0, 'invalid_form', { fields: { image: 'required' } })
    return work({
      orderId: fields.get('orderId') ?? '',
      unread: fields.get('unread') === 'true',
      picture: { file: file.file, bytes: file.bytes },
    })
  }
  return readForm(request, read, clientAddress)
}
