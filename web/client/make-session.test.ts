import { beforeEach, expect, test, vi } from 'vitest'
import type { User } from '../../contract/entities/user.ts'
import { makeSession, type SessionDeps } from './make-session.ts'

const user: User = { _id: 'mali', name: 'Mali', email: 'mali@example.com', isAccountVerified: true, cartItems: {} }
const shopper = async () => ({ success: true as const, user })
const noSession = async () => ({ success: false as const, status: 200, message: '' })
const busy = async () => ({ success: false as const, status: 503, message: 'The shop is full' })
const noReply = () => Promise.reject(new Error('no reply'))

const calls = {
  userIsAuth: vi.fn<SessionDeps['api']['user']['isAuth']>(),
  sellerIsAuth: vi.fn<SessionDeps['api']['seller']['isAuth']>(),
  logout: vi.fn<SessionDeps['api']['user']['logout']>(),
}
const broadcast = vi.fn<SessionDeps['broadcast']>()
let now = 0

let session: ReturnType<typeof makeSession>
beforeEach(() => {
  vi.resetAllMocks()
  calls.sellerIsAuth.mockImplementation(noSession)
  calls.userIsAuth.mockImplementation(shopper)
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  session = makeSession({
    api: { user: { isAuth: calls.userIsAuth, logout: calls.logout }, seller: { isAuth: calls.sellerIsAuth } },
    withRetries: (make) => make(),
    broadcast,
  })
})

test('a visitor’s first check isn’t an expired session', async () => {
  calls.userIsAuth.mockImplementation(noSession)
  expect(await session.refresh()).toMatchObject({ status: 'visitor', expired: false })
})

test('a session that ended without a logout has expired, until the next login', async () => {
  await session.refresh()
  calls.userIsAuth.mockImplementation(noSession)
  expect(await session.refresh()).toMatchObject({ status: 'visitor', user: null, expired: true })
  expect(await session.refresh()).toMatchObject({ expired: true })
  calls.userIsAuth.mockImplementation(shopper)
  expect(await session.refresh()).toMatchObject({ status: 'shopper', expired: false })
})

test('a logout isn’t an expired session', async () => {
  await session.refresh()
  calls.logout.mockResolvedValue({ success: true, message: 'Logged out' })
  await session.signOut()
  calls.userIsAuth.mockImplementation(noSession)
  expect(await session.refresh()).toMatchObject({ status: 'visitor', expired: false })
})

test('a logout whose reply was lost counts if the next check finds no session', async () => {
  await session.refresh()
  calls.logout.mockImplementation(noReply)
  await expect(session.signOut()).rejects.toThrow('no reply')
  calls.userIsAuth.mockImplementation(noSession)
  expect(await session.refresh()).toMatchObject({ status: 'visitor', expired: false })
})

test('after a logout that never arrived the shopper is signed in, and a later end is an expired session', async () => {
  await session.refresh()
  calls.logout.mockImplementation(noReply)
  await expect(session.signOut()).rejects.toThrow('no reply')
  expect(await session.refresh()).toMatchObject({ status: 'shopper' })
  calls.userIsAuth.mockImplementation(noSession)
  expect(await session.refresh()).toMatchObject({ status: 'visitor', expired: true })
})

test('a check without a reply changes nothing for a shopper', async () => {
  await session.refresh()
  calls.userIsAuth.mockImplementation(noReply)
  expect(await session.refresh()).toMatchObject({ status: 'shopper', user: { _id: 'mali' } })
})

test('a first check without a reply is unanswered, not a visitor', async () => {
  calls.userIsAuth.mockImplementation(noReply)
  expect(await session.refresh()).toMatchObject({ status: 'unanswered', user: null })
  calls.userIsAuth.mockImplementation(noSession)
  expect(await session.refresh()).toMatchObject({ status: 'visitor' })
})

test('a first check that an overloaded shop refuses is repeated, about shopper and seller, until it has a reply', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  calls.userIsAuth.mockImplementation(busy)
  calls.sellerIsAuth.mockImplementation(busy)
  expect(await session.refresh()).toMatchObject({ status: 'unanswered' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(session.state.get()).toMatchObject({ status: 'unanswered' })
  calls.userIsAuth.mockImplementation(shopper)
  await vi.advanceTimersByTimeAsync(2000)
  expect(session.state.get()).toMatchObject({ status: 'shopper', isSeller: false })
  calls.sellerIsAuth.mockResolvedValue({ success: true, email: 'owner@example.com' })
  await vi.advanceTimersByTimeAsync(4000)
  expect(session.state.get()).toMatchObject({ status: 'shopper', isSeller: true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls.userIsAuth).toHaveBeenCalledTimes(4)
})

test('who is signed in as a seller is known as soon as the shop says it, whatever it says of the shopper', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const checked = vi.fn()
  session.onChecked(checked)
  calls.userIsAuth.mockImplementation(busy)
  calls.sellerIsAuth.mockResolvedValue({ success: true, email: 'owner@example.com' })
  expect(await session.refresh()).toMatchObject({ status: 'unanswered', isSeller: true })
  expect(checked).toHaveBeenCalledTimes(1)
  calls.userIsAuth.mockImplementation(shopper)
  calls.sellerIsAuth.mockImplementation(busy)
  await vi.advanceTimersByTimeAsync(1000)
  expect(session.state.get()).toMatchObject({ status: 'shopper', isSeller: true, sellerEmail: 'owner@example.com' })
  expect(checked).toHaveBeenCalledTimes(2)
  // Then the shopper's part is the older one, of which no listener is told again.
  calls.userIsAuth.mockImplementation(busy)
  calls.sellerIsAuth.mockImplementation(noSession)
  expect(await session.refresh()).toMatchObject({ status: 'shopper', isSeller: false })
  expect(checked).toHaveBeenCalledTimes(2)
})

test('an overloaded shop signs neither shopper nor seller out', async () => {
  calls.sellerIsAuth.mockResolvedValue({ success: true, email: 'owner@example.com' })
  await session.refresh()
  calls.userIsAuth.mockImplementation(busy)
  calls.sellerIsAuth.mockImplementation(busy)
  const seller = { isSeller: true, sellerEmail: 'owner@example.com' }
  expect(await session.refresh()).toMatchObject({ status: 'shopper', ...seller })
  calls.userIsAuth.mockImplementation(shopper)
  expect(await session.refresh()).toMatchObject(seller)
  calls.sellerIsAuth.mockImplementation(noSession)
  expect(await session.refresh()).toMatchObject({ isSeller: false, sellerEmail: undefined })
})

test('a running check is shared; a fresh one replaces it, and the old reply is ignored', async () => {
  const late = Promise.withResolvers<Awaited<ReturnType<typeof noSession>>>()
  calls.userIsAuth.mockReturnValueOnce(late.promise)
  const first = session.refresh()
  expect(session.refresh()).toBe(first)
  const fresh = session.refresh({ fresh: true })
  expect(await fresh).toMatchObject({ status: 'shopper' })
  late.resolve(await noSession())
  expect(await first).toMatchObject({ status: 'shopper' })
  expect(calls.userIsAuth).toHaveBeenCalledTimes(2)
})

test('listeners get every answered check with the moment it was asked, and the same session while it is the same', async () => {
  const checked = vi.fn()
  const end = session.onChecked(checked)
  now = 5
  const before = await session.refresh()
  now = 9
  calls.userIsAuth.mockResolvedValue({ success: true, user: { ...user } })
  await session.refresh()
  expect(checked.mock.calls.map(([, requestedAt]) => requestedAt)).toEqual([5, 9])
  expect(session.state.get()).toBe(before)
  end()
  await session.refresh()
  expect(checked).toHaveBeenCalledTimes(2)
})

test('a logout waits for what has to be saved before it, also for what fails, and tells the other tabs', async () => {
  await session.refresh()
  const order: string[] = []
  session.beforeSignOut(async () => void order.push('saved'))
  session.beforeSignOut(() => Promise.reject(new Error('not saved')))
  calls.logout.mockImplementation(async () => {
    order.push('logged out')
    return { success: true, message: 'Logged out' }
  })
  expect(await session.signOut()).toMatchObject({ success: true })
  expect(order).toEqual(['saved', 'logged out'])
  expect(broadcast.mock.calls).toEqual([['signed out']])
  expect(session.state.get()).toMatchObject({ status: 'visitor', user: null, expired: false })
})

test('a logout that the shop refuses leaves the shopper signed in', async () => {
  await session.refresh()
  calls.logout.mockImplementation(busy)
  await session.signOut()
  expect(session.state.get()).toMatchObject({ status: 'shopper' })
  expect(broadcast).not.toHaveBeenCalled()
})

test('a logout in another tab ends the session at once, and a reply to an older check doesn’t bring it back', async () => {
  await session.refresh()
  const late = Promise.withResolvers<Awaited<ReturnType<typeof shopper>>>()
  calls.userIsAuth.mockReturnValueOnce(late.promise)
  const check = session.refresh()
  session.handleMessage('signed out')
  expect(session.state.get()).toMatchObject({ status: 'visitor', expired: false })
  late.resolve(await shopper())
  expect(await check).toMatchObject({ status: 'visitor' })
})

test('a change in another tab causes a check; signing in here is sent to the others', async () => {
  calls.userIsAuth.mockImplementation(noSession)
  await session.refresh()
  calls.userIsAuth.mockImplementation(shopper)
  session.handleMessage('changed')
  expect(await session.refresh()).toMatchObject({ status: 'shopper' })
  await session.signedIn()
  expect(broadcast.mock.calls).toEqual([['changed']])
})
