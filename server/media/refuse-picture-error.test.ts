import { expect, test } from 'vitest'
import { PictureError } from './picture-error.ts'
import { type PictureRefusals, refusePictureError } from './refuse-picture-error.ts'

const refusals: PictureRefusals = {
  picture_type: 'slip_type',
  picture_too_large: 'slip_too_large',
  picture_too_many_pixels: 'slip_too_large',
  picture_broken: 'slip_broken',
}

test('the error of a picture is refused as listed; other errors, and what was read, are passed on', async () => {
  const broken = Promise.reject(new PictureError('picture_too_many_pixels'))
  await expect(refusePictureError(refusals, broken)).rejects.toMatchObject({ code: 'slip_too_large' })
  const error = new Error('the process ended')
  await expect(refusePictureError(refusals, Promise.reject(error))).rejects.toBe(error)
  expect(await refusePictureError(refusals, Promise.resolve('read'))).toBe('read')
})
