import { limits } from '../../../contract/limits.ts'
import type { FieldFault } from '../../../contract/refusals.ts'

/** The kinds of picture that the shop takes. */
export const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/** What is wrong with a file before it is sent; the shop looks at its content as well. */
export function pictureFault(file: Pick<File, 'name' | 'type' | 'size'>): FieldFault | undefined {
  // Browsers don't agree on its type, and some name none.
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)) return 'picture_heic'
  if (!pictureTypes.includes(file.type)) return 'picture_type'
  return file.size > limits.pictureBytes ? 'picture_too_large' : undefined
}

/**
 * Puts pictures into slots: the first into slot `at`, whatever is there, where one is named; the others into free ones,
 * in order. Gives the slots, and which pictures found no place.
 */
export function putIntoSlots<T>(
  slots: readonly (T | undefined)[],
  pictures: readonly T[],
  at?: number,
): { slots: (T | undefined)[]; left: T[] } {
  const next = [...slots]
  const left: T[] = []
  for (const [index, picture] of pictures.entries()) {
    const free = index === 0 && at !== undefined ? at : next.indexOf(undefined)
    if (free === -1) left.push(picture)
    else next[free] = picture
  }
  return { slots: next, left }
}

/** The slots after the picture in slot `at` has changed places with its neighbour; there is none beyond the ends. */
export function movedSlot<T>(slots: readonly T[], at: number, by: -1 | 1): T[] {
  const next = [...slots]
  const to = at + by
  if (to < 0 || to >= slots.length) return next
  ;[next[at], next[to]] = [slots[to] as T, slots[at] as T]
  return next
}

/** The slot in which the picture lies that was sent as number `sent` (from 0); -1 when none was. */
export function slotOfSent(slots: readonly unknown[], sent: number): number {
  const filled = [...slots.keys()].filter((at) => slots[at] !== undefined)
  return filled[sent] ?? -1
}
