import { beforeEach, expect, test, vi } from 'vitest'
import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { offerPriceChange, priceQuestion, regularPriceChange } from './price-change.ts'
import { forgetUnanswered, type InPlaceChange, isUnanswered, saveInPlace } from './save-in-place.ts'
import { stockChange } from './stock-change.ts'

let made = 0
let stored: SellerProduct
/** The fates of the next requests. */
let wire: ('request lost' | 'reply lost' | 'arrives')[] = []

beforeEach(() => {
  vi.useFakeTimers()
  wire = []
  stored = { _id: `p${made++}`, name: 'Rice', price: 10, offerPrice: 10, stock: 5 } as SellerProduct
})

const lostThrice = (what: (typeof wire)[number]) => Array.from({ length: 3 }, () => what)

/** A change sent to a simulated shop, which stores a value only over the one that was seen. */
function inShop<V, S>(change: InPlaceChange<V, S>, store: (wanted: S) => Partial<SellerProduct>): typeof change {
  return {
    ...change,
    savedMessage: () => 'found',
    send: async (_id, wanted, seen) => {
      const fate = wire.shift()
      if (fate === 'request lost') throw new Error('no reply')
      const fits = JSON.stringify(change.storedOf(stored)) === JSON.stringify(seen)
      if (fits) stored = { ...stored, ...store(wanted) }
      if (fate === 'reply lost') throw new Error('no reply')
      if (fits) return { success: true, message: 'saved', product: stored }
      return { success: false, code: change.changedCode, message: 'changed' }
    },
  }
}
const offer = inShop(offerPriceChange, (wanted) => wanted)
const regular = inShop(regularPriceChange, (wanted) => wanted)
const pieces = inShop(stockChange, (stock) => ({ stock }))

async function save<V, S>(change: InPlaceChange<V, S>, value: V, seen: SellerProduct) {
  const outcome = saveInPlace(change, value, seen, async () => stored)
  outcome.catch(() => {})
  await vi.runAllTimersAsync()
  return outcome
}

test('saves over its own price whose reply was lost', async () => {
  const seen = stored
  wire = lostThrice('reply lost')
  await expect(save(offer, 12, seen)).rejects.toThrow('no reply')
  expect(stored).toMatchObject({ price: 12, offerPrice: 12 })
  expect(isUnanswered(offer, seen)).toBe(true)
  expect(await save(offer, 13, seen)).toMatchObject({ kind: 'saved', message: 'saved' })
  expect(stored).toMatchObject({ price: 13, offerPrice: 13 })
  expect(isUnanswered(offer, seen)).toBe(false)
})

test('saves the first price again, and a regular price, over a lost selling price', async () => {
  const seen = stored
  wire = lostThrice('reply lost')
  await expect(save(offer, 12, seen)).rejects.toThrow('no reply')
  expect(await save(offer, 10, seen)).toMatchObject({ kind: 'saved' })
  expect(stored).toMatchObject({ price: 10, offerPrice: 10 })

  wire = lostThrice('reply lost')
  await expect(save(offer, 12, seen)).rejects.toThrow('no reply')
  expect(await save(regular, 15, seen)).toMatchObject({ kind: 'saved' })
  expect(stored).toMatchObject({ price: 15, offerPrice: 12 })
})

test('saves stock over its own lost save, also after a second one', async () => {
  const seen = stored
  wire = [...lostThrice('reply lost'), 'arrives', ...lostThrice('reply lost')]
  await expect(save(pieces, 8, seen)).rejects.toThrow('no reply')
  await expect(save(pieces, 9, seen)).rejects.toThrow('no reply')
  expect(stored.stock).toBe(9)
  expect(await save(pieces, null, seen)).toMatchObject({ kind: 'saved', product: { stock: null } })
})

test('saves normally after a request that never arrived', async () => {
  const seen = stored
  wire = lostThrice('request lost')
  await expect(save(pieces, 8, seen)).rejects.toThrow('no reply')
  expect(await save(pieces, 9, seen)).toMatchObject({ kind: 'saved', product: { stock: 9 } })
})

test('reports another seller’s price, and saves over it once it was shown', async () => {
  const seen = stored
  stored = { ...stored, price: 11, offerPrice: 11 }
  const outcome = await save(offer, 12, seen)
  expect(outcome).toEqual({ kind: 'changed', product: stored })
  expect(stored.offerPrice).toBe(11)
  expect(await save(offer, 12, stored)).toMatchObject({ kind: 'saved', product: { price: 12, offerPrice: 12 } })
})

test('reports another seller’s price, or stock changed by orders, also after its own lost save', async () => {
  const seen = stored
  wire = lostThrice('reply lost')
  await expect(save(offer, 12, seen)).rejects.toThrow('no reply')
  stored = { ...stored, price: 11, offerPrice: 11 }
  expect(await save(offer, 13, seen)).toMatchObject({ kind: 'changed' })

  wire = lostThrice('reply lost')
  await expect(save(pieces, 8, seen)).rejects.toThrow('no reply')
  stored = { ...stored, stock: 6 }
  expect(await save(pieces, 9, seen)).toMatchObject({ kind: 'changed', product: { stock: 6 } })
})

test('merges another seller’s regular price with its own selling price', async () => {
  const seen = stored
  stored = { ...stored, price: 15 }
  expect(await save(offer, 12, seen)).toMatchObject({ kind: 'saved', product: { price: 15, offerPrice: 12 } })
})

test('a value that the shop already has counts as saved', async () => {
  const seen = stored
  wire = ['reply lost']
  expect(await save(pieces, 8, seen)).toMatchObject({ kind: 'saved', message: 'found', product: { stock: 8 } })
  expect(await save(pieces, 8, seen)).toMatchObject({ kind: 'saved', message: 'found' })
})

test('reports other refusals, also when the reply to an earlier request was lost', async () => {
  const refused = {
    ...pieces,
    send: async () => ({ success: false as const, code: 'forbidden', message: 'no', fields: { stock: 'wrong' } }),
  }
  expect(await save(refused, 8, stored)).toEqual({ kind: 'refused', message: 'no', fields: { stock: 'wrong' } })
  expect(isUnanswered(pieces, stored)).toBe(false)
  wire = lostThrice('request lost')
  await expect(save(pieces, 8, stored)).rejects.toThrow('no reply')
  forgetUnanswered(pieces, stored)
  expect(isUnanswered(pieces, stored)).toBe(false)
})

test('refuses a selling price above the regular one without sending it', async () => {
  const saved = await saveInPlace(offerPriceChange, 20, { ...stored, price: 15 }, async () => undefined)
  expect(saved).toMatchObject({ kind: 'refused', fields: { offerPrice: expect.stringContaining('15.00') } })
  const regular = await saveInPlace(regularPriceChange, 5, stored, async () => undefined)
  expect(regular).toMatchObject({ kind: 'refused', fields: { offerPrice: expect.stringContaining('10.00') } })
})

test('asks about a price ten times the previous one, naming the product and both prices', () => {
  expect(priceQuestion('Jasmine rice', 2.5, 25)).toBe('Jasmine rice: from $2.50 to $25.00')
  expect(priceQuestion('Jasmine rice', 2.5, 3)).toBeUndefined()
})
