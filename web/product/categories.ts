import type { Category } from '../../contract/shop.ts'
import { getLocale } from '../messages/messages.ts'

const pictures = import.meta.glob<string>('../pictures/category-*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** Returns a category's name in the language of the page. */
export function categoryName(category: Category): string {
  return getLocale() === 'th' ? category.nameTh : category.name
}

/** Returns the path of a category's screen. */
export function categoryPath(category: Pick<Category, 'path'>): string {
  return `/products/${encodeURIComponent(category.path.toLowerCase())}`
}

/** Returns a category's picture, which is named by its tint; undefined if web/pictures has none of that name. */
export function categoryPicture({ tint }: Category): { avif: string; webp: string } | undefined {
  if (!tint) return undefined
  const avif = pictures[`../pictures/category-${tint}.avif`]
  const webp = pictures[`../pictures/category-${tint}.webp`]
  return avif && webp ? { avif, webp } : undefined
}

/** Returns the background of a category's pictures: its tint of web/tokens.css, or a pale colour derived from its path. */
export function tintOf(category: Pick<Category, 'tint' | 'path'> | undefined): string {
  if (!category) return 'var(--color-sunken)'
  let hue = 0
  for (const letter of category.path) hue = (hue * 31 + letter.charCodeAt(0)) % 360
  const own = `hsl(${hue} 45% 87%)`
  return category.tint ? `var(--color-${category.tint}, ${own})` : own
}
