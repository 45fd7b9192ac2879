import { v7, validate } from 'uuid'

/** Returns a new id: a UUIDv7, so that ids sort by creation and indexes grow at one end. Not a secret. */
export function newId(): string {
  return v7()
}

/** Returns a new id that sorts as one that was made at this moment. */
export function idAt(at: Date): string {
  return v7({ msecs: at.getTime() })
}

/** Returns new ids that sort in their order as ones that were made at this time, in microseconds since 1970. */
export function idsAt(micros: number, count: number): string[] {
  const msecs = Math.floor(micros / 1000)
  const rest = micros % 1000
  return Array.from({ length: count }, (_, index) => v7({ msecs, seq: rest * 2 ** 22 + index }))
}

/** Returns whether untrusted text is an id; anything else would be a cast error in SQL. */
export function isId(text: string): boolean {
  return validate(text)
}
