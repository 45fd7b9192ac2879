import { beforeEach, expect, test, vi } from 'vitest'
import { onSessionRefused, send } from './api.ts'

const fetched = vi.fn<() => Promise<Response>>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('fetch', fetched.mockReset())
})

const reply = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ success: status === 200 }, { status, headers })

/** Answers requests with these replies, then with the last one; no reply is undefined. */
function theShopReplies(...replies: (readonly [status: number, headers?: Record<string, string>] | undefined)[]): void {
  let index = 0
  fetched.mockImplementation(async () => {
    const next = replies[Math.min(index++, replies.length - 1)]
    if (!next) throw new TypeError('Failed to fetch')
    return reply(...next)
  })
}

const read = { method: 'GET', url: '/api/product/list', headers: {} } as const

/** Sends a request and returns the status of its reply, and the milliseconds of the requests. */
async function sent(request: Parameters<typeof send>[0]): Promise<{ status: number; at: number[] }> {
  const start = performance.now()
  const at: number[] = []
  const implementation = fetched.getMockImplementation()
  fetched.mockImplementation(async () => {
    at.push(performance.now() - start)
    return (await implementation?.()) as Response
  })
  const result = send(request)
  await vi.advanceTimersByTimeAsync(60_000)
  return { status: (await result).status, at }
}

test('repeats a read without a reply, or after 503, after 0.4 and 1.2 seconds', async () => {
  theShopReplies(undefined, [503], [200])
  expect(await sent(read)).toEqual({ status: 200, at: [0, 400, 1600] })
  theShopReplies([503])
  expect(await sent(read)).toEqual({ status: 503, at: [0, 400, 1600] })
})

test('repeats a read after 429 when its Retry-After has passed, and not if that is later than a moment', async () => {
  theShopReplies([429, { 'retry-after': '1' }], [200])
  expect(await sent(read)).toEqual({ status: 200, at: [0, 1000] })
  theShopReplies([429, { 'retry-after': '40' }])
  expect(await sent(read)).toEqual({ status: 429, at: [0] })
})

test('sends a read once that a reader repeats, and a change', async () => {
  theShopReplies([503])
  expect(await sent({ ...read, signal: new AbortController().signal })).toEqual({ status: 503, at: [0] })
  expect(await sent({ ...read, method: 'POST' })).toEqual({ status: 503, at: [0] })
})

test.each([
  [401, 'not_signed_in', 1],
  [403, 'forbidden', 1],
  [403, 'role_forbids', 1],
  [403, 'second_step_required', 1],
  // Of a page at another address than the shop's: a check of the session would change nothing.
  [403, 'cross_site', 0],
  // The check of the session itself, of a visitor.
  [200, 'not_signed_in', 0],
  [200, 'confirm_password', 0],
  [503, 'busy', 0],
])('a call that is refused with %d %s tells the session %d times', async (status, code, times) => {
  const refused = vi.fn()
  const end = onSessionRefused(refused)
  fetched.mockImplementation(async () => Response.json({ success: false, code }, { status }))
  await sent({ ...read, method: 'POST' })
  expect(refused).toHaveBeenCalledTimes(times)
  end()
  await sent({ ...read, method: 'POST' })
  expect(refused).toHaveBeenCalledTimes(times)
})
