import { expect, test } from 'vitest'
import { isFarFrom } from './typed-price.ts'

test('a price that is ten times, or a tenth of, the previous one needs a confirmation', () => {
  expect([
    isFarFrom(2.5, 25),
    isFarFrom(25, 2.5),
    isFarFrom(2.5, 24.99),
    isFarFrom(25, 2.51),
    isFarFrom(0, 25),
  ]).toEqual([true, true, false, false, false])
})
