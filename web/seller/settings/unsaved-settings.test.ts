import { expect, test } from 'vitest'
import { signInSeller } from '../../client/sign-in-seller.test-setup.ts'
import { draftOfPromptPay } from './promptpay-draft.ts'
import { deleteUnsaved, findUnsaved, storeUnsaved } from './unsaved-settings.ts'

test('an account that isn’t saved is never another seller’s of the same tab', async () => {
  await signInSeller('mali@example.com')
  const mine = { draft: { ...draftOfPromptPay(null), number: '0812345678' }, version: 1 }
  storeUnsaved(mine)
  await signInSeller('somchai@example.com')
  expect(findUnsaved()).toBeUndefined()
  deleteUnsaved()
  await signInSeller('mali@example.com')
  expect(findUnsaved()).toEqual(mine)
  deleteUnsaved()
  expect(findUnsaved()).toBeUndefined()
})
