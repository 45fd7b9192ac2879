import { expect, test } from 'vitest'
import { signInSeller } from '../../client/sign-in-seller.test-setup.ts'
import { draftOfPromptPay } from './promptpay-draft.ts'
import { unsavedPromptPay } from './unsaved-settings.ts'

test('an account that isn’t saved is never another seller’s of the same tab', async () => {
  await signInSeller('mali@example.com')
  const saved = { success: true, promptPay: null, version: 1, changedBy: null, changedAt: null } as const
  const draft = draftOfPromptPay(saved)
  const mine = { saved, draft: { ...draft, proxy: { ...draft.proxy, number: '0812345678' } } }
  unsavedPromptPay.store(mine)
  await signInSeller('somchai@example.com')
  expect(unsavedPromptPay.find()).toBeUndefined()
  unsavedPromptPay.delete()
  await signInSeller('mali@example.com')
  expect(unsavedPromptPay.find()).toEqual(mine)
  unsavedPromptPay.delete()
  expect(unsavedPromptPay.find()).toBeUndefined()
})
