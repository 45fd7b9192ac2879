import { localizedWeight } from './localized-weight.ts'

/**
 * A product's size, to follow its name: products may have one name and differ in their size. It isn't broken unless it
 * is longer than a line.
 */
export function ProductSize({ size }: { size: string | null | undefined }) {
  if (!size) return null
  const { Weight, weightLang } = localizedWeight(size)
  return (
    <>
      {' '}
      <span lang={weightLang} className="wrap-anywhere inline-block max-w-full font-normal text-muted">
        {Weight}
      </span>
    </>
  )
}
