/**
 * Words, for finding those that begin with a text, contain it or resemble it. Of more than `max` words it holds the
 * first ones.
 */
export class WordSet {
  readonly #max: number
  readonly #words = new Set<string>()
  /** The words in alphabetical order. */
  #sorted: string[] = []

  constructor(words: Iterable<string> = [], max = Number.POSITIVE_INFINITY) {
    this.#max = max
    for (const word of words) this.add(word)
  }

  add(word: string): void {
    if (this.#words.size < this.#max) this.#words.add(word)
  }

  has(word: string): boolean {
    return this.#words.has(word)
  }

  words(): Iterable<string> {
    return this.#words
  }

  /** Whether a word may be in the full set: true for any word if the set was cut at `max`. */
  mayHave(word: string): boolean {
    return this.#words.size >= this.#max || this.#words.has(word)
  }

  /** Returns words with this beginning, in alphabetical order. */
  beginningWith(beginning: string, most: number): string[] {
    const words = this.#inOrder()
    let low = 0
    let high = words.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((words[middle] as string) < beginning) low = middle + 1
      else high = middle
    }
    const found: string[] = []
    for (; found.length < most && words[low]?.startsWith(beginning); low += 1) found.push(words[low] as string)
    return found
  }

  /** Returns words that contain a text, in alphabetical order. */
  containing(part: string, most: number): string[] {
    const found: string[] = []
    for (const word of this.#inOrder()) if (found.length < most && word.includes(part)) found.push(word)
    return found
  }

  /** Returns the words with the fewest errors, at most `max` errors and `most` words; the shortest first. */
  nearest(typed: string, max: number, most: number): { word: string; errors: number }[] {
    let found: { word: string; errors: number }[] = []
    let limit = max
    for (const word of this.#inOrder()) {
      const errors = errorsBetween(typed, word, limit)
      if (errors > limit) continue
      if (errors < limit) found = []
      limit = errors
      found.push({ word, errors })
    }
    return found.sort((a, b) => a.word.length - b.word.length).slice(0, most)
  }

  /** Returns words whose beginning has at most `max` errors, those with the fewest; the shortest first. */
  nearestBeginning(typed: string, max: number, most: number): { word: string; errors: number }[] {
    const lengths = Array.from({ length: 2 * max + 1 }, (_, index) => typed.length - max + index)
    const errorsOf = (word: string) =>
      Math.min(...lengths.map((length) => errorsBetween(typed, word.slice(0, length), max)))
    const found = this.beginningWith(typed.slice(0, 1), Number.POSITIVE_INFINITY)
      .filter((word) => word.length > typed.length)
      .map((word) => ({ word, errors: errorsOf(word) }))
    const least = Math.min(max, ...found.map(({ errors }) => errors))
    return found
      .filter(({ errors }) => errors === least)
      .sort((a, b) => a.word.length - b.word.length)
      .slice(0, most)
  }

  #inOrder(): readonly string[] {
    if (this.#sorted.length < this.#words.size) this.#sorted = [...this.#words].sort()
    return this.#sorted
  }
}

/** How many errors a typed word of a length may have: none below four letters, two from seven. */
export const errorsAllowed = (letters: number): number => (letters < 4 ? 0 : letters < 7 ? 1 : 2)

/**
 * Returns how many errors turn one word into another: a letter too many, missing, wrong, or two neighbours swapped
 * (optimal string alignment). Stops at more than `max`, and returns `max + 1` then.
 */
export function errorsBetween(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1
  // Three rows of the table of errors between the beginnings of both words.
  let [before, last, current] = [[], [], []] as [number[], number[], number[]]
  for (let column = 0; column <= other.length; column += 1) last[column] = column
  for (let row = 1; row <= one.length; row += 1) {
    current[0] = row
    // Columns further from the diagonal have more errors than `max`.
    const from = Math.max(1, row - max)
    const to = Math.min(other.length, row + max)
    if (from > 1) current[from - 1] = max + 1
    let least = max + 1
    for (let column = from; column <= to; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      let errors = Math.min(
        (last[column] ?? max) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
      )
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        errors = Math.min(errors, (before[column - 2] as number) + 1)
      current[column] = errors
      if (errors < least) least = errors
    }
    if (least > max) return max + 1
    ;[before, last, current] = [last, current, before]
  }
  return last[other.length] as number
}
