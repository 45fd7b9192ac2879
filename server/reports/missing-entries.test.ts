import { describe, expect, test } from 'vitest'
import { cents } from '../../contract/values/money.ts'
import { noFigures } from './figures.ts'
import { missingEntries } from './missing-entries.ts'
import type { MovementToBook, OrderToBook, RefundToBook, SaleEntry } from './sale-entry.ts'

/* Two bottles of milk at 53.50, of which 7% are tax, and a bag of rice at 100.00, which is exempt: 207.00. */

const milk = { ...noFigures, product: 'milk', category: 'Dairy' }
const rice = { ...noFigures, product: 'rice', category: 'Grains' }

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute))
const due = (cents: number, minute: number, { isCancellation = false } = {}): MovementToBook => ({
  kind: 'cost',
  method: null,
  cents,
  isCancellation,
  at: at(minute),
})
const received = (cents: number, minute: number): MovementToBook => ({
  kind: 'received',
  method: 'cash',
  cents,
  isCancellation: false,
  at: at(minute),
})

function anOrder(more: Partial<OrderToBook>): OrderToBook {
  const line = { discountCents: 0, quantity: 1 }
  return {
    subtotalCents: 20_700,
    discountCents: 0,
    shippingCents: 0,
    amountCents: 20_700,
    taxes: [
      { basisPoints: 700, base: cents(10_700), tax: cents(700) },
      { basisPoints: 0, base: cents(10_000), tax: cents(0) },
    ],
    isSale: false,
    isCancelled: false,
    lines: [
      { ...line, productId: 'milk', category: 'Dairy', quantity: 2, unitCents: 5350, basisPoints: 700 },
      { ...line, productId: 'rice', category: 'Grains', unitCents: 10_000, basisPoints: 0 },
    ],
    promotions: [],
    movements: [due(20_700, 0)],
    refunds: [],
    entries: [],
    ...more,
  }
}

const paid = (more: Partial<OrderToBook> = {}) =>
  anOrder({ isSale: true, movements: [due(20_700, 0), received(20_700, 30)], ...more })
const aRefund: RefundToBook = {
  id: 'a',
  cents: 5350,
  lines: [{ product: 'milk', quantity: 1 }],
  at: at(40),
}

/** Returns the entries of an order, which are booked in each of these states. */
function booked(...states: OrderToBook[]): SaleEntry[] {
  const entries: SaleEntry[] = []
  for (const order of states) entries.push(...missingEntries({ ...order, entries }))
  return entries
}

const sale = {
  kind: 'sale',
  at: at(30),
  method: 'cash',
  parts: [
    { ...milk, orders: 1, pieces: 2, gross: 10_700, total: 10_700, tax: 700 },
    { ...rice, orders: 1, pieces: 1, gross: 10_000, total: 10_000, tax: 0 },
  ],
  rates: [
    { basisPoints: 700, total: 10_700, tax: 700 },
    { basisPoints: 0, total: 10_000, tax: 0 },
  ],
}

describe('the entries of an order', () => {
  test('are none before it is paid, and its sale once it is, at the moment of the payment', () => {
    expect(booked(anOrder({}))).toEqual([])
    expect(booked(anOrder({}), paid())).toMatchObject([sale])
  })

  test('are complete after one booking: nothing is missing afterwards', () => {
    expect(booked(paid(), paid(), paid())).toHaveLength(1)
  })

  test('entries have no refund of a reduction before the payment: the sale is the paid sum', () => {
    const movements = [due(20_700, 0), due(-5350, 20), received(15_350, 30)]
    const reduced = paid({ movements, refunds: [{ ...aRefund, at: at(20) }] })
    const entries = booked(reduced, reduced)
    expect(entries).toMatchObject([{ kind: 'sale', at: at(30), refunds: ['a'] }])
    expect(entries[0]?.parts).toEqual([
      { ...milk, orders: 1, pieces: 1, gross: 5350, total: 5350, tax: 350 },
      { ...rice, orders: 1, pieces: 1, gross: 10_000, total: 10_000 },
    ])
    expect(entries[0]?.rates).toEqual([
      { basisPoints: 700, total: 5350, tax: 350, refund: 0, refundTax: 0 },
      { basisPoints: 0, total: 10_000, tax: 0, refund: 0, refundTax: 0 },
    ])
  })

  test('goods that weren’t sold leave no discount: croissants at 119.00 less 10% that were missing, and the fee', () => {
    const croissants = { ...noFigures, product: 'croissants', category: 'Bakery' }
    const delivery = { ...noFigures, product: 'delivery', category: 'delivery' }
    const ofFee = { ...delivery, orders: 1, gross: 3000, total: 3000 }
    const [line] = anOrder({}).lines
    const ordered = (
      quantity: number,
      off: { promotion: string; cents: number }[],
      more: Partial<OrderToBook> = {},
    ) => {
      const discountCents = off.reduce((sum, each) => sum + each.cents, 0)
      const goods = 11_900 * quantity - discountCents
      return anOrder({
        subtotalCents: 11_900 * quantity,
        discountCents,
        shippingCents: 3000,
        amountCents: goods + 3000,
        taxes: [{ basisPoints: 0, base: cents(goods + 3000), tax: cents(0) }],
        isSale: true,
        lines: [
          {
            ...(line as OrderToBook['lines'][number]),
            ...{ productId: 'croissants', category: 'Bakery', unitCents: 11_900, quantity, discountCents },
            basisPoints: 0,
          },
        ],
        promotions: off.map((each) => ({ ...each, shippingCents: 0, lineCents: [each.cents] })),
        refunds: [{ id: 'a', cents: 10_710, lines: [{ product: 'croissants', quantity: 1 }], at: at(20) }],
        movements: [due(goods + 3000, 0), due(-10_710, 20), received(goods + 3000 - 10_710, 30)],
        ...more,
      })
    }
    const [missing] = booked(ordered(1, [{ promotion: 'bakery week', cents: 1190 }]))
    expect(missing?.parts).toEqual([{ ...croissants, orders: 1 }, ofFee])
    expect(missing?.promotions).toEqual([{ promotion: 'bakery week', cents: 0 }])

    // One of three is missing.
    const [two] = booked(ordered(3, [{ promotion: 'bakery week', cents: 3570 }]))
    expect(two?.parts).toEqual([
      { ...croissants, orders: 1, pieces: 2, gross: 23_800, discount: 2380, total: 21_420 },
      ofFee,
    ])
    expect(two?.promotions).toEqual([{ promotion: 'bakery week', cents: 2380 }])
    // Each promotion loses the part that it took off these pieces.
    const both = [
      { promotion: 'bakery week', cents: 2400 },
      { promotion: 'code', cents: 1170 },
    ]
    expect(booked(ordered(3, both))[0]?.promotions).toEqual([
      { promotion: 'bakery week', cents: 1600 },
      { promotion: 'code', cents: 780 },
    ])
    // An amount belongs to no product.
    const amount = { id: 'a', cents: 10_710, lines: null, at: at(20) }
    const [other] = booked(ordered(3, both, { refunds: [amount] }))
    expect(other?.promotions).toEqual(both)
    expect(other?.parts[0]).toEqual({
      ...croissants,
      ...{ orders: 1, pieces: 3, gross: 35_700, discount: 3570, total: 32_130 },
    })
  })

  test('goods that weren’t sold leave no tax if an amount was taken off before the payment, too', () => {
    const bottles: RefundToBook = {
      id: 'a',
      cents: 10_700,
      lines: [{ product: 'milk', quantity: 2 }],
      at: at(20),
    }
    // Only the exempt rice is left to take an amount off.
    const ofRice: RefundToBook = { id: 'b', cents: 2000, lines: null, at: at(21) }
    const movements = [due(20_700, 0), due(-10_700, 20), due(-2000, 21), received(8000, 30)]
    const [exempt] = booked(paid({ movements, refunds: [bottles, ofRice] }))
    expect(exempt?.parts).toEqual([
      { ...milk, orders: 1 },
      { ...rice, orders: 1, pieces: 1, gross: 10_000, total: 10_000 },
      { ...noFigures, product: 'amount', category: 'amount', gross: -2000, total: -2000 },
    ])

    // One bottle at 53.50, of whose tax 3.50, and 20.00 of the remaining 53.50 and 100.00: 6.97 are taxed, 0.46.
    const movementsOfOne = [due(20_700, 0), due(-5350, 20), due(-2000, 21), received(13_350, 30)]
    const [entry] = booked(paid({ movements: movementsOfOne, refunds: [{ ...aRefund, at: at(20) }, ofRice] }))
    expect(entry?.parts).toEqual([
      { ...milk, orders: 1, pieces: 1, gross: 5350, total: 5350, tax: 350 },
      { ...rice, orders: 1, pieces: 1, gross: 10_000, total: 10_000 },
      { ...noFigures, product: 'amount', category: 'amount', gross: -2000, total: -2000, tax: -46 },
    ])
  })

  test('goods that weren’t sold leave no tax if it is added to the cart: the cent of rounding is of what was sold', () => {
    const tea = { ...noFigures, product: 'tea', category: 'Drinks' }
    const coffee = { ...noFigures, product: 'coffee', category: 'Drinks' }
    const line = { category: 'Drinks', quantity: 1, discountCents: 0, basisPoints: 200 }
    // 2% of 41.70 are 0.83: 0.23 of the tea, and 0.60 of the coffee, which costs 30.50 and isn't there.
    const [entry] = booked(
      anOrder({
        subtotalCents: 4170,
        amountCents: 4253,
        taxes: [{ basisPoints: 200, base: cents(4170), tax: cents(83) }],
        isSale: true,
        lines: [
          { ...line, productId: 'tea', unitCents: 1180 },
          { ...line, productId: 'coffee', unitCents: 2990 },
        ],
        refunds: [{ id: 'a', cents: 3050, lines: [{ product: 'coffee', quantity: 1, cents: 3050 }], at: at(20) }],
        movements: [due(4253, 0), due(-3050, 20), received(1203, 30)],
      }),
    )
    // The documents compute the tax of the 12.03 once: 0.2359, so 11.79 and 0.24.
    expect(entry?.rates).toEqual([{ basisPoints: 200, total: 1203, tax: 24, refund: 0, refundTax: 0 }])
    expect(entry?.parts).toEqual([
      { ...tea, orders: 1, pieces: 1, gross: 1179, total: 1203, tax: 24 },
      { ...coffee, orders: 1 },
    ])
  })

  test('have a refund of a piece at its own moment, once', () => {
    const movements = [...paid().movements, due(-5350, 40)]
    const refunded = paid({ movements, refunds: [aRefund] })
    expect(booked(paid(), refunded, refunded)).toMatchObject([
      sale,
      {
        kind: 'refund',
        at: at(40),
        refunds: ['a'],
        parts: [{ ...milk, pieces: -1, refund: 5350, refundTax: 350 }],
        rates: [{ basisPoints: 700, refund: 5350, refundTax: 350 }],
      },
    ])
  })

  test('the entries of a cancelled paid order refund the remainder and decrement the orders', () => {
    const once = [...paid().movements, due(-5350, 40)]
    const cancelled = paid({
      isSale: false,
      isCancelled: true,
      movements: [...once, due(-15_350, 50, { isCancellation: true })],
      refunds: [aRefund],
    })
    expect(booked(paid(), paid({ movements: once, refunds: [aRefund] }), cancelled).at(-1)).toMatchObject({
      kind: 'cancelled',
      at: at(50),
      parts: [
        { ...milk, orders: -1, pieces: -1, refund: 5350, refundTax: 350 },
        { ...rice, orders: -1, pieces: -1, refund: 10_000 },
      ],
    })
  })

  test('take the sale away when its delivery is undone, and have it again when it is delivered once more', () => {
    const undone = anOrder({ movements: [...paid().movements, received(-20_700, 35)] })
    const again = paid({ movements: [...undone.movements, received(20_700, 45)] })
    const entries = booked(paid(), undone, again)
    expect(entries).toMatchObject([sale, { kind: 'undone', at: at(35) }, { ...sale, at: at(45) }])
    expect(entries[1]?.parts).toEqual([
      { ...milk, orders: -1, pieces: -2, gross: -10_700, total: -10_700, tax: -700 },
      { ...rice, orders: -1, pieces: -1, gross: -10_000, total: -10_000 },
    ])
  })

  test('an order from before there were entries gets one for each moment at which money moved', () => {
    const movements = [...paid().movements, due(-5350, 40)]
    const refunded = paid({ movements, refunds: [aRefund] })
    expect(missingEntries(refunded, { history: true }).map(({ kind, at }) => [kind, at])).toEqual([
      ['sale', at(30)],
      ['refund', at(40)],
    ])
  })
})
