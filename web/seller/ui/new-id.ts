import { newKey } from '../../client/attempt.ts'

/** Returns the id of a new record, a UUID of version 4 (RFC 9562). */
export function newId(): string {
  const hex = newKey().replaceAll('-', '')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
