import type { FastifyRequest } from 'fastify'
import { slipLimits } from '../../../contract/payments/slip-limits.ts'
import type { SentForm } from '../../http/bodies/form-reader.ts'
import { pictureForm, pictureOf } from '../../http/bodies/picture-form.ts'
import type { SentSlip } from './send-slip.ts'

const form = pictureForm({ pictureBytes: slipLimits.bytes, fields: 5, forms: 32, formsOfClient: 4 })

/** Registers the multipart parser, with the limits of a slip. */
export const acceptSlips = form.accept

/**
 * Reads the form of a slip, calls `work` with it, and returns its result. The picture is there until then. A client
 * address and an account have a share each of what is read at once.
 */
export function withSlipForm<T>(
  request: FastifyRequest,
  { shopperId, clientAddress }: { shopperId: string; clientAddress: string },
  work: (slip: SentSlip) => Promise<T>,
): Promise<T> {
  const read = (sent: SentForm) =>
    work({
      orderId: sent.fields.get('orderId') ?? '',
      acceptUnreadable: sent.fields.get('unread') === 'true',
      picture: pictureOf(sent).source,
    })
  return form.read(request, read, clientAddress, shopperId)
}
