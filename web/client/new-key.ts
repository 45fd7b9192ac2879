import { v4 } from 'uuid'

/** Returns a new idempotency key. */
export const newKey = (): string => v4()
