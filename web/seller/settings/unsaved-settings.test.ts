import { expect, test, vi } from 'vitest'
import { typedOf } from './promptpay-typed.ts'
import { deleteUnsaved, findUnsaved, storeUnsaved } from './unsaved-settings.ts'

const session = vi.hoisted(() => ({ sellerEmail: 'mali@example.com' }))
vi.mock('../../client/session.ts', () => ({ sessionNow: () => session }))

test('an account that isn’t saved is never another seller’s of the same tab', () => {
  const mine = { typed: { ...typedOf(null), number: '0812345678' }, version: 1 }
  storeUnsaved(mine)
  session.sellerEmail = 'somchai@example.com'
  expect(findUnsaved()).toBeUndefined()
  deleteUnsaved()
  session.sellerEmail = 'mali@example.com'
  expect(findUnsaved()).toEqual(mine)
  deleteUnsaved()
  expect(findUnsaved()).toBeUndefined()
})
