/** Returns whether two values typed into a form are the same, lists entry by entry. */
export const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Returns `current` with those fields of `typed` that differ from `before`: what was changed in a form, applied to what a
 * colleague saved meanwhile. A list is one field.
 */
export function withChanges<Typed extends object>(
  current: Typed,
  { before, typed }: { before: Typed; typed: Typed },
): Typed {
  const changed = Object.entries(typed).filter(([name, value]) => !isEqual(value, before[name as keyof Typed]))
  return { ...current, ...Object.fromEntries(changed) }
}
