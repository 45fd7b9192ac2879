/** Limits of the owner's categories. */
export const categoryLimits = {
  /** Categories of a shop: every page has them. */
  count: 40,
  /** Characters of a name. */
  name: 40,
} as const

/**
 * Returns the path of a new category, from its English name: letters and digits with hyphens, and a number behind if
 * the shop has the path already. A name without such letters becomes `category`. The path never changes afterwards:
 * products, links and other clients have it.
 */
export function newCategoryPath(name: string, usedPaths: readonly string[]): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const base = words.join('-') || 'category'
  const known = new Set(usedPaths.map((path) => path.toLowerCase()))
  let path = base
  for (let number = 2; known.has(path.toLowerCase()); number += 1) path = `${base}-${number}`
  return path
}
