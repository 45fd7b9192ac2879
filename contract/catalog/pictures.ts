/*
 * A product has one URL for each picture, that of its largest rendition: `/pictures/<hash>-<width>x<height>.webp`. The
 * URLs of all other renditions follow from it, so lists stay small and need no second lookup.
 */

/** Widths in pixels of the stored renditions, as far as the picture is that large. */
export const pictureWidths = [160, 320, 640, 1280] as const

/** AVIF for browsers that support it; WebP for the others and for clients that use the plain URL. */
export const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

export type PictureSize = { width: number; height: number }

export type PictureSources = {
  /** For `<img src>`: a medium rendition, which also serves clients without `srcset`. */
  src: string
  /** For `<source type="image/avif" srcset>`. */
  srcSetAvif: string
  /** For `<source type="image/webp" srcset>` or the `<img>` itself. */
  srcSetWebp: string
  /** The largest rendition's, so that the browser reserves the space. Undefined if the URL doesn't contain it. */
  width: number | undefined
  height: number | undefined
}

const pictureUrl = /^(.*\/)?([0-9a-f]{32})-([1-9]\d{0,4})x([1-9]\d{0,4})\.(?:avif|webp)$/

/** Returns the file name of one rendition: `<hash>-<width>x<height>.<format>`. */
export function pictureName(hash: string, size: PictureSize, format: PictureFormat): string {
  return `${hash}-${size.width}x${size.height}.${format}`
}

/** Returns whether untrusted text is a name that {@link pictureName} can return. */
export function isPictureName(name: string): boolean {
  const match = pictureUrl.exec(name)
  return match !== null && match[1] === undefined
}

/**
 * Returns the sizes of the renditions of a picture whose largest is `largest`, smallest first: every standard width
 * below it, then itself. Heights keep the aspect ratio, rounded to whole pixels, at least one. Encoder and browser both
 * use this.
 */
export function renditionSizes(largest: PictureSize): PictureSize[] {
  return [
    ...pictureWidths
      .filter((width) => width < largest.width)
      .map((width) => ({ width, height: Math.max(1, Math.round((largest.height * width) / largest.width)) })),
    largest,
  ]
}

/**
 * Returns what `<picture>` needs, from a picture's URL. For a URL of another form only `src` is set, the sets are
 * empty.
 */
export function pictureSources(url: string): PictureSources {
  const match = pictureUrl.exec(url)
  if (!match) return { src: url, srcSetAvif: '', srcSetWebp: '', width: undefined, height: undefined }
  const [, folder = '', hash = ''] = match
  const largest = { width: Number(match[3]), height: Number(match[4]) }
  const sizes = renditionSizes(largest)
  const srcSet = (format: PictureFormat) =>
    sizes.map((size) => `${folder}${pictureName(hash, size, format)} ${size.width}w`).join(', ')
  const medium = sizes.find((size) => size.width >= 640) ?? largest
  return {
    src: folder + pictureName(hash, medium, 'webp'),
    srcSetAvif: srcSet('avif'),
    srcSetWebp: srcSet('webp'),
    width: largest.width,
    height: largest.height,
  }
}

/**
 * Returns the URLs of a picture's smallest rendition of at least this width, or of its largest; undefined for another
 * URL.
 */
export function pictureOfWidth(url: string, least: number): Record<PictureFormat, string> | undefined {
  const [, folder = '', hash = '', width, height] = pictureUrl.exec(url) ?? []
  if (!hash) return undefined
  const largest = { width: Number(width), height: Number(height) }
  const size = renditionSizes(largest).find((each) => each.width >= least) ?? largest
  return { avif: folder + pictureName(hash, size, 'avif'), webp: folder + pictureName(hash, size, 'webp') }
}

/** In an edited product's list of pictures: the next file of the form. */
export const newPicture = 'new'
