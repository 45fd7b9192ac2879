/** How many errors a typed word of a length may have: none below four letters, two from eight. */
export const errorsAllowed = (letters: number): number => (letters < 4 ? 0 : letters < 8 ? 1 : 2)

/**
 * Returns how many errors turn one word into another: a letter too many, missing, wrong, or two neighbours swapped
 * (optimal string alignment). Stops at more than `max`, and returns `max + 1` then.
 */
export function errorsBetween(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    let least = row
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1]
      let errors = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (same ? 0 : 1),
      )
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        errors = Math.min(errors, (before[column - 2] as number) + 1)
      current.push(errors)
      if (errors < least) least = errors
    }
    if (least > max) return max + 1
    before = last
    last = current
  }
  return last[other.length] as number
}

/** A set of words by length, for finding those that resemble a typed word. */
export class WordSet {
  readonly #byLength = new Map<number, { word: string; letters: number }[]>()
  readonly #all = new Set<string>()

  get size(): number {
    return this.#all.size
  }

  add(word: string): void {
    if (this.#all.has(word)) return
    this.#all.add(word)
    const same = this.#byLength.get(word.length)
    if (same) same.push({ word, letters: lettersOf(word) })
    else this.#byLength.set(word.length, [{ word, letters: lettersOf(word) }])
  }

  has(word: string): boolean {
    return this.#all.has(word)
  }

  words(): Iterable<string> {
    return this.#all
  }

  /** Returns the words with the fewest errors, at most `max` errors and `most` words. */
  nearest(typed: string, max: number, most: number): { word: string; errors: number }[] {
    const letters = lettersOf(typed)
    let found: { word: string; errors: number }[] = []
    let limit = max
    for (let length = typed.length - max; length <= typed.length + max; length += 1)
      for (const { word, letters: others } of this.#byLength.get(length) ?? []) {
        // One error changes at most two letters of the set.
        if (bits(letters ^ others) > 2 * limit) continue
        const errors = errorsBetween(typed, word, limit)
        if (errors > limit) continue
        if (errors < limit) {
          limit = errors
          found = found.filter((each) => each.errors <= limit)
        }
        found.push({ word, errors })
      }
    return found.filter(({ errors }) => errors === limit).slice(0, most)
  }
}

/** The letters of a word as a set of 31 bits: enough to see quickly that two words have different ones. */
function lettersOf(word: string): number {
  let set = 0
  for (let at = 0; at < word.length; at += 1) set |= 1 << (word.charCodeAt(at) % 31)
  return set
}

function bits(set: number): number {
  let rest = set - ((set >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
