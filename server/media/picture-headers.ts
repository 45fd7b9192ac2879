/** The Cache-Control of pictures, whose content never changes under their name. */
export const immutableCacheControl = 'public, max-age=31536000, immutable'

/** Returns the media type of a picture by its name. */
export const typeOfPicture = (name: string) => (name.endsWith('.avif') ? 'image/avif' : 'image/webp')
