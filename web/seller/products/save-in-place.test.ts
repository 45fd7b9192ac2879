import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SellerProduct } from '../../../contract/entities.ts'
import { pageSettingsOf } from '../../../contract/page-settings.ts'
import { shop } from '../../../shop.config.ts'
import { setShop } from '../../shop.ts'
import { countChange } from './count-change.ts'
import { offerPriceChange, regularPriceChange } from './price-change.ts'
import { forgetUnanswered, type InPlaceChange, isUnanswered, saveInPlace } from './save-in-place.ts'

setShop(pageSettingsOf(shop, true))

let made = 0
let stored: SellerProduct
/** What becomes of the next requests: lost on their way, their answers lost, or neither. */
let wire: ('request lost' | 'answer lost' | 'arrives')[] = []

beforeEach(() => {
  vi.useFakeTimers()
  wire = []
  stored = { _id: `p${made++}`, name: 'Rice', price: 10, offerPrice: 10, stock: 5 } as SellerProduct
})
afterEach(() => void vi.useRealTimers())

const lostThrice = (what: (typeof wire)[number]) => Array.from({ length: 3 }, () => what)

/** The change with a shop behind it that stores a value only over the one that was seen. */
function inShop<V, S>(change: InPlaceChange<V, S>, store: (wanted: S) => Partial<SellerProduct>): typeof change {
  return {
    ...change,
    savedWords: () => 'found',
    send: async (_id, wanted, seen) => {
      const fate = wire.shift()
      if (fate === 'request lost') throw new Error('no answer')
      const fits = JSON.stringify(change.storedOf(stored)) === JSON.stringify(seen)
      if (fits) stored = { ...stored, ...store(wanted) }
      if (fate === 'answer lost') throw new Error('no answer')
      if (fits) return { success: true, message: 'saved', product: stored }
      return { success: false, code: change.changedCode, message: 'changed' }
    },
  }
}
const offer = inShop(offerPriceChange, (wanted) => wanted)
const regular = inShop(regularPriceChange, (wanted) => wanted)
const pieces = inShop(countChange, (stock) => ({ stock }))

async function save<V, S>(change: InPlaceChange<V, S>, value: V, seen: SellerProduct) {
  const outcome = saveInPlace(change, value, seen, async () => stored)
  outcome.catch(() => {})
  await vi.runAllTimersAsync()
  return outcome
}

test('another price is saved over one’s own whose answer was lost', async () => {
  const seen = stored
  wire = lostThrice('answer lost')
  await expect(save(offer, 12, seen)).rejects.toThrow('no answer')
  expect(stored).toMatchObject({ price: 12, offerPrice: 12 })
  expect(isUnanswered(offer, seen)).toBe(true)
  expect(await save(offer, 13, seen)).toMatchObject({ kind: 'saved', message: 'saved' })
  expect(stored).toMatchObject({ price: 13, offerPrice: 13 })
  expect(isUnanswered(offer, seen)).toBe(false)
})

test('so is the first price typed again, and a regular price over a lost selling price', async () => {
  const seen = stored
  wire = lostThrice('answer lost')
  await expect(save(offer, 12, seen)).rejects.toThrow()
  expect(await save(offer, 10, seen)).toMatchObject({ kind: 'saved' })
  expect(stored).toMatchObject({ price: 10, offerPrice: 10 })

  wire = lostThrice('answer lost')
  await expect(save(offer, 12, seen)).rejects.toThrow()
  expect(await save(regular, 15, seen)).toMatchObject({ kind: 'saved' })
  expect(stored).toMatchObject({ price: 15, offerPrice: 12 })
})

test('the same for pieces, though the second save is lost as well', async () => {
  const seen = stored
  wire = [...lostThrice('answer lost'), 'arrives', ...lostThrice('answer lost')]
  await expect(save(pieces, 8, seen)).rejects.toThrow()
  await expect(save(pieces, 9, seen)).rejects.toThrow()
  expect(stored.stock).toBe(9)
  expect(await save(pieces, null, seen)).toMatchObject({ kind: 'saved', product: { stock: null } })
})

test('a save that never arrived is nothing to be recognised', async () => {
  const seen = stored
  wire = lostThrice('request lost')
  await expect(save(pieces, 8, seen)).rejects.toThrow()
  expect(await save(pieces, 9, seen)).toMatchObject({ kind: 'saved', product: { stock: 9 } })
})

test('a colleague’s price stands until the seller has seen it, and is then saved over', async () => {
  const seen = stored
  stored = { ...stored, price: 11, offerPrice: 11 }
  const outcome = await save(offer, 12, seen)
  expect(outcome).toEqual({ kind: 'changed', product: stored })
  expect(stored.offerPrice).toBe(11)
  expect(await save(offer, 12, stored)).toMatchObject({ kind: 'saved', product: { price: 12, offerPrice: 12 } })
})

test('a colleague’s price after one’s own lost save is a colleague’s, and so are pieces that orders took', async () => {
  const seen = stored
  wire = lostThrice('answer lost')
  await expect(save(offer, 12, seen)).rejects.toThrow()
  stored = { ...stored, price: 11, offerPrice: 11 }
  expect(await save(offer, 13, seen)).toMatchObject({ kind: 'changed' })

  wire = lostThrice('answer lost')
  await expect(save(pieces, 8, seen)).rejects.toThrow()
  stored = { ...stored, stock: 6 }
  expect(await save(pieces, 9, seen)).toMatchObject({ kind: 'changed', product: { stock: 6 } })
})

test('a colleague’s regular price and my selling price are both kept', async () => {
  const seen = stored
  stored = { ...stored, price: 15 }
  expect(await save(offer, 12, seen)).toMatchObject({ kind: 'saved', product: { price: 15, offerPrice: 12 } })
})

test('a value that the shop has already is saved, whichever seller saved it', async () => {
  const seen = stored
  wire = ['answer lost']
  expect(await save(pieces, 8, seen)).toMatchObject({ kind: 'saved', message: 'found', product: { stock: 8 } })
  expect(await save(pieces, 8, seen)).toMatchObject({ kind: 'saved', message: 'found' })
})

test('what the shop refuses for another reason is told, and read again when it was lost', async () => {
  const refused = {
    ...pieces,
    send: async () => ({ success: false as const, code: 'forbidden', message: 'no', fields: { stock: 'wrong' } }),
  }
  expect(await save(refused, 8, stored)).toEqual({ kind: 'refused', message: 'no', fields: { stock: 'wrong' } })
  expect(isUnanswered(pieces, stored)).toBe(false)
  wire = lostThrice('request lost')
  await expect(save(pieces, 8, stored)).rejects.toThrow()
  forgetUnanswered(pieces, stored)
  expect(isUnanswered(pieces, stored)).toBe(false)
})

test('a selling price above the regular one is refused with that price, unsent', async () => {
  const saved = await saveInPlace(offerPriceChange, 20, { ...stored, price: 15 }, async () => undefined)
  expect(saved).toMatchObject({ kind: 'refused', fields: { offerPrice: expect.stringContaining('15.00') } })
  const regular = await saveInPlace(regularPriceChange, 5, stored, async () => undefined)
  expect(regular).toMatchObject({ kind: 'refused', fields: { offerPrice: expect.stringContaining('10.00') } })
})
