/** The reason why a picture is refused. */
export type PictureErrorCode = 'picture_type' | 'picture_too_large' | 'picture_too_many_pixels' | 'picture_broken'

/**
 * Apart from the decoder, which takes 20 MB of memory, so that the shop's own process can recognise the error without
 * loading it.
 */
export class PictureError extends Error {
  readonly code: PictureErrorCode

  constructor(code: PictureErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}
