import { pictureOfWidth } from '../../contract/catalog/pictures.ts'
import type { Category } from '../../contract/settings/shop.ts'
import type { ShownCategory } from '../shop.ts'

const pictures = import.meta.glob<string>('../pictures/category-*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** Pixels that a category's own picture has at least: twice the size that its page shows. */
const shownWidth = 320

/**
 * Returns categories with the URLs of their pictures: the owner's, or the one of web/pictures that their tint names.
 * The server's build only: pages get the URLs with their settings.
 */
export function withPictures(categories: readonly Category[]): ShownCategory[] {
  return categories.map(({ picture, ...category }) => {
    const [avif, webp] = ['avif', 'webp'].map((type) => pictures[`../pictures/category-${category.tint}.${type}`])
    const shown = (picture && pictureOfWidth(picture, shownWidth)) || (avif && webp ? { avif, webp } : undefined)
    return shown ? { ...category, shown } : category
  })
}
