/** Returns whether two values of a form are the same, lists entry by entry. */
export const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Returns `current` with those fields of `draft` that differ from `before`: what was changed in a form, applied to what
 * a colleague saved meanwhile. In a list of texts, numbers, opening hours or places each is a field; any other list is
 * one field.
 */
export function withChanges<Draft extends object>(
  current: Draft,
  { before, draft }: { before: Draft; draft: Draft },
): Draft {
  const changed = Object.entries(draft).flatMap(([name, value]) => {
    const field = name as keyof Draft
    if (isEqual(value, before[field])) return []
    const lists = [current[field], before[field], value]
    return [[name, lists.every(isKeyedList) ? withChangedEntries(...(lists as Lists)) : value]]
  })
  return { ...current, ...Object.fromEntries(changed) }
}

type Lists = [current: unknown[], before: unknown[], draft: unknown[]]

/** Returns what names an entry of a list: the text or number itself, the day of opening hours, a sub-district. */
function keyOf(entry: unknown): string | undefined {
  if (typeof entry === 'string' || typeof entry === 'number') return String(entry)
  const { day, subdistrict } = entry as { day?: number; subdistrict?: string }
  return day === undefined ? subdistrict : String(day)
}

const isKeyedList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((entry) => keyOf(entry) !== undefined)

/** Returns a list with the entries of those keys whose entries differ between `before` and `draft`. */
function withChangedEntries(current: unknown[], before: unknown[], draft: unknown[]): unknown[] {
  const ofKey = (list: readonly unknown[], key: string | undefined) => list.filter((entry) => keyOf(entry) === key)
  const isChanged = (entry: unknown) => !isEqual(ofKey(before, keyOf(entry)), ofKey(draft, keyOf(entry)))
  return [...current.filter((entry) => !isChanged(entry)), ...draft.filter(isChanged)]
}
