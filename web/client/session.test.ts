import { beforeEach, expect, test, vi } from 'vitest'
import type { User } from '../../contract/entities.ts'

const user: User = { _id: 'mali', name: 'Mali', email: 'mali@example.com', isAccountVerified: true, cartItems: {} }
const shopper = async () => ({ success: true as const, user })
const nobody = async () => ({ success: false as const, status: 200, code: 'not_signed_in', message: '' })
const noReply = () => Promise.reject(new Error('no reply'))

const calls = vi.hoisted(() => ({ userIsAuth: vi.fn(), sellerIsAuth: vi.fn(), logout: vi.fn() }))
vi.mock('./api.ts', () => ({
  api: { user: { isAuth: calls.userIsAuth, logout: calls.logout }, seller: { isAuth: calls.sellerIsAuth } },
  onNotSignedIn: () => {},
}))

vi.mock('./ask-again.ts', () => ({ askAgain: (make: () => Promise<unknown>) => make() }))

let session: typeof import('./session.ts')
beforeEach(async () => {
  vi.resetModules()
  calls.sellerIsAuth.mockImplementation(nobody)
  calls.userIsAuth.mockImplementation(shopper)
  session = await import('./session.ts')
})

test('a visitor whom this page never knew isn’t somebody whose session expired', async () => {
  calls.userIsAuth.mockImplementation(nobody)
  expect(await session.refreshSession()).toMatchObject({ status: 'visitor', expired: false })
})

test('a session that is over without a logout expired, and stays so until somebody signs in', async () => {
  await session.refreshSession()
  calls.userIsAuth.mockImplementation(nobody)
  expect(await session.refreshSession()).toMatchObject({ status: 'visitor', user: null, expired: true })
  expect(await session.refreshSession()).toMatchObject({ expired: true })
  calls.userIsAuth.mockImplementation(shopper)
  expect(await session.refreshSession()).toMatchObject({ status: 'shopper', expired: false })
})

test('after a logout nobody’s session expired', async () => {
  await session.refreshSession()
  calls.logout.mockResolvedValue({ success: true, message: 'Logged out' })
  await session.signOut()
  calls.userIsAuth.mockImplementation(nobody)
  expect(await session.refreshSession()).toMatchObject({ status: 'visitor', expired: false })
})

test('a logout whose answer was lost counts as one when the next check finds the session over', async () => {
  await session.refreshSession()
  calls.logout.mockImplementation(noReply)
  await expect(session.signOut()).rejects.toThrow('no reply')
  calls.userIsAuth.mockImplementation(nobody)
  expect(await session.refreshSession()).toMatchObject({ status: 'visitor', expired: false })
})

test('a logout that never arrived leaves the shopper signed in, and a later end is no logout', async () => {
  await session.refreshSession()
  calls.logout.mockImplementation(noReply)
  await expect(session.signOut()).rejects.toThrow('no reply')
  expect(await session.refreshSession()).toMatchObject({ status: 'shopper' })
  calls.userIsAuth.mockImplementation(nobody)
  expect(await session.refreshSession()).toMatchObject({ status: 'visitor', expired: true })
})

test('a check without a reply leaves the shopper known', async () => {
  await session.refreshSession()
  calls.userIsAuth.mockImplementation(noReply)
  expect(await session.refreshSession()).toMatchObject({ status: 'shopper', user: { _id: 'mali' } })
})
