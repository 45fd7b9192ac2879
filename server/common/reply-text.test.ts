import { expect, test, vi } from 'vitest'
import { replyText } from './reply-text.ts'

test('a reply is read whole, also a letter that comes in two chunks', async () => {
  const bytes = Buffer.from('{"name":"ตลาด"}')
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.subarray(0, 10))
      controller.enqueue(bytes.subarray(10))
      controller.close()
    },
  })
  expect(await replyText(new Response(stream))).toBe('{"name":"ตลาด"}')
})

test('a reply without a body is empty', async () => {
  expect(await replyText(new Response(null, { status: 204 }))).toBe('')
})

test('of a reply without an end only the beginning is read, and the rest isn’t waited for', async () => {
  const cancelled = vi.fn()
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(Buffer.from('x'.repeat(10_000))),
    cancel: cancelled,
  })
  const text = await replyText(new Response(endless))
  expect(text.length).toBeGreaterThan(64 * 1024)
  expect(text.length).toBeLessThan(80_000)
  expect(cancelled).toHaveBeenCalledOnce()
})
