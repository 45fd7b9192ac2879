import { expect, test, vi } from 'vitest'
import { toast } from '../ui/toast.ts'
import { addToCart, cartNow, removeFromCart } from './cart.ts'

test('removing the last piece of a product can be undone', () => {
  const said = vi.spyOn(toast, 'success')
  const id = '00000000-0000-7000-8000-000000000001'
  const onBack = vi.fn()
  addToCart(id, null)
  addToCart(id, null)
  removeFromCart(id, onBack)
  expect([cartNow(), said.mock.lastCall?.[1]]).toEqual([{ [id]: 1 }, undefined])
  removeFromCart(id, onBack)
  expect(cartNow()).toEqual({})
  said.mock.lastCall?.[1]?.action?.onClick()
  expect(cartNow()).toEqual({ [id]: 1 })
  expect(onBack).toHaveBeenCalledOnce()
})
