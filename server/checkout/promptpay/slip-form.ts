import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { limits, slipLimits } from '../../../contract/limits.ts'
import { refuseUnless } from '../../common/refusal.ts'
import type { App } from '../../http/edge.ts'
import { formReader } from '../../http/form-reader.ts'
import type { SentSlip } from './send-slip.ts'

/** Bytes of the largest form: the picture and some fields. */
const formBytes = slipLimits.bytes + 16 * 1024

const readForm = formReader({ formBytes, budgetBytes: 8 * formBytes, files: ['image'] })

/** Registers the multipart parser, with the limits of a slip. */
export async function acceptSlips(app: App): Promise<void> {
  await app.register(multipart, {
    // One byte more than a picture may have, so that its own refusal says so.
    limits: { files: 1, fileSize: slipLimits.bytes + 1, fields: 5, fieldSize: limits.shortText, parts: 8 },
    throwFileSizeLimit: false,
  })
}

/** Reads the form of a slip, calls `work` with it, and returns its result. The picture is there until then. */
export function withSlipForm<T>(request: FastifyRequest, work: (slip: SentSlip) => Promise<T>): Promise<T> {
  return readForm(request, ({ fields, files: [file] }) => {
    refuseUnless(file && file.bytes > 0, 'invalid_form', { fields: { image: 'required' } })
    return work({
      orderId: fields.get('orderId') ?? '',
      unread: fields.get('unread') === 'true',
      picture: { file: file.file, bytes: file.bytes },
    })
  })
}
