import { expect, test, vi } from 'vitest'
import { api } from '../../client/api.ts'
import { refreshSession } from '../../client/session.ts'
import { signInSeller } from '../../client/sign-in-seller.test-setup.ts'
import { keptDraft } from './kept-drafts.ts'

test('a draft that isn’t saved is never another seller’s of the same tab', async () => {
  await signInSeller('mali@example.com')
  const mine = { saved: { version: 1 }, draft: { number: '0812345678' } }
  keptDraft('promptpay').store(mine)
  await signInSeller('somchai@example.com')
  expect(keptDraft('promptpay').find()).toBeUndefined()
  keptDraft('promptpay').delete()
  await signInSeller('mali@example.com')
  expect(keptDraft('promptpay').find()).toEqual(mine)
  expect(keptDraft('tax').find()).toBeUndefined()
  keptDraft('promptpay').delete()
  expect(keptDraft('promptpay').find()).toBeUndefined()
})

test('a form that stores or deletes its draft when the session has ended does so for its own seller', async () => {
  await signInSeller('mali@example.com')
  const kept = keptDraft('zone new')
  await endSession()
  kept.store('typed')
  expect(keptDraft('zone new').find()).toBeUndefined()
  await signInSeller('mali@example.com')
  expect(keptDraft('zone new').find()).toBe('typed')
  await signInSeller('somchai@example.com')
  kept.delete()
  await signInSeller('mali@example.com')
  expect(keptDraft('zone new').find()).toBeUndefined()
})

/** Ends the session, as the shop's replies do. */
async function endSession(): Promise<void> {
  const refusal = { success: false, status: 200, code: 'not_signed_in', message: 'Not signed in' } as const
  const replies = [
    vi.spyOn(api.user, 'isAuth').mockResolvedValue(refusal),
    vi.spyOn(api.seller, 'isAuth').mockResolvedValue(refusal),
  ]
  await refreshSession({ fresh: true })
  for (const reply of replies) reply.mockRestore()
}
