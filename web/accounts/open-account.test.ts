import { beforeEach, expect, test, vi } from 'vitest'
import { openAccount, type RegistrationStore } from './open-account.ts'

const registration = { name: 'Mali', email: 'mali@example.com', password: 'market-2026' }
const user = { name: 'Mali', email: registration.email, isAccountVerified: false }

/** A shop with accounts, of which replies can be lost: after the call was done, or before it arrived. */
function aShop() {
  const accounts = new Map<string, string>()
  let losing: ('reply' | 'call')[] = []
  const over = async <R>(work: () => R): Promise<R> => {
    const lost = losing.shift()
    if (lost === 'call') throw new Error('no reply')
    const reply = work()
    if (lost === 'reply') throw new Error('no reply')
    return reply
  }
  const no = (code: string, status: number) => ({ success: false as const, code, status, message: code })
  const calls = {
    register: vi.fn(({ email, password }: typeof registration) =>
      over(() => {
        if (accounts.has(email)) return no('email_taken', 409)
        accounts.set(email, password)
        return { success: true as const, message: 'welcome', user }
      }),
    ),
    login: vi.fn(({ email, password }: { email: string; password: string }) =>
      over(() =>
        accounts.get(email) === password
          ? { success: true as const, message: 'back', user }
          : no('invalid_credentials', 401),
      ),
    ),
  }
  return {
    accounts,
    calls: calls as typeof calls & Parameters<typeof openAccount>[0],
    lose: (...next: typeof losing) => {
      losing = next
    },
  }
}

function inStorage(): RegistrationStore {
  let kept: string | undefined
  return {
    read: () => kept,
    write: (email) => {
      kept = email
    },
  }
}

beforeEach(() => void vi.useFakeTimers())

async function run<R>(work: Promise<R>): Promise<R> {
  work.catch(() => {})
  await vi.runAllTimersAsync()
  return work
}

test('finds an account that was created although the reply was lost', async () => {
  const shop = aShop()
  shop.lose('reply')
  const kept = inStorage()
  const { reply, found } = await run(openAccount(shop.calls, registration, kept))
  expect([reply.success, found]).toEqual([true, true])
  expect(kept.read()).toBeUndefined()
})

test('rejects if the request never arrived, and the next press registers', async () => {
  const shop = aShop()
  shop.lose('call')
  const kept = inStorage()
  await expect(run(openAccount(shop.calls, registration, kept))).rejects.toThrow('no reply')
  expect(shop.accounts.size).toBe(0)
  const { reply, found } = await run(openAccount(shop.calls, registration, kept))
  expect([reply.success, found]).toEqual([true, false])
})

test('a second press finds the account of the first one', async () => {
  const shop = aShop()
  shop.lose('reply', 'call', 'call', 'call')
  const kept = inStorage()
  await expect(run(openAccount(shop.calls, registration, kept))).rejects.toThrow('no reply')
  expect(shop.accounts.size).toBe(1)
  const { reply, found } = await run(openAccount(shop.calls, registration, kept))
  expect([reply.success, found]).toEqual([true, true])
})

test('an email address with an existing account is refused, without trying the password', async () => {
  const shop = aShop()
  shop.accounts.set(registration.email, 'another password')
  const kept = inStorage()
  const { reply } = await run(openAccount(shop.calls, registration, kept))
  expect(reply).toMatchObject({ success: false, code: 'email_taken' })
  expect(shop.calls.login).not.toHaveBeenCalled()
  expect(kept.read()).toBeUndefined()
})
