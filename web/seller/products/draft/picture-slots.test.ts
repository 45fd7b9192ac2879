import { expect, test } from 'vitest'
import { movedSlot, pictureError, putIntoSlots, slotOfSent } from './picture-slots.ts'

const empty = [undefined, undefined, undefined, undefined]

test('the first of several pictures goes to the given slot, the others to free ones in order', () => {
  expect(putIntoSlots(['a', undefined, 'c', undefined], ['x', 'y'], 2)).toEqual({
    slots: ['a', 'y', 'x', undefined],
    left: [],
  })
})

test('without a given slot pictures fill the free ones in order', () => {
  expect(putIntoSlots(empty, ['x', 'y'])).toEqual({ slots: ['x', 'y', undefined, undefined], left: [] })
})

test('returns pictures that don’t fit, and replaces none for them', () => {
  expect(putIntoSlots(['a', 'b', 'c', undefined], ['x', 'y', 'z'])).toEqual({
    slots: ['a', 'b', 'c', 'x'],
    left: ['y', 'z'],
  })
})

test('swaps a picture with the neighbouring slot, even an empty one, but not beyond the ends', () => {
  const slots = ['a', 'b', undefined, 'c']
  expect(movedSlot(slots, 1, -1)).toEqual(['b', 'a', undefined, 'c'])
  expect(movedSlot(slots, 1, 1)).toEqual(['a', undefined, 'b', 'c'])
  expect(movedSlot(slots, 0, -1)).toEqual(slots)
  expect(movedSlot(slots, 3, 1)).toEqual(slots)
})

test('maps an error of a sent file to its slot', () => {
  const slots = [undefined, 'a', undefined, 'b']
  expect(slotOfSent(slots, 0)).toBe(1)
  expect(slotOfSent(slots, 1)).toBe(3)
  expect(slotOfSent(slots, 2)).toBe(-1)
})

test('accepts the four picture types up to 12 MB, and nothing else', () => {
  for (const type of ['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
    expect(pictureError({ name: 'bread', type, size: 12 * 1024 * 1024 })).toBeUndefined()
  expect(pictureError({ name: 'bread', type: 'image/gif', size: 1 })).toBe('picture_type')
  expect(pictureError({ name: 'bread', type: 'application/pdf', size: 1 })).toBe('picture_type')
  expect(pictureError({ name: 'bread', type: 'image/png', size: 12 * 1024 * 1024 + 1 })).toBe('picture_too_large')
  expect(pictureError({ name: 'IMG_4711.HEIC', type: '', size: 1 })).toBe('picture_heic')
  expect(pictureError({ name: 'a', type: 'image/heif', size: 1 })).toBe('picture_heic')
})
