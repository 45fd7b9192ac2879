import type { SellerProduct } from '../../../contract/entities.ts'
import { type Merged, mergedTyped, type Typed, typedFields, typedOf } from './typed-product.ts'
import { type ChosenPicture, keptPicture } from './use-pictures.ts'

/*
 * What was typed into a product's form and isn't saved yet. It is kept while the shop's pages live, so that a session
 * that ends, or a look at another screen, costs nothing; the words also outlive a reload of the page, within its tab.
 */

export type Draft = {
  typed: Typed
  /** In their slots; undefined where a reload has taken them. */
  pictures: readonly (ChosenPicture | undefined)[] | undefined
  /** The `updatedAt` of the product that was being edited. */
  seenAt?: string | undefined
  /** What the product was then: what differs from it was typed. Missing for a new product. */
  before?: Typed | undefined
  /** The addresses of its pictures then; missing where a reload has taken the pictures. */
  beforePictures?: readonly string[] | undefined
  /** The Idempotency-Key with which a new product was sent and got no answer. */
  attempt?: string | undefined
  /** What became of it when somebody else had changed the product as well, and the two were put together. */
  merged?: Merged | undefined
}

/**
 * A draft for the product as it is now: where somebody has changed the product since, only what was typed is laid over
 * it. Undefined where nothing of the draft is left to be saved.
 */
export function draftOver(draft: Draft, product: SellerProduct): Draft | undefined {
  const { before, pictures, beforePictures = [], seenAt } = draft
  if (!before || seenAt === product.updatedAt) return draft
  const now = typedOf(product)
  const merged = mergedTyped(before, draft.typed, now)
  const ownPictures = pictures?.some((each, at) => each?.file || each?.url !== beforePictures[at])
    ? pictures
    : undefined
  if (!ownPictures && typedFields.every((name) => merged.typed[name] === now[name])) return undefined
  return {
    typed: merged.typed,
    pictures: ownPictures ?? product.image.map(keptPicture),
    seenAt: product.updatedAt,
    before: now,
    beforePictures: product.image,
    merged,
  }
}

const drafts = new Map<string, Draft>()
const storageKey = (of: string) => `talad.seller.draft.${of}`

/** What is kept of the form of a product's id, or of `new`. */
export function findDraft(of: string): Draft | undefined {
  return drafts.get(of) ?? readDraft(of)
}

export function keepDraft(of: string, draft: Draft): void {
  drafts.set(of, draft)
  try {
    const { typed, seenAt, before, attempt } = draft
    sessionStorage.setItem(storageKey(of), JSON.stringify({ typed, seenAt, before, attempt }))
  } catch {
    // It is kept in memory.
  }
}

export function dropDraft(of: string): void {
  drafts.delete(of)
  try {
    sessionStorage.removeItem(storageKey(of))
  } catch {
    // There was none to remove.
  }
}

function readDraft(of: string): Draft | undefined {
  try {
    return draftOf(sessionStorage.getItem(storageKey(of)))
  } catch {
    return undefined
  }
}

/** Reads what another version of the page may have written. */
export function draftOf(text: string | null): Draft | undefined {
  if (text === null) return undefined
  try {
    const kept = JSON.parse(text) as Record<string, unknown>
    const typed = fieldsOf(kept.typed)
    if (!typed) return undefined
    const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
    return {
      typed,
      pictures: undefined,
      seenAt: textOf(kept.seenAt),
      before: fieldsOf(kept.before),
      attempt: textOf(kept.attempt),
    }
  } catch {
    return undefined
  }
}

function fieldsOf(kept: unknown): Typed | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const fields = kept as Record<string, unknown>
  const words = typedFields.map((name) => [name, typeof fields[name] === 'string' ? fields[name] : ''])
  return Object.fromEntries(words) as Typed
}
