import type { FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { refuseUnless } from '../common/refusal.ts'

/**
 * The Idempotency-Key of a request: what makes two requests the same attempt. Undefined when none was sent. Refuses
 * `malformed` for an empty one and one of more than 200 characters.
 */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  refuseUnless(typeof key === 'string' && key.trim() !== '' && key.length <= limits.idempotencyKey, 'malformed')
  return key
}
