/** How many errors a typed word of a length may have: none below four letters, two from eight. */
export const errorsAllowed = (letters: number): number => (letters < 4 ? 0 : letters < 8 ? 1 : 2)

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
    const [from, to] = [Math.max(1, row - max), Math.min(other.length, row + max)]
    if (from > 1) current[from - 1] = max + 1
    let least = max + 1
    for (let column = from; column <= to; column += 1) {
      const same = one[row - 1] === other[column - 1]
      let errors = Math.min(
        (last[column] ?? max) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (same ? 0 : 1),
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
