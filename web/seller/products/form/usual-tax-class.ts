/** The category for which a form's tax class was filled in, and whether the seller has chosen one since. */
export type FilledCategory = { category: string; isChosen: boolean }

/**
 * Returns the tax class, as the form's value, of a new product whose category is now `category`: the usual one there,
 * as long as the form still has the value that was filled in for the previous category. `usual` has the classes by
 * category.
 */
export function nextTaxClass(
  current: string,
  category: string,
  before: FilledCategory,
  usual: ReadonlyMap<string, string>,
): string {
  const usualIn = (path: string) => usual.get(path) ?? ''
  const isFilledIn = !before.isChosen && category !== before.category && current === usualIn(before.category)
  return isFilledIn ? usualIn(category) : current
}
