import { limits } from '../../contract/limits.ts'

/** What was typed into a search box, ready to be looked for; undefined when there is nothing to look for. */
export function searchText(typed: string | undefined): string | undefined {
  const text = (typed ?? '').normalize('NFC').trim().replace(/\s+/g, ' ').slice(0, limits.searchText)
  return text === '' || text.includes('\u0000') || !text.isWellFormed() ? undefined : text
}
