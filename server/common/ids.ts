import { v7, validate } from 'uuid'

/** A new id: UUIDv7, so that ids stand in order of creation and indexes grow at one end. Not a secret. */
export function newId(): string {
  return v7()
}

/** Whether text from outside has the shape of an id; anything else would be a cast error in SQL. */
export function isId(text: string): boolean {
  return validate(text)
}
