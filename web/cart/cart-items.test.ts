import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CartItems } from '../../contract/entities/user.ts'
import { limits } from '../../contract/values/limits.ts'
import {
  type CartChange,
  changeCart,
  combineCarts,
  countOf,
  differingIds,
  mergeCarts,
  quantityOf,
  readCart,
  replay,
  sameCart,
  selectableQuantities,
  typedQuantity,
} from './cart-items.ts'

const rice = '01970000-0000-7000-8000-000000000001'
const milk = '01970000-0000-7000-8000-000000000002'
const full = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`product-${index}`, 1]))

describe('changing a cart', () => {
  test('adding adds one piece', () => {
    expect(changeCart({}, { kind: 'add', id: rice })).toEqual({ [rice]: 1 })
    expect(changeCart({ [rice]: 1, [milk]: 4 }, { kind: 'add', id: rice })).toEqual({ [rice]: 2, [milk]: 4 })
  })
  test('removing removes one piece, and the entry with the last one', () => {
    expect(changeCart({ [rice]: 2 }, { kind: 'remove', id: rice })).toEqual({ [rice]: 1 })
    expect(changeCart({ [rice]: 1, [milk]: 4 }, { kind: 'remove', id: rice })).toEqual({ [milk]: 4 })
    expect(changeCart({ [milk]: 4 }, { kind: 'remove', id: rice })).toEqual({ [milk]: 4 })
  })
  test('setting sets the quantity, and zero removes the product', () => {
    expect(changeCart({ [rice]: 2 }, { kind: 'set', id: rice, quantity: 9 })).toEqual({ [rice]: 9 })
    expect(changeCart({ [rice]: 2 }, { kind: 'set', id: rice, quantity: 0 })).toEqual({})
  })
  test('a product’s quantity is at most 99', () => {
    expect(changeCart({ [rice]: 98 }, { kind: 'add', id: rice })).toEqual({ [rice]: 99 })
    expect(changeCart({ [rice]: 99 }, { kind: 'add', id: rice })).toBe('quantity')
    expect(changeCart({}, { kind: 'set', id: rice, quantity: 100 })).toBe('quantity')
  })
  test('a cart has at most 200 products, whose quantities can still grow', () => {
    expect(changeCart(full, { kind: 'add', id: rice })).toBe('products')
    expect(changeCart(full, { kind: 'add', id: 'product-7' })).toMatchObject({ 'product-7': 2 })
  })
  test('the argument isn’t modified', () => {
    const items = { [rice]: 1 }
    changeCart(items, { kind: 'add', id: rice })
    expect(items).toEqual({ [rice]: 1 })
  })
  test('properties of Object.prototype aren’t products', () => {
    expect(quantityOf({}, 'constructor')).toBe(0)
    expect(changeCart({}, { kind: 'remove', id: 'toString' })).toEqual({})
  })
})

test('changes of two devices are merged product by product', () => {
  const before = { a: 1, b: 2, c: 3 }
  const merged = (mine: CartItems, theirs: CartItems, known: CartItems = before) =>
    combineCarts(mine, theirs, differingIds(known, mine))
  expect(merged({ a: 2, c: 3 }, { b: 5, c: 4, d: 1 })).toEqual({ a: 2, c: 4, d: 1 })
  expect(merged(before, { d: 1 })).toEqual({ d: 1 })
  expect(merged({ a: 1 }, { a: 4 }, {})).toEqual({ a: 1 })
})

test('changes made before the account was known are replayed on its cart', () => {
  expect(
    replay({ [milk]: 99 }, [
      { kind: 'add', id: rice },
      { kind: 'add', id: rice },
      { kind: 'add', id: milk },
      { kind: 'remove', id: rice },
    ]),
  ).toEqual({ [milk]: 99, [rice]: 1 })
})

describe('merging a visitor’s cart into a saved one', () => {
  test('sums the quantities, at most 99 each', () => {
    expect(mergeCarts({ [rice]: 2, [milk]: 90 }, { [rice]: 1, [milk]: 20 })).toEqual({ [rice]: 3, [milk]: 99 })
  })
  test('stops at 200 different products', () => {
    const merged = mergeCarts(full, { [rice]: 1, 'product-0': 1 })
    expect(Object.keys(merged)).toHaveLength(200)
    expect(merged['product-0']).toBe(2)
  })
})

describe('parsing a stored cart', () => {
  test('accepts ids with whole quantities from 1 to 99', () => {
    expect(readCart(JSON.stringify({ [rice]: 3, [milk]: 100, short: 1, __proto__: 2 }))).toEqual({ [rice]: 3 })
    expect(readCart(JSON.stringify({ [rice]: 1.5, [milk]: '2' }))).toEqual({})
  })
  test.each([null, '', 'no json', '[1]', '7', 'null'])('parses %j as an empty cart', (json) => {
    expect(readCart(json)).toEqual({})
  })
})

test('counts pieces', () => expect(countOf({ [rice]: 3, [milk]: 4 })).toBe(7))

test('the order of entries doesn’t matter when carts are compared', () => {
  expect(sameCart({ [rice]: 1, [milk]: 2 }, { [milk]: 2, [rice]: 1 })).toBe(true)
  expect(sameCart({ [rice]: 1 }, { [rice]: 2 })).toBe(false)
  expect(sameCart({ [rice]: 1 }, { [rice]: 1, [milk]: 1 })).toBe(false)
})

test('the selector offers 1 to 9, or up to a larger quantity', () => {
  expect(selectableQuantities(2, 9, null)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(selectableQuantities(12, 9, null)).toHaveLength(12)
  expect(selectableQuantities(12, 9, 200)).toHaveLength(12)
})

test('the selector offers no more than is left, besides what is in the cart already', () => {
  expect(selectableQuantities(2, 9, 3)).toEqual([1, 2, 3])
  expect(selectableQuantities(7, 9, 3)).toEqual([1, 2, 3, 7])
  expect(selectableQuantities(2, 9, 0)).toEqual([2])
})

describe('after any changes of a cart', () => {
  const id = fc
    .integer({ min: 0, max: 250 })
    .map((index) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`)
  const change: fc.Arbitrary<CartChange> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('add' as const), id }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), id }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('set' as const),
        id,
        quantity: fc.oneof(fc.integer({ min: -5, max: 200 }), fc.double({ min: 0, max: 120, noNaN: true })),
      }),
    },
  )
  const isCart = (items: Record<string, number>) =>
    Object.keys(items).length <= limits.cartProducts &&
    Object.values(items).every((quantity) => Number.isInteger(quantity) && quantity >= 1 && quantity <= limits.quantity)

  test('quantities and products are within the limits, and it can be stored and parsed', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 400 }), (changes) => {
        const items = replay({}, changes)
        expect(isCart(items)).toBe(true)
        expect(readCart(JSON.stringify(items))).toEqual(items)
      }),
      { seed: 7, numRuns: 200 },
    )
  })

  test('adding and then removing one piece restores it', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), id, (changes, wanted) => {
        const items = replay({}, changes)
        const added = changeCart(items, { kind: 'add', id: wanted })
        if (typeof added === 'string') return
        expect(changeCart(added, { kind: 'remove', id: wanted })).toEqual(items)
      }),
      { seed: 7, numRuns: 200 },
    )
  })

  test('merging two carts reduces no quantity', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), fc.array(change, { maxLength: 60 }), (one, other) => {
        const [mine, more] = [replay({}, one), replay({}, other)]
        const together = mergeCarts(mine, more)
        expect(isCart(together)).toBe(true)
        for (const [each, quantity] of Object.entries(mine)) expect(together[each]).toBeGreaterThanOrEqual(quantity)
      }),
      { seed: 7, numRuns: 200 },
    )
  })
})

test('a quantity is typed in digits of either language, and nothing else', () => {
  expect([' 16 ', '๑๖', '0', '150'].map(typedQuantity)).toEqual([16, 16, 0, 150])
  for (const text of ['', '1.5', '-2', '12345', 'two']) expect(typedQuantity(text)).toBeUndefined()
})
