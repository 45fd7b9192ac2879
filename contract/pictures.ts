/*
 * How a picture's address is made and read. A product carries one address for each picture:
 * `/pictures/<hash>-<width>x<height>.webp`, its largest rendition. Everything else that a browser needs follows from
 * that text alone, so lists stay small and no second lookup is made.
 */

/** Widths in pixels in which every picture is kept, as far as it is that large. */
export const pictureWidths = [160, 320, 640, 1280] as const

/** AVIF for browsers that know it, WebP for the others and for clients that take the plain address. */
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
  /** Of the largest rendition, so that the browser keeps the place free. Undefined where the address doesn't say. */
  width: number | undefined
  height: number | undefined
}

const pictureUrl = /^(.*\/)?([0-9a-f]{32})-([1-9]\d{0,4})x([1-9]\d{0,4})\.(?:avif|webp)$/

/** The file name of one rendition: `<hash>-<width>x<height>.<format>`. */
export function pictureName(hash: string, size: PictureSize, format: PictureFormat): string {
  return `${hash}-${size.width}x${size.height}.${format}`
}

/** Whether text from outside is a name that {@link pictureName} can have made. */
export function isPictureName(name: string): boolean {
  return pictureUrl.exec(name)?.[1] === undefined && pictureUrl.test(name)
}

/**
 * The renditions of a picture whose largest is `largest`, smallest first: every standard width below it, then itself.
 * Heights keep the shape, rounded to a whole pixel and never zero. Encoder and browser both go by this.
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
 * What `<picture>` needs, from a picture's address. An address of another kind (a record from elsewhere) is given back
 * as `src` alone, with empty sets.
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

/** Stands for the next file of the form in an edited product's list of pictures. */
export const newPicture = 'new'
