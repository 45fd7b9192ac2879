import type { Category } from '../../contract/settings/shop.ts'
import { getLocale } from '../messages/messages.ts'

/** Returns a category's name in the language of the page. */
export function categoryName(category: Pick<Category, 'name' | 'nameTh'>): string {
  return getLocale() === 'th' ? category.nameTh : category.name
}

/** Returns the path of a category's screen. */
export function categoryPath(category: Pick<Category, 'path'>): string {
  return `/products/${encodeURIComponent(category.path.toLowerCase())}`
}

/**
 * Returns the background of a category's pictures: its tint of web/tokens.css, or a pale colour derived from its path.
 */
export function tintOf(category: Pick<Category, 'tint' | 'path'> | undefined): string {
  if (!category) return 'var(--color-sunken)'
  let hue = 0
  for (const letter of category.path) hue = (hue * 31 + letter.charCodeAt(0)) % 360
  const fallback = `hsl(${hue} 45% 87%)`
  return category.tint ? `var(--color-${category.tint}, ${fallback})` : fallback
}
