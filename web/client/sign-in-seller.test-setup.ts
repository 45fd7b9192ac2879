import { vi } from 'vitest'
import { api } from './api.ts'
import { refreshSession } from './session.ts'

/** Signs a seller in, as the shop's replies do. */
export async function signInSeller(email: string): Promise<void> {
  const replies = [
    vi
      .spyOn(api.user, 'isAuth')
      .mockResolvedValue({ success: false, status: 200, code: 'not_signed_in', message: 'Not signed in' }),
    vi.spyOn(api.seller, 'isAuth').mockResolvedValue({ success: true, email }),
  ]
  await refreshSession({ fresh: true })
  for (const reply of replies) reply.mockRestore()
}
