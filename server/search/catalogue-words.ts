import { WordSet } from './spelling.ts'

/**
 * The words of a catalogue's names: for beginnings and misspellings of them. Of a catalogue with more than `max` words it
 * holds the first ones; the others are found as whole words only.
 */
export class CatalogueWords {
  readonly #set = new WordSet()
  #sorted: string[] = []
  #unsorted: string[] = []
  readonly #max: number

  constructor(words: Iterable<string> = [], max = 30_000) {
    this.#max = max
    this.add(words)
  }

  add(words: Iterable<string>): void {
    for (const word of words) {
      if (this.#set.size >= this.#max || this.#set.has(word)) continue
      this.#set.add(word)
      this.#unsorted.push(word)
    }
  }

  has(word: string): boolean {
    return this.#set.has(word)
  }

  /** Returns whether the catalogue may have a word: of one with too many words, all are possible. */
  mayHave(word: string): boolean {
    return this.#set.size >= this.#max || this.#set.has(word)
  }

  /** Returns words with this beginning, in alphabetical order. */
  beginningWith(beginning: string, most: number): string[] {
    if (this.#unsorted.length > 0) {
      this.#sorted = [...this.#sorted, ...this.#unsorted].sort()
      this.#unsorted = []
    }
    const words = this.#sorted
    let [low, high] = [0, words.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((words[middle] as string) < beginning) low = middle + 1
      else high = middle
    }
    const found: string[] = []
    while (found.length < most && words[low]?.startsWith(beginning)) {
      found.push(words[low] as string)
      low += 1
    }
    return found
  }

  /** Returns the words with the fewest errors. */
  resembling(word: string, max: number, most: number): { word: string; errors: number }[] {
    return this.#set.nearest(word, max, most)
  }
}
