import { expect, test } from 'vitest'
import { readPrices, withSeen } from './seen-prices.ts'

test('the price first seen stays, also after it has changed', () => {
  const first = withSeen({}, { rice: 235 }, ['rice'])
  expect(first).toEqual({ rice: 235 })
  expect(withSeen(first, { rice: 275, milk: 90 }, ['rice', 'milk'])).toEqual({ rice: 235, milk: 90 })
})

test('a product that left the cart is forgotten; one whose price isn’t known yet has no entry', () => {
  expect(withSeen({ rice: 235, milk: 90 }, {}, ['milk', 'eggs'])).toEqual({ milk: 90 })
})

test('parses stored prices, and ignores anything else', () => {
  expect(readPrices('{"rice":235,"milk":"90","eggs":-1,"corn":1.5}')).toEqual({ rice: 235 })
  for (const json of [null, '', 'x', '7', 'null']) expect(readPrices(json)).toEqual({})
})
