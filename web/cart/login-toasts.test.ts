import { beforeEach, expect, test, vi } from 'vitest'
import { shownToasts, toast } from '../ui/toast.ts'
import { toastAdopted } from './login-toasts.ts'

// Tests of one process share the toasts, also those of other files.
beforeEach(() => shownToasts.set([]))

const picked = { 'a-product': 2 }
const texts = () => shownToasts.get().map(({ text }) => text)

test('says after the login’s message that what was picked is in the cart, with a button that drops it', async () => {
  const drop = vi.fn()
  const shown = toastAdopted(picked, drop)
  toast.success('Welcome back')
  await shown
  expect(texts()).toEqual(['Welcome back', 'The 2 items you picked are in your cart'])
  shownToasts.get().at(-1)?.action?.onClick()
  expect(drop).toHaveBeenCalledOnce()
})

test('isn’t shown over the message of registering, whose button leads to the code', async () => {
  const shown = toastAdopted(picked, () => {})
  toast.success('We sent a code', { action: { label: 'Enter the code', onClick: () => {} } })
  await shown
  expect(texts()).toEqual(['We sent a code'])
})
