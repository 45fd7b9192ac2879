import { expect, test, vi } from 'vitest'
import { refreshSession } from '../../client/session.ts'
import { typedOf } from './promptpay-typed.ts'
import { deleteUnsaved, findUnsaved, storeUnsaved } from './unsaved-settings.ts'

/** The shop answers the session check as for this seller. */
async function signInAs(email: string): Promise<void> {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/api/seller/')
      ? Response.json({ success: true, email, role: 'owner' })
      : Response.json({ success: false, code: 'not_signed_in', message: '' }, { status: 401 }),
  )
  await refreshSession({ fresh: true })
}

test('an account that isn’t saved is never another seller’s of the same tab', async () => {
  await signInAs('mali@example.com')
  const mine = { typed: { ...typedOf(null), number: '0812345678' }, version: 1 }
  storeUnsaved(mine)
  await signInAs('somchai@example.com')
  expect(findUnsaved()).toBeUndefined()
  deleteUnsaved()
  await signInAs('mali@example.com')
  expect(findUnsaved()).toEqual(mine)
  deleteUnsaved()
  expect(findUnsaved()).toBeUndefined()
  vi.unstubAllGlobals()
})
