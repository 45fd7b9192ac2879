import { expect, test } from 'vitest'
import { minus, negated, noFigures, plus } from './figures.ts'

test('negated figures have no -0, which would be shown as -0.00', () => {
  expect([negated(1999), negated(-1999), negated(0)]).toStrictEqual([-1999, 1999, 0])
  expect(minus({ total: 1999, tax: 0, refund: -5 })).toStrictEqual({ total: -1999, tax: 0, refund: 5 })
})

test('figures and their negation add up to none', () => {
  const figures = { orders: 1, pieces: 3, gross: 2099, discount: 100, total: 1999, tax: 131, refund: 0, refundTax: 0 }
  expect(plus(figures, noFigures)).toStrictEqual(figures)
  expect(plus(figures, minus(figures))).toStrictEqual(noFigures)
})
