import { beforeEach, expect, test, vi } from 'vitest'
import type { CartItems } from '../../contract/entities.ts'
import type { Session } from '../client/session-machine.ts'
import { sameCart } from './cart-items.ts'
import { type CartWorld, guestKey, makeCart, offerKey, type SaveReply } from './cart-machine.ts'

const mango = '00000000-0000-7000-8000-000000000001'
const eggs = '00000000-0000-7000-8000-000000000003'
const rice = '00000000-0000-7000-8000-000000000002'

let storage: Map<string, string>
let saves: CartItems[]
let reply: SaveReply | undefined
let clock: number
let told: { onMissing: string[][]; onAdopted: CartItems[]; onOffer: (CartItems | undefined)[]; refreshes: number }

beforeEach(() => {
  storage = new Map()
  saves = []
  reply = { success: true, message: '' }
  clock = 0
  told = { onMissing: [], onAdopted: [], onOffer: [], refreshes: 0 }
})

function aCart(more: Partial<CartWorld> = {}) {
  const machine = makeCart({
    read: (key) => storage.get(key) ?? null,
    write: (key, value) => void (value === null ? storage.delete(key) : storage.set(key, value)),
    save: async (items) => {
      saves.push(items)
      return reply
    },
    tell: () => {},
    refresh: () => {
      told.refreshes += 1
    },
    now: () => ++clock,
    wait: () => new Promise(() => {}),
    onLimit: () => {},
    onRefused: () => {},
    onMissing: (ids) => told.onMissing.push(ids),
    onAdopted: (picked) => told.onAdopted.push(picked),
    onOffer: (offer) => told.onOffer.push(offer),
    ...more,
  })
  machine.load()
  return machine
}

const shopper = (id: string, cartItems: CartItems): Session => ({
  status: 'shopper',
  user: { _id: id, name: 'Mali', email: 'mali@example.com', isAccountVerified: true, cartItems },
  isSeller: false,
  sellerEmail: undefined,
  expired: false,
})
const visitor = (expired = false): Session => ({
  status: 'visitor',
  user: null,
  isSeller: false,
  sellerEmail: undefined,
  expired,
})
const itemsOf = (machine: ReturnType<typeof aCart>) => machine.cart.get().items

test('what a visitor picked becomes the cart of an account whose cart is empty, and can be taken out again', async () => {
  const machine = aCart()
  machine.sessionChecked(visitor(), 0)
  machine.change({ kind: 'set', id: mango, quantity: 3 })
  machine.sessionChecked(shopper('a', {}), ++clock)
  expect(itemsOf(machine)).toEqual({ [mango]: 3 })
  expect(told.onAdopted).toEqual([{ [mango]: 3 }])
  expect(machine.cart.get().offer).toBeUndefined()
  expect(storage.has(guestKey)).toBe(false)
  await machine.saved()
  expect(saves).toEqual([{ [mango]: 3 }])
  machine.withdraw({ [mango]: 3 })
  expect(itemsOf(machine)).toEqual({})
})

test('beside a saved cart it is offered; declining it can be undone, accepting adds it', () => {
  const machine = aCart()
  machine.sessionChecked(visitor(), 0)
  machine.change({ kind: 'set', id: mango, quantity: 3 })
  machine.sessionChecked(shopper('a', { [mango]: 1, [rice]: 2 }), ++clock)
  expect(itemsOf(machine)).toEqual({ [mango]: 1, [rice]: 2 })
  expect(machine.cart.get().offer).toEqual({ [mango]: 3 })
  const undo = machine.declineOffer()
  expect(machine.cart.get().offer).toBeUndefined()
  expect(storage.has(offerKey('a'))).toBe(false)
  undo()
  expect(machine.cart.get().offer).toEqual({ [mango]: 3 })
  machine.acceptOffer()
  expect(itemsOf(machine)).toEqual({ [mango]: 4, [rice]: 2 })
  expect(machine.cart.get().offer).toBeUndefined()
})

test('what another device changed since stays, and what was changed here comes on top', async () => {
  let account: CartItems = { [mango]: 1 }
  const seenBySave: (CartItems | undefined)[] = []
  const machine = aCart({
    save: async (items, _, seen) => {
      seenBySave.push(seen)
      if (seen && !sameCart(seen, account)) return { success: true, message: '', cartItems: account }
      account = items
      return { success: true, message: '' }
    },
  })
  machine.sessionChecked(shopper('a', account), 0)
  account = { [rice]: 5 }
  machine.change({ kind: 'add', id: eggs })
  await machine.saved()
  expect(account).toEqual({ [rice]: 5, [eggs]: 1 })
  expect(itemsOf(machine)).toEqual(account)
  expect(seenBySave).toEqual([{ [mango]: 1 }, { [rice]: 5 }])
  // From here on it is known: one call each.
  machine.change({ kind: 'set', id: rice, quantity: 0 })
  await machine.saved()
  expect(account).toEqual({ [eggs]: 1 })
  expect(seenBySave).toHaveLength(3)
})

test('what left the account’s cart elsewhere is told, and what was taken out here isn’t', async () => {
  const machine = aCart()
  machine.sessionChecked(shopper('a', { [mango]: 1, [rice]: 2, [eggs]: 3 }), 0)
  machine.change({ kind: 'set', id: rice, quantity: 0 })
  await machine.saved()
  machine.sessionChecked(shopper('a', { [eggs]: 3 }), ++clock)
  expect(told.onMissing).toEqual([[mango]])
})

test('a logout empties the cart', () => {
  const machine = aCart()
  machine.sessionChecked(shopper('a', { [mango]: 1 }), 0)
  machine.sessionChecked(visitor(), 1)
  expect(itemsOf(machine)).toEqual({})
  expect(storage.size).toBe(0)
})

test('a session that expires leaves the lines on the screen, also after a reload', () => {
  const machine = aCart()
  machine.sessionChecked(shopper('a', { [mango]: 1 }), 0)
  machine.sessionChecked(visitor(true), 1)
  expect(itemsOf(machine)).toEqual({ [mango]: 1 })
  const reloaded = aCart()
  reloaded.sessionChecked(visitor(), 1)
  expect(itemsOf(reloaded)).toEqual({ [mango]: 1 })
})

test('the same account signs in again: its saved cart, or what was changed on the screen meanwhile', async () => {
  const untouched = aCart()
  untouched.sessionChecked(shopper('a', { [mango]: 1 }), 0)
  untouched.sessionChecked(visitor(true), 1)
  untouched.sessionChecked(shopper('a', { [mango]: 5 }), ++clock)
  expect(itemsOf(untouched)).toEqual({ [mango]: 5 })
  expect(saves).toEqual([])

  const changed = aCart()
  changed.sessionChecked(shopper('a', { [mango]: 1 }), 0)
  changed.sessionChecked(visitor(true), 1)
  changed.change({ kind: 'add', id: rice })
  changed.sessionChecked(shopper('a', { [mango]: 1 }), ++clock)
  expect(itemsOf(changed)).toEqual({ [mango]: 1, [rice]: 1 })
  await changed.saved()
  expect(saves).toEqual([{ [mango]: 1, [rice]: 1 }])
  expect(changed.cart.get().offer).toBeUndefined()
  expect(told.onAdopted).toEqual([])
})

test('another account gets none of the lines of the expired session', () => {
  const machine = aCart()
  machine.sessionChecked(shopper('a', { [mango]: 1 }), 0)
  machine.sessionChecked(visitor(true), 1)
  machine.sessionChecked(shopper('b', {}), ++clock)
  expect(itemsOf(machine)).toEqual({})
  expect(machine.cart.get().offer).toBeUndefined()
  expect(storage.size).toBe(0)
})

test('a change that could not be saved because the session had expired is saved after the next login', async () => {
  reply = { success: false, status: 401, message: '' }
  const machine = aCart()
  machine.sessionChecked(shopper('a', { [mango]: 1 }), 0)
  machine.change({ kind: 'add', id: rice })
  await vi.waitFor(() => expect(saves).toHaveLength(1))
  machine.sessionChecked(visitor(true), ++clock)
  expect(itemsOf(machine)).toEqual({ [mango]: 1, [rice]: 1 })
  expect(told.refreshes).toBe(0)
  reply = { success: true, message: '' }
  machine.sessionChecked(shopper('a', { [mango]: 1 }), ++clock)
  expect(itemsOf(machine)).toEqual({ [mango]: 1, [rice]: 1 })
})

test('while an order is unanswered the cart stays as it was, whatever the shop has saved', () => {
  const machine = aCart()
  machine.sessionChecked(shopper('a', { [mango]: 2 }), 0)
  machine.hold({ [mango]: 2 })
  machine.sessionChecked(shopper('a', {}), ++clock)
  expect(itemsOf(machine)).toEqual({ [mango]: 2 })
  machine.release(false)
  expect(itemsOf(machine)).toEqual({ [mango]: 2 })
  expect(told.refreshes).toBe(1)
})

test('an order that was placed takes its items out, and leaves what was added since', () => {
  const machine = aCart()
  machine.sessionChecked(shopper('a', { [mango]: 2 }), 0)
  machine.hold({ [mango]: 2 })
  machine.change({ kind: 'add', id: mango })
  machine.change({ kind: 'add', id: rice })
  machine.release(true)
  expect(itemsOf(machine)).toEqual({ [mango]: 1, [rice]: 1 })
})

test('what was changed before it was known who is signed in is changed in the account’s cart', () => {
  const machine = aCart()
  machine.change({ kind: 'add', id: rice })
  machine.sessionChecked(shopper('a', { [rice]: 1 }), 0)
  expect(itemsOf(machine)).toEqual({ [rice]: 2 })
})
