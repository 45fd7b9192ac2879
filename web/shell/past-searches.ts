import { limits } from '../../contract/limits.ts'
import { browserStorage } from '../client/browser-storage.ts'

/* What was searched for in this browser, the latest first. It is stored here only, until it is cleared. */

const key = 'talad.searches'
const most = 8

/** Returns the list with a search at its start, once. A shorter text than two letters is no search worth keeping. */
export function withSearch(past: readonly string[], q: string): string[] {
  const text = q.trim().slice(0, limits.searchText)
  if (text.length < 2) return [...past]
  return [text, ...past.filter((each) => !isSame(each, text))].slice(0, most)
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Parses stored searches, which could be anything. */
export function searchesOf(stored: unknown): string[] {
  if (!Array.isArray(stored)) return []
  return stored.filter((each) => typeof each === 'string').slice(0, most)
}

export function pastSearches(): string[] {
  return searchesOf(browserStorage.readJson(key))
}

export function rememberSearch(q: string): void {
  browserStorage.write(key, JSON.stringify(withSearch(pastSearches(), q)))
}

export function forgetSearches(): void {
  browserStorage.write(key, null)
}
