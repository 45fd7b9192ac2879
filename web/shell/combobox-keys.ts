/** What a key does in the search box. A number moves the highlight by as many rows. */
type BoxAction = 'submit' | 'choose' | 'close' | 'empty' | 'open' | 1 | -1

type Key = { key: string; altKey: boolean; nativeEvent: { isComposing: boolean } }

/** Returns what a key does in the search box; undefined if the browser decides. `shown`: whether the list is. */
export function boxActionOf(
  { key, altKey, nativeEvent }: Key,
  { shown, isHighlighted }: { shown: boolean; isHighlighted: boolean },
): BoxAction | undefined {
  if (nativeEvent.isComposing) return undefined
  if (key === 'Enter') return isHighlighted ? 'choose' : 'submit'
  if (key === 'Escape') return shown ? 'close' : 'empty'
  if (key === 'ArrowUp') return altKey ? 'close' : -1
  if (key === 'ArrowDown') return altKey ? 'open' : 1
  return undefined
}

/** Returns the index that is highlighted next. Between the last and the first none is highlighted (-1). */
export function movedActive(active: number, step: 1 | -1, count: number): number {
  const positions = count + 1
  return ((active + 1 + step + positions) % positions) - 1
}
