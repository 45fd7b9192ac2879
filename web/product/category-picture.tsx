import type { ShownCategory } from '../shop.ts'
import { categoryName, tintOf } from './categories.ts'

/** A category's picture; without one, the first letter of its name on a disc. `className` sets the size. */
export function CategoryPicture({ category, className }: { category: ShownCategory; className: string }) {
  const { shown: picture } = category
  if (picture)
    return (
      <picture className="contents">
        <source type="image/avif" srcSet={picture.avif} />
        <img src={picture.webp} alt="" width={256} height={256} className={`rounded-[18%] object-cover ${className}`} />
      </picture>
    )
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" className={className}>
      <circle cx="50" cy="50" r="38" fill="#ffffffb3" />
      <text
        x="50"
        y="51"
        textAnchor="middle"
        dominantBaseline="central"
        fontSize="40"
        fontWeight="700"
        className="fill-plate-leaf-deep"
      >
        {initialOf(categoryName(category))}
      </text>
    </svg>
  )
}

/** Returns the first letter that can be written alone: a Thai vowel before its consonant can't. */
function initialOf(name: string): string {
  return /[^เแโใไ\s\p{P}\p{M}]/u.exec(name)?.[0]?.toLocaleUpperCase() ?? ''
}

/** A category's picture on a disc of its colour, for lists of categories. */
export function CategoryRound({ category }: { category: ShownCategory }) {
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-full" style={{ background: tintOf(category) }}>
      <CategoryPicture category={category} className="size-7" />
    </span>
  )
}
