import { expect, test, vi } from 'vitest'
import { m } from '../messages/messages.ts'
import { onSessionRefused } from './api.ts'
import { reportReached, whenReconnected } from './connection.ts'
import { sendForm } from './send-form.ts'

/** Answers forms with this reply; undefined is none. */
function theShopReplies(status?: number, text = ''): void {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      status = status
      statusText = ''
      responseText = text
      onload = () => {}
      onerror = () => {}
      open() {}
      setRequestHeader() {}
      send() {
        queueMicrotask(() => (status === undefined ? this.onerror() : this.onload()))
      }
    },
  )
}

const sent = () => sendForm({ method: 'POST', url: '/api/rider/photo' }, new FormData())

test.each([
  [401, { success: false, code: 'not_signed_in' }, 1],
  [403, { success: false, code: 'role_forbids' }, 1],
  [403, { success: false, code: 'second_step_required' }, 1],
  [200, { success: false, code: 'order_unknown' }, 0],
  [413, { success: false, code: 'too_large' }, 0],
])('resolves with a refusal, and tells the session of one about it: %d %j', async (status, reply, times) => {
  const refused = vi.fn()
  const end = onSessionRefused(refused)
  theShopReplies(status, JSON.stringify(reply))
  expect(await sent()).toEqual({ ...reply, status })
  end()
  expect(refused).toHaveBeenCalledTimes(times)
})

test('resolves with the reply to a form that was taken', async () => {
  theShopReplies(200, '{"success":true,"picture":"1.webp"}')
  expect(await sent()).toEqual({ success: true, picture: '1.webp' })
})

test.each([
  ['no reply', undefined, '', 'no reply'],
  ['a proxy’s page', 502, '<html>', '502'],
  ['half a reply', 200, '{"success":true,', '200'],
  ['JSON that isn’t the shop’s', 404, '{"error":"Not Found"}', '404'],
])('%s is a lost connection, and rejects with the shop’s message', async (_, status, text, cause) => {
  reportReached()
  const reconnected = vi.fn()
  const end = whenReconnected(reconnected)
  theShopReplies(status, text)
  await expect(sent()).rejects.toMatchObject({ message: m.shell_unreachable(), cause: { message: cause } })
  reportReached()
  expect(reconnected).toHaveBeenCalledOnce()
  end()
})

test('a proxy that refuses a form as too large is no lost connection, after which it would be sent again at once', async () => {
  reportReached()
  const reconnected = vi.fn()
  const end = whenReconnected(reconnected)
  theShopReplies(413, '<html>')
  await expect(sent()).rejects.toMatchObject({ message: m.shell_unreachable() })
  reportReached()
  expect(reconnected).not.toHaveBeenCalled()
  end()
})
