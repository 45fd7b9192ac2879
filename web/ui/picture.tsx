import { pictureSources } from '../../contract/pictures.ts'

type PictureProps = {
  /** The address that a product carries; without one the plate stays empty. */
  image: string | undefined
  /** Words for who can't see it; empty where the name stands beside it. */
  alt?: string
  /** How wide it is shown, as in `<img sizes>`. */
  sizes: string
  /** Seen at once: loaded first instead of when it comes near. */
  first?: boolean
  className?: string
}

/** A product's picture on its plate: AVIF or WebP in the width that fits, its place kept free from the start. */
export function Picture({ image, alt = '', sizes, first = false, className = '' }: PictureProps) {
  if (!image) return <span aria-hidden className={`block bg-vegetables ${className}`} />
  const { src, srcSetAvif, srcSetWebp, width, height } = pictureSources(image)
  return (
    <picture className={className}>
      {srcSetAvif && <source type="image/avif" srcSet={srcSetAvif} sizes={sizes} />}
      <img
        src={src}
        srcSet={srcSetWebp || undefined}
        sizes={srcSetWebp ? sizes : undefined}
        width={width ?? 640}
        height={height ?? 640}
        alt={alt}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
        className="size-full object-cover"
      />
    </picture>
  )
}
