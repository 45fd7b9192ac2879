import { type Typed, typedFields } from './typed-product.ts'
import type { ChosenPicture } from './use-pictures.ts'

/*
 * What was typed into a product's form and isn't saved yet. It is kept while the shop's pages live, so that a session
 * that ends, or a look at another screen, costs nothing; the words also outlive a reload of the page, within its tab.
 */

export type Draft = {
  typed: Typed
  /** In their slots; undefined where a reload has taken them. */
  pictures: readonly (ChosenPicture | undefined)[] | undefined
  /** The `updatedAt` of the product that was being edited. */
  seenAt: string | undefined
  /** Fields that somebody else changed as well, when two people's changes were put together. */
  clashes?: readonly (keyof Typed)[] | undefined
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
    sessionStorage.setItem(storageKey(of), JSON.stringify({ typed: draft.typed, seenAt: draft.seenAt }))
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
    const { typed, seenAt } = JSON.parse(text) as { typed?: Record<string, unknown>; seenAt?: unknown }
    if (typeof typed !== 'object' || typed === null) return undefined
    const words = typedFields.map((name) => [name, typeof typed[name] === 'string' ? typed[name] : ''])
    return {
      typed: Object.fromEntries(words) as Typed,
      pictures: undefined,
      seenAt: typeof seenAt === 'string' ? seenAt : undefined,
    }
  } catch {
    return undefined
  }
}
