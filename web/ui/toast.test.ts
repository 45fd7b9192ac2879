import { expect, test } from 'vitest'
import { dismissText, shownToasts, toast } from './toast.ts'

test('the messages with a text are removed, of any kind, and no others', () => {
  // Tests of other files in this process show some, too.
  shownToasts.set([])
  toast.error('Please log in')
  toast.success('Saved')
  toast.note('Please log in')
  dismissText('Please log in')
  expect(shownToasts.get().map(({ text }) => text)).toEqual(['Saved'])
  dismissText('Saved')
  expect(shownToasts.get()).toEqual([])
})
