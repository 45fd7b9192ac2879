import { v4 } from 'uuid'

/** Returns a new id for a record, or a new idempotency key: a UUID of version 4 (RFC 9562). */
export const newId = (): string => v4()
