import type { Loader, Size } from '../measure.ts'
import type { Person, Place } from '../place.ts'

/** The open shop of 1,000 products that most parts measure, and who is there. */
export type Context = {
  size: Size
  place: Place
  loader: Loader
  people: readonly Person[]
  /** The cookie of a seller who is signed in. */
  seller: string
}
