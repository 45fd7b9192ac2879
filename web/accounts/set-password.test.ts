import { beforeEach, expect, test, vi } from 'vitest'
import { setPassword } from './set-password.ts'

const request = { email: 'mali@example.com', otp: '123456', newPassword: 'market-2026' }

type Calls = Parameters<typeof setPassword>[0]
const noReply = () => Promise.reject(new Error('no reply'))
const yes = async () => ({ success: true as const, message: 'done' })
const no = (code: string) => async () => ({ success: false as const, status: 200, code, message: code })
const calls = (resetPassword: () => Promise<object>, login: () => Promise<object>) => {
  const asked = { resetPassword: vi.fn(resetPassword), login: vi.fn(login) }
  return asked as typeof asked & Calls
}

beforeEach(() => void vi.useFakeTimers())

async function run<R>(work: Promise<R>): Promise<R> {
  work.catch(() => {})
  await vi.runAllTimersAsync()
  return work
}

test('a login finds a password that was set although the reply was lost', async () => {
  const { reply, found } = await run(setPassword(calls(noReply, yes), request, false))
  expect([reply.success, found]).toEqual([true, true])
})

test('rejects if the password isn’t set, or if the login gets no reply either', async () => {
  await expect(run(setPassword(calls(noReply, no('invalid_credentials')), request, false))).rejects.toThrow('no reply')
  await expect(run(setPassword(calls(noReply, noReply), request, false))).rejects.toThrow('no reply')
})

test('a code that was used up by the lost call isn’t refused', async () => {
  const { reply, found } = await run(setPassword(calls(no('otp_expired'), yes), request, true))
  expect([reply.success, found]).toEqual([true, true])
})

test('a wrong code is refused, without trying the password', async () => {
  const shop = calls(no('otp_wrong'), yes)
  const { reply } = await run(setPassword(shop, request, false))
  expect(reply).toMatchObject({ success: false, code: 'otp_wrong' })
  expect(shop.login).not.toHaveBeenCalled()
})
