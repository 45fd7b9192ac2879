import { expect, onTestFinished, test } from 'vitest'
import { setShop, shop } from '../../shop.ts'
import { noTimesText } from './none-text.ts'

test('without delivery times, orders come without a time unless the shop delivers as soon as possible', () => {
  const settings = shop
  onTestFinished(() => setShop(settings))
  expect(noTimesText()).toBe(
    'Without them, orders come without a time. With them, shoppers choose one of the next seven days.',
  )
  setShop({ ...settings, hasAsap: true })
  expect(noTimesText()).toBe(
    'Without them, orders come as soon as possible only. With them, shoppers can also choose one of the next seven days.',
  )
})
