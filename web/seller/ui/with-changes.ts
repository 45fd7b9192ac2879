/** Returns whether two values of a form are the same, lists entry by entry. */
export const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Returns `current` with those fields of `draft` that differ from `before`: what was changed in a form, applied to what a
 * colleague saved meanwhile. A list is one field.
 */
export function withChanges<Draft extends object>(
  current: Draft,
  { before, draft }: { before: Draft; draft: Draft },
): Draft {
  const changed = Object.entries(draft).filter(([name, value]) => !isEqual(value, before[name as keyof Draft]))
  return { ...current, ...Object.fromEntries(changed) }
}
