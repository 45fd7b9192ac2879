import { expect, test, vi } from 'vitest'
import { savePicture } from './payment-picture.ts'

const picture = new File(['x'], 'promptpay.png', { type: 'image/png' })
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15'
const android = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36'

function device(userAgent: string, share?: () => Promise<void>) {
  const link = { href: '', download: '', click: vi.fn() }
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 5, canShare: share && (() => true), share })
  vi.stubGlobal('document', { createElement: () => link })
  return link
}

test('downloads the picture', async () => {
  const link = device(android, () => Promise.reject(new Error('not to be shared')))
  expect(await savePicture(picture)).toBe(true)
  expect(link.click).toHaveBeenCalledOnce()
  expect([link.download, link.href.slice(0, 5)]).toEqual(['promptpay.png', 'blob:'])
})

test('an iPhone opens its share sheet, which saves to Photos', async () => {
  const share = vi.fn(() => Promise.resolve())
  const link = device(iPhone, share)
  expect(await savePicture(picture)).toBe(true)
  expect(share).toHaveBeenCalledWith({ files: [picture] })
  expect(link.click).not.toHaveBeenCalled()
})

test('nothing was saved if the share sheet is closed, and a failure is reported', async () => {
  device(iPhone, () => Promise.reject(new DOMException('closed', 'AbortError')))
  expect(await savePicture(picture)).toBe(false)
  device(iPhone, () => Promise.reject(new DOMException('no', 'NotAllowedError')))
  await expect(savePicture(picture)).rejects.toThrow('no')
})

test('an app’s browser on an iPhone that can’t share downloads', async () => {
  const link = device(iPhone)
  expect(await savePicture(picture)).toBe(true)
  expect(link.click).toHaveBeenCalledOnce()
})
