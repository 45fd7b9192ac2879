import { pictureSources } from '../../contract/catalog/pictures.ts'

type PictureProps = {
  /** The product's picture URL; the plate stays empty without one. */
  image: string | undefined
  /** The alternative text; empty if the name is beside it. */
  alt?: string
  /** Its displayed width, as in `<img sizes>`. */
  sizes: string
  /** Visible at once: loaded eagerly, not lazily. */
  first?: boolean
  className?: string
}

/** A product's picture on its plate: AVIF or WebP in a fitting width, without layout shift while it loads. */
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
