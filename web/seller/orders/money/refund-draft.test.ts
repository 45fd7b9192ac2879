import { describe, expect, test } from 'vitest'
import type { Product } from '../../../../contract/entities/product.ts'
import {
  cashBack,
  costCents,
  costOfDraft,
  feeKept,
  hasGoods,
  hasOther,
  isCancelInstead,
  linesOfDraft,
  paidSoFar,
  priceLeft,
  refundableLines,
  sumOfDraft,
} from './refund-draft.ts'

const product = (_id: string) => ({ _id }) as Product
/** Three of one product for 61.16 and one of another for 10.20, of which one piece at 20.38 was refunded. */
const order = {
  items: [
    { product: product('mango'), quantity: 3 },
    { product: product('milk'), quantity: 1 },
  ],
  refunds: [{ at: '', amount: 20.38, reason: 'late', lines: [{ product: 'mango', quantity: 1 }] }],
  money: { cost: 50.98, received: 71.36, balance: -20.38, lines: [61.16, 10.2], refunding: false },
}
const draft = { kind: 'pieces' as const, pieces: {}, measures: {}, amount: '' }

test('knows which pieces were refunded, and what is left to refund', () => {
  expect(refundableLines(order).map(({ refunded, cost }) => [refunded, cost])).toEqual([
    [1, 6116],
    [0, 1020],
  ])
  expect([costCents(order), paidSoFar(order)]).toEqual([5098, 7136])
})

test('adds up the chosen pieces as the server does, after those refunded before', () => {
  expect(sumOfDraft(order, { ...draft, pieces: { mango: 1 } })).toEqual({ cents: 2039 })
  expect(sumOfDraft(order, { ...draft, pieces: { mango: 2, milk: 1 } })).toEqual({ cents: 2039 + 2039 + 1020 })
  expect(sumOfDraft(order, draft)).toEqual({ cents: 0 })
})

test('pieces take off no more than the order still costs, after an amount was refunded', () => {
  const lowered = { ...order, money: { ...order.money, cost: 45 } }
  const all = { ...draft, pieces: { mango: 2, milk: 1 } }
  expect([sumOfDraft(lowered, all), costOfDraft(lowered, all)]).toEqual([{ cents: 4500 }, 5098])
  expect([sumOfDraft(order, all), costOfDraft(order, all)]).toEqual([{ cents: 5098 }, 5098])
})

test('what goes back in cash is what coins can pay, of an order that is known to be paid in cash', () => {
  // 355.27, of which 355.25 was paid.
  const money = { cost: 355.27, received: 355.25, balance: 0, lines: [355.27], refunding: false }
  const paid = {
    ...order,
    refunds: [],
    paymentType: 'COD' as const,
    isPaid: true,
    rounded: 0.02,
    money,
  }
  expect(cashBack(paid, 2038, 25)).toBe(2050)
  expect(cashBack(paid, 35527, 25)).toBe(35525)
  expect(cashBack(paid, 2027, 25)).toBe(2025)
  expect(cashBack(paid, 2025, 25)).toBeUndefined()
  expect(cashBack(paid, 2038, 1)).toBeUndefined()
  expect(cashBack({ ...paid, rounded: undefined }, 2038, 25)).toBeUndefined()
  expect(cashBack({ ...paid, paymentType: 'PromptPay' }, 2038, 25)).toBeUndefined()
  expect(cashBack({ ...paid, isPaid: false }, 2038, 25)).toBeUndefined()
  const rider = { ...paid, rounded: undefined, money: { ...money, cost: 355.25, byRider: true as const } }
  expect(cashBack(rider, 2038, 25)).toBe(2050)
  expect(cashBack({ ...rider, money: { ...rider.money, received: 355.27 } }, 2038, 25)).toBeUndefined()
})

test('counts no more pieces than are left, as others may have refunded some meanwhile', () => {
  const chosen = { ...draft, pieces: { mango: 3, milk: 1 } }
  expect(linesOfDraft(order, chosen).map(({ part }) => part)).toEqual([
    { product: 'mango', quantity: 2 },
    { product: 'milk', quantity: 1 },
  ])
  const all = [{ at: '', amount: 71.36, reason: 'late', lines: [{ product: 'mango', quantity: 3 }] }]
  expect(linesOfDraft({ ...order, refunds: all }, chosen).map(({ part }) => part)).toEqual([
    { product: 'milk', quantity: 1 },
  ])
})

test('reads a typed amount, and says what is wrong with it', () => {
  const sumOf = (text: string) => sumOfDraft(order, { ...draft, kind: 'amount', amount: text })
  expect(sumOf('12,50')).toEqual({ cents: 1250 })
  expect(sumOf('')).toEqual({ cents: 0 })
  expect(sumOf('much')).toEqual({ cents: 0, error: 'price' })
})

test('by weight, a line of bags costs as much as their grams, after what was refunded before', () => {
  // Three bags of 1 kg for 61.16.
  const bags = { ...order, items: [{ product: { ...product('mango'), Weight: '1 kg' }, quantity: 3 }], refunds: [] }
  const short = (measures: Record<string, string>) => sumOfDraft(bags, { ...draft, kind: 'weight', measures })
  // 6116 × 300 / 3000 = 611.6
  expect(short({ mango: '300' })).toEqual({ cents: 611 })
  expect(short({ mango: '๓๐๐' })).toEqual({ cents: 611 })
  for (const text of ['', 'much', '0', '1.5', '3001']) expect(short({ mango: text })).toEqual({ cents: 0 })
  const after = {
    ...bags,
    money: { ...bags.money, cost: 65.25 },
    refunds: [
      {
        at: '',
        amount: 6.11,
        reason: 'short',
        lines: [{ product: 'mango', quantity: 0, measure: 300, unit: 'g' as const }],
      },
    ],
  }
  expect(refundableLines(after)[0]).toMatchObject({ refunded: 0, left: 2, measureLeft: 2700, unit: 'g' })
  expect(sumOfDraft(after, { ...draft, kind: 'weight', measures: { mango: '2700' } })).toEqual({ cents: 6116 - 611 })
  expect(linesOfDraft(after, { ...draft, kind: 'weight', measures: { mango: '50' } }).map(({ part }) => part)).toEqual([
    { product: 'mango', measure: 50 },
  ])
})

test('after refunds by weight, lines add up to what the order costs', () => {
  const moringa = { ...product('moringa'), Weight: '200 g', offerPrice: 25 }
  const prawns = { ...product('prawns'), Weight: '1 kg', offerPrice: 333.33 }
  const items = [
    { product: moringa, quantity: 1 },
    { product: prawns, quantity: 2 },
  ]
  const bought = { ...order, items, money: { ...order.money, lines: [25, 666.66] } }
  const refunds: { lines: { product: string; quantity: number; measure?: number; unit: 'g' }[] }[] = []
  let cost = 69_166
  // 2500 × 3 / 200 = 37.5, and 66666 × 137 / 2000 = 4566.6
  const steps: { measures: Record<string, string>; taken: number }[] = [
    { measures: { moringa: '3', prawns: '137' }, taken: 37 + 4566 },
    { measures: { prawns: '50' }, taken: 1667 },
    { measures: { moringa: '197' }, taken: 2463 },
  ]
  for (const { measures, taken } of steps) {
    const draftOfShort = { ...draft, kind: 'weight' as const, measures }
    const left = { ...bought, refunds: [...refunds] }
    expect(costOfDraft(left, draftOfShort)).toBe(taken)
    cost -= taken
    const lines = linesOfDraft(left, draftOfShort).map(({ part }) => ({ quantity: 0, ...part, unit: 'g' as const }))
    refunds.push({ lines })
    const prices = refundableLines({ ...bought, refunds }).map(priceLeft)
    expect(prices.reduce<number>((sum, price) => sum + price, 0)).toBe(cost)
  }
})

test('after a refund by weight a line has what is left of it, and costs that much less', () => {
  const bag = { ...product('mango'), Weight: '1 kg', offerPrice: 79 }
  const lines = [{ product: 'mango', quantity: 0, measure: 800, unit: 'g' as const }]
  const refunds = [{ at: '', amount: 57.4, reason: 'missing', lines }]
  const short = refundableLines({ ...order, items: [{ product: bag, quantity: 1 }], refunds })
  expect(short).toMatchObject([{ quantity: 1, refunded: 0, measured: 800, measureLeft: 200 }])
  expect(short.map(priceLeft)).toEqual([1580])
  // Pieces of a product whose size can't be read.
  const loose = { product: { ...product('milk'), offerPrice: 10 }, quantity: 3 }
  const pieces = [{ at: '', amount: 10, reason: 'late', lines: [{ product: 'milk', quantity: 1 }] }]
  const less = refundableLines({ ...order, items: [loose], refunds: pieces })
  expect(less).toMatchObject([{ refunded: 1, measured: 0 }])
  expect(less.map(priceLeft)).toEqual([2000])
})

describe('the last goods of an order with a delivery fee of 30.00', () => {
  // Two bags of 1 kg for 200.00 and one piece of milk for 10.20.
  const withFee = {
    items: [
      { product: { ...product('rice'), Weight: '1 kg' }, quantity: 2 },
      { product: product('milk'), quantity: 1 },
    ],
    refunds: [] as { lines: { product: string; quantity: number; measure?: number }[] }[],
    money: { cost: 240.2, received: 240.2, balance: 0, lines: [200, 10.2], refunding: false },
    isPaid: true,
    status: 'Confirmed' as const,
  }
  const all = { ...draft, pieces: { rice: 2, milk: 1 } }
  const withoutMilk = {
    ...withFee,
    refunds: [{ lines: [{ product: 'milk', quantity: 1 }] }],
    money: { ...withFee.money, cost: 230 },
  }
  const grams = (rice: string) => ({ ...draft, kind: 'weight' as const, measures: { rice } })

  test('aren’t refunded before the delivery: the order is cancelled instead', () => {
    for (const status of ['Order Placed', 'Confirmed', 'Packing', 'Out for delivery'] as const)
      expect(isCancelInstead({ ...withFee, status }, all), status).toBe(true)
    expect(isCancelInstead({ ...withFee, status: 'Delivered' }, all)).toBe(false)
    expect(isCancelInstead(withFee, { ...draft, pieces: { rice: 2 } })).toBe(false)
    expect(isCancelInstead(withFee, draft)).toBe(false)
  })

  test('are those that earlier refunds have left, in pieces or by weight', () => {
    expect(isCancelInstead(withoutMilk, { ...draft, pieces: { rice: 1 } })).toBe(false)
    expect(isCancelInstead(withoutMilk, { ...draft, pieces: { rice: 2 } })).toBe(true)
    expect(isCancelInstead(withoutMilk, grams('1999'))).toBe(false)
    expect(isCancelInstead(withoutMilk, grams('2000'))).toBe(true)
    // The field says what is wrong.
    expect(isCancelInstead(withoutMilk, grams('2001'))).toBe(false)
    expect([hasGoods(withFee), hasGoods(withoutMilk)]).toEqual([true, true])
    const refunds = [...withoutMilk.refunds, { lines: [{ product: 'rice', quantity: 0, measure: 2000 }] }]
    expect(hasGoods({ ...withoutMilk, refunds })).toBe(false)
  })

  test('aren’t an amount', () => {
    expect(isCancelInstead(withFee, { ...all, kind: 'amount', amount: '210.20' })).toBe(false)
  })

  test('leave the fee paid after the delivery', () => {
    const delivered = { ...withFee, status: 'Delivered' as const }
    expect(feeKept(delivered, all)).toBe(3000)
    expect(feeKept({ ...delivered, money: { ...withFee.money, cost: 210.2 } }, all)).toBe(0)
    expect(feeKept(delivered, { ...draft, pieces: { rice: 2 } })).toBe(0)
    expect(feeKept({ ...delivered, isPaid: false }, all)).toBe(0)
    expect(feeKept(withFee, all)).toBe(0)
  })
})

test('knows that something was entered under another choice, which isn’t part of the sum', () => {
  const bags = { ...order, items: [{ product: { ...product('mango'), Weight: '1 kg' }, quantity: 3 }], refunds: [] }
  const entered = { kind: 'pieces' as const, pieces: { mango: 1 }, measures: { mango: '125' }, amount: '' }
  expect(hasOther(bags, entered)).toBe(true)
  expect(hasOther(bags, { ...entered, kind: 'weight' })).toBe(true)
  expect(hasOther(bags, { ...entered, measures: {} })).toBe(false)
  expect(hasOther(bags, { ...entered, measures: {}, amount: '5' })).toBe(true)
})
