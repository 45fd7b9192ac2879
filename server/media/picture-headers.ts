/** For what never changes under its name. */
export const cachedForGood = 'public, max-age=31536000, immutable'

/** The media type that belongs to a picture's name. */
export const typeOfPicture = (name: string) => (name.endsWith('.avif') ? 'image/avif' : 'image/webp')
