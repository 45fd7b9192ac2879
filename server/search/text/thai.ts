import { WordSet } from './word-set.ts'

/*
 * Thai is written without spaces between words. These functions divide a folded run of Thai letters by a dictionary.
 */

/** A consonant with its vowels: no word begins or ends inside one. */
const cluster = /[เ-ไ]*[ก-ฮฤฦ]?[ฯะ-ฺๅ็-๎]*/g

const costs = {
  word: 10,
  /** The cost of a cluster that is in no word, and what the first one after a word costs in addition. */
  unknown: 25,
  firstUnknown: 20,
}

export type Piece = { text: string; isKnown: boolean }

/** Which parts of a compound don't find it: none of its parts, all but the first, or even a word as its prefix. */
export type ClosedParts = 'parts' | 'rest' | 'beginning'

/** Words of a language without spaces, and how compounds of them divide. */
export class Dictionary extends WordSet {
  #longest = 0
  readonly #closed = new Map<string, ClosedParts>()
  readonly #parts = new Map<string, string[]>()

  override add(word: string): void {
    super.add(word)
    this.#longest = Math.max(this.#longest, word.length)
  }

  close(word: string, closed: ClosedParts): void {
    this.add(word)
    this.#closed.set(word, closed)
  }

  /** Whether a word must not be found by another one that is its prefix. */
  isOther(word: string, beginning: string): boolean {
    return this.#closed.get(word) === 'beginning' && this.has(beginning)
  }

  /**
   * Divides a run of letters into the fewest words with the fewest letters left over; of several ways, the longest
   * words first.
   */
  divide(run: string, longest = this.#longest): Piece[] {
    const ends = [0]
    for (const [text] of run.matchAll(cluster)) if (text !== '') ends.push((ends.at(-1) as number) + text.length)
    // A character outside any cluster, such as a lone vowel.
    if (ends.at(-1) !== run.length) return [{ text: run, isKnown: this.has(run) }]
    type Step = { cost: number; from: number; isKnown: boolean }
    const best: (Step | undefined)[] = [{ cost: 0, from: -1, isKnown: true }]
    for (let to = 1; to < ends.length; to += 1) {
      for (let from = 0; from < to; from += 1) {
        const before = best[from]
        const length = (ends[to] as number) - (ends[from] as number)
        if (!before || (length > longest && from < to - 1)) continue
        let cost: number | undefined
        const isKnown = length <= longest && this.has(run.slice(ends[from], ends[to]))
        if (isKnown) cost = before.cost + costs.word
        else if (from === to - 1) cost = before.cost + costs.unknown + (before.isKnown ? costs.firstUnknown : 0)
        // Of equal costs the earliest start wins: the last word is as long as it can be.
        if (cost !== undefined && cost < (best[to]?.cost ?? Number.POSITIVE_INFINITY))
          best[to] = { cost, from, isKnown }
      }
    }
    const pieces: Piece[] = []
    for (let to = ends.length - 1; to > 0; ) {
      const { from, isKnown } = best[to] as Step
      const text = run.slice(ends[from], ends[to])
      const next = pieces[0]
      if (!isKnown && next && !next.isKnown) next.text = text + next.text
      else pieces.unshift({ text, isKnown })
      to = from
    }
    return pieces
  }

  /** Returns the parts of a compound word; the word itself if it has none or they mean something else. */
  partsOf(word: string): string[] {
    const known = this.#parts.get(word)
    if (known) return known
    const parts = this.#closed.has(word) ? [word] : this.#divided(word)
    this.#parts.set(word, parts)
    return parts
  }

  /** Returns the words by which a word of a name is found besides its parts. */
  headOf(word: string): string[] {
    if (this.#closed.get(word) !== 'rest') return []
    const head = this.divide(word, word.length - 1)[0]
    return head?.isKnown ? this.partsOf(head.text) : []
  }

  #divided(word: string): string[] {
    const pieces = this.divide(word, word.length - 1)
    if (pieces.length < 2 || pieces.some((piece) => !piece.isKnown)) return [word]
    return pieces.flatMap((piece) => this.partsOf(piece.text))
  }
}

const sameSounds: readonly [RegExp, string][] = [
  [/[ศษ]/g, 'ส'],
  [/ณ/g, 'น'],
  [/ญ/g, 'ย'],
  [/ฎ/g, 'ด'],
  [/ฏ/g, 'ต'],
  [/[ฑธ]/g, 'ท'],
  [/ฐ/g, 'ถ'],
  [/ภ/g, 'พ'],
  [/ฆ/g, 'ค'],
  [/ฌ/g, 'ช'],
  [/ใ/g, 'ไ'],
  [/[ฬร]/g, 'ล'],
  [/ี/g, 'ิ'],
  [/ู/g, 'ุ'],
  [/ื/g, 'ึ'],
  [/(.)\1+/g, '$1'],
]
/** Returns the phonetic key of a folded Thai word, with one letter for each sound: homophones have the same key. */
export function thaiSound(word: string): string {
  let sound = word
  for (const [pattern, letter] of sameSounds) sound = sound.replace(pattern, letter)
  return sound
}
