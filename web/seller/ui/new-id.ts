import { v4 } from 'uuid'

/** Returns the id of a new record, a UUID of version 4 (RFC 9562). */
export const newId = (): string => v4()
