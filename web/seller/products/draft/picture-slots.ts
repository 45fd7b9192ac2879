import type { FieldErrorCode } from '../../../../contract/messages/field-errors.ts'
import { limits } from '../../../../contract/values/limits.ts'

/** The accepted picture types. */
export const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/** Returns a file's error before it is sent; the server checks its content too. */
export function pictureError(file: Pick<File, 'name' | 'type' | 'size'>): FieldErrorCode | undefined {
  // Browsers report different types for HEIC, or none.
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)) return 'picture_heic'
  if (!pictureTypes.includes(file.type)) return 'picture_type'
  return file.size > limits.pictureBytes ? 'picture_too_large' : undefined
}

/**
 * Puts pictures into slots: the first into `slot`, if given, replacing its picture; the others into free ones in
 * order. Returns the slots, and the pictures that didn't fit.
 */
export function putIntoSlots<T>(
  slots: readonly (T | undefined)[],
  pictures: readonly T[],
  slot?: number,
): { slots: (T | undefined)[]; left: T[] } {
  const next = [...slots]
  const left: T[] = []
  for (const [index, picture] of pictures.entries()) {
    const free = index === 0 && slot !== undefined ? slot : next.indexOf(undefined)
    if (free === -1) left.push(picture)
    else next[free] = picture
  }
  return { slots: next, left }
}

/** Returns the slots with the picture in slot `index` swapped with its neighbour, if there is one. */
export function movedSlot<T>(slots: readonly T[], index: number, by: -1 | 1): T[] {
  const next = [...slots]
  const to = index + by
  if (to < 0 || to >= slots.length) return next
  ;[next[index], next[to]] = [slots[to] as T, slots[index] as T]
  return next
}

/** Returns the slot of the picture that was sent as number `sent` (from 0); -1 if there is none. */
export function slotOfSent(slots: readonly unknown[], sent: number): number {
  const filled = [...slots.keys()].filter((index) => slots[index] !== undefined)
  return filled[sent] ?? -1
}
