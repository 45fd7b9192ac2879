import { expect, test } from 'vitest'
import { slipLimits } from '../../../contract/payments/slip-limits.ts'
import { copyInMemory, slipPictureError } from './slip-picture.ts'

test('a file of another type or that is too large isn’t sent; one without a type is', () => {
  expect(slipPictureError({ type: 'image/png', size: slipLimits.bytes })).toBeUndefined()
  expect(slipPictureError({ type: '', size: 1 })).toBeUndefined()
  expect(slipPictureError({ type: 'image/heic', size: 1 })).toBe('slip_type')
  expect(slipPictureError({ type: 'image/jpeg', size: slipLimits.bytes + 1 })).toBe('slip_too_large')
})

test('a picture is copied, and one that can’t be read rejects', async () => {
  const copy = await copyInMemory(new File(['slip'], 'slip.png', { type: 'image/png' }))
  expect([await copy.text(), copy.name, copy.type]).toEqual(['slip', 'slip.png', 'image/png'])
  const gone = { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) } as File
  await expect(copyInMemory(gone)).rejects.toThrow('gone')
})
