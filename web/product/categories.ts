import type { Category } from '../../contract/shop.ts'
import { getLocale } from '../messages/messages.ts'

const pictures = import.meta.glob<string>('../pictures/category-*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** The shelf's name in the language of the page. */
export function categoryName(category: Category): string {
  return getLocale() === 'th' ? category.nameTh : category.name
}

/** Where the shelf's screen is. */
export function categoryPath(category: Pick<Category, 'path'>): string {
  return `/products/${encodeURIComponent(category.path.toLowerCase())}`
}

/** The shelf's picture, named by its tint; undefined where web/pictures has none of that name. */
export function categoryPicture({ tint }: Category): { avif: string; webp: string } | undefined {
  if (!tint) return undefined
  const avif = pictures[`../pictures/category-${tint}.avif`]
  const webp = pictures[`../pictures/category-${tint}.webp`]
  return avif && webp ? { avif, webp } : undefined
}

/** The colour behind a shelf's pictures: its tint of web/tokens.css, or a pale one that follows from its path. */
export function tintOf(category: Pick<Category, 'tint' | 'path'> | undefined): string {
  if (!category) return 'var(--color-sunken)'
  let hue = 0
  for (const letter of category.path) hue = (hue * 31 + letter.charCodeAt(0)) % 360
  const own = `hsl(${hue} 45% 87%)`
  return category.tint ? `var(--color-${category.tint}, ${own})` : own
}
