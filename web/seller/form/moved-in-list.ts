/** Returns a list in which the entry at `index` is one place further up or down. */
export const movedInList = <T>(list: readonly T[], index: number, by: -1 | 1): T[] =>
  list.toSpliced(index, 1).toSpliced(index + by, 0, ...list.slice(index, index + 1))
