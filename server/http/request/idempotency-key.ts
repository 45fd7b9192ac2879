import type { FastifyRequest } from 'fastify'
import { limits } from '../../../contract/values/limits.ts'
import { refuseUnless } from '../../common/refusal.ts'

/**
 * Returns a request's Idempotency-Key, by which repeated requests count once; undefined if there is none. Throws
 * `malformed` if it is empty or longer than 200 characters.
 */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  refuseUnless(typeof key === 'string' && key.trim() !== '' && key.length <= limits.idempotencyKey, 'malformed')
  return key
}
