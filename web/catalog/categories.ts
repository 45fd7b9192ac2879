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

/** The shelf's picture, named by its tint; a shelf with a tint of the owner's own has none. */
export function categoryPicture({ tint }: Category): { avif: string; webp: string } | undefined {
  const avif = pictures[`../pictures/category-${tint}.avif`]
  const webp = pictures[`../pictures/category-${tint}.webp`]
  return avif && webp ? { avif, webp } : undefined
}

/** The colour behind a shelf's pictures. */
export function tintOf(category: Pick<Category, 'tint'> | undefined): string {
  return category ? `var(--color-${category.tint})` : 'var(--color-sunken)'
}
