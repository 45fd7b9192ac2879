import { limits } from '../../contract/values/limits.ts'
import { browserStorage } from '../client/browser-storage.ts'

/*
 * The searches of this browser, the latest first. They are stored here only, until they are cleared. A shopper doesn't
 * see another shopper's searches; a visitor's are kept when they sign in.
 */

/** `by`: the shopper's id; null for a visitor. */
type StoredSearches = { by: string | null; searches: string[] }

const key = 'talad.searches'
const maxSearches = 8

/** Returns the list with a search at its start, once. A shorter text than two letters is no search worth keeping. */
export function withSearch(past: readonly string[], q: string): string[] {
  const text = q.trim().slice(0, limits.searchText)
  if (text.length < 2) return [...past]
  return [text, ...past.filter((each) => !isSame(each, text))].slice(0, maxSearches)
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Parses stored searches, which are untrusted; returns the ones that a shopper, or a visitor (null), may see. */
export function searchesOf(stored: unknown, userId: string | null): string[] {
  const { by, searches } = (stored ?? {}) as Partial<Record<keyof StoredSearches, unknown>>
  if (!Array.isArray(searches) || (by !== null && by !== userId)) return []
  return searches.filter((each) => typeof each === 'string').slice(0, maxSearches)
}

/** Returns the stored searches that a shopper, or a visitor (null), may see. */
export function pastSearches(userId: string | null): string[] {
  return searchesOf(browserStorage.readJson(key), userId)
}

/** Stores a search of a shopper, or of a visitor (null), as the latest. */
export function rememberSearch(q: string, userId: string | null): void {
  const searches = withSearch(pastSearches(userId), q)
  browserStorage.write(key, JSON.stringify({ by: userId, searches } satisfies StoredSearches))
}

/** Deletes the stored searches. */
export function forgetSearches(): void {
  browserStorage.write(key, null)
}
