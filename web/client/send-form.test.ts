import { afterEach, expect, test, vi } from 'vitest'
import { onSessionRefused } from './api.ts'
import { sendForm } from './send-form.ts'

afterEach(() => vi.unstubAllGlobals())

/** Answers forms with this reply. */
function theShopReplies(status: number, text: string): void {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      status = status
      statusText = ''
      responseText = text
      onload = () => {}
      open() {}
      setRequestHeader() {}
      send() {
        queueMicrotask(() => this.onload())
      }
    },
  )
}

const sent = () => sendForm({ method: 'POST', url: '/api/rider/delivered-with-photo' }, new FormData())

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

test('resolves with the reply to a form that was taken, and rejects with the status of a proxy’s page', async () => {
  theShopReplies(200, '{"success":true,"picture":"1.webp"}')
  expect(await sent()).toEqual({ success: true, picture: '1.webp' })
  theShopReplies(502, '<html>')
  await expect(sent()).rejects.toThrow('502')
})
