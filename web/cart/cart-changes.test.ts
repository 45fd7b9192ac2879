import { beforeEach, expect, test, vi } from 'vitest'
import type { CartItems } from '../../contract/entities/user.ts'
import { limits } from '../../contract/values/limits.ts'
import { eventually } from '../../testing/eventually.ts'
import type { Session } from '../client/make-session.ts'
import { change, load, removeItems, setAll, unfreeze } from './cart-changes.ts'
import { type CartChange, type CartLimit, sameCart } from './cart-items.ts'
import { sessionChecked } from './cart-owner.ts'
import { type CartDeps, makeCart, type SaveReply } from './cart-state.ts'
import { visitorItemsKey, visitorKey } from './cart-storage.ts'
import { addVisitorItems, removeVisitorItems } from './visitor-items.ts'

const mango = '00000000-0000-7000-8000-000000000001'
const eggs = '00000000-0000-7000-8000-000000000003'
const rice = '00000000-0000-7000-8000-000000000002'

let storage: Map<string, string>
let saves: CartItems[]
let reply: SaveReply | undefined
let clock: number
let logged: {
  onLeft: string[][]
  onAdopted: CartItems[]
  onVisitorItems: (CartItems | undefined)[]
  onLimit: CartLimit[]
  refreshes: number
}

beforeEach(() => {
  storage = new Map()
  saves = []
  reply = { success: true, message: '' }
  clock = 0
  logged = { onLeft: [], onAdopted: [], onVisitorItems: [], onLimit: [], refreshes: 0 }
})

function aCart(more: Partial<CartDeps> = {}) {
  const state = makeCart({
    read: (key) => storage.get(key) ?? null,
    write: (key, value) => void (value === null ? storage.delete(key) : storage.set(key, value)),
    save: async (items) => {
      saves.push(items)
      return reply
    },
    broadcast: () => {},
    refresh: () => {
      logged.refreshes += 1
    },
    now: () => ++clock,
    wait: () => new Promise(() => {}),
    onLimit: (limit) => logged.onLimit.push(limit),
    onRefused: () => {},
    onLeft: (ids) => logged.onLeft.push(ids),
    onAdopted: (picked) => logged.onAdopted.push(picked),
    onVisitorItems: (visitorItems) => logged.onVisitorItems.push(visitorItems),
    ...more,
  })
  load(state)
  return {
    cart: state.cart,
    change: (request: CartChange) => change(state, request),
    setAll: (quantities: CartItems) => setAll(state, quantities),
    acceptVisitorItems: () => addVisitorItems(state),
    declineVisitorItems: () => removeVisitorItems(state),
    removeItems: (picked: CartItems) => removeItems(state, picked),
    freeze: (items: CartItems) => {
      state.ordered = items
    },
    unfreeze: (placed: boolean) => unfreeze(state, placed),
    keepOnLogout: (keeps: boolean) => {
      state.keepsItems = keeps
    },
    sessionChecked: (session: Session, requestedAt: number) => sessionChecked(state, session, requestedAt),
    saved: async () => state.saving,
  }
}

const shopper = (id: string, cartItems: CartItems): Session => ({
  status: 'shopper',
  user: { _id: id, name: 'Mali', email: 'mali@example.com', isAccountVerified: true, cartItems },
  isSeller: false,
  sellerEmail: undefined,
  role: undefined,
  expired: false,
})
const visitor = (expired = false): Session => ({
  status: 'visitor',
  user: null,
  isSeller: false,
  sellerEmail: undefined,
  role: undefined,
  expired,
})
const itemsOf = (cart: ReturnType<typeof aCart>) => cart.cart.get().items

test('a visitor’s items become the cart of an account with an empty one, and can be removed again', async () => {
  const cart = aCart()
  cart.sessionChecked(visitor(), 0)
  cart.change({ kind: 'set', id: mango, quantity: 3 })
  cart.sessionChecked(shopper('a', {}), ++clock)
  expect(itemsOf(cart)).toEqual({ [mango]: 3 })
  expect(logged.onAdopted).toEqual([{ [mango]: 3 }])
  expect(cart.cart.get().visitorItems).toBeUndefined()
  expect(storage.has(visitorKey)).toBe(false)
  await cart.saved()
  expect(saves).toEqual([{ [mango]: 3 }])
  cart.removeItems({ [mango]: 3 })
  expect(itemsOf(cart)).toEqual({})
})

test('a visitor’s items are offered beside a saved cart; accepting adds them, declining can be undone', () => {
  const cart = aCart()
  cart.sessionChecked(visitor(), 0)
  cart.change({ kind: 'set', id: mango, quantity: 3 })
  cart.sessionChecked(shopper('a', { [mango]: 1, [rice]: 2 }), ++clock)
  expect(itemsOf(cart)).toEqual({ [mango]: 1, [rice]: 2 })
  expect(cart.cart.get().visitorItems).toEqual({ [mango]: 3 })
  const undo = cart.declineVisitorItems()
  expect(cart.cart.get().visitorItems).toBeUndefined()
  expect(storage.has(visitorItemsKey('a'))).toBe(false)
  undo()
  expect(cart.cart.get().visitorItems).toEqual({ [mango]: 3 })
  cart.acceptVisitorItems()
  expect(itemsOf(cart)).toEqual({ [mango]: 4, [rice]: 2 })
  expect(cart.cart.get().visitorItems).toBeUndefined()
})

test('of a visitor’s items, those that a full cart doesn’t take stay beside it, and the shopper is told', () => {
  const cart = aCart()
  const full = Object.fromEntries(
    Array.from({ length: limits.cartProducts - 1 }, (_, index) => [`product-${index}`, 1]),
  )
  cart.sessionChecked(visitor(), 0)
  for (const id of [mango, rice]) cart.change({ kind: 'set', id, quantity: 3 })
  cart.sessionChecked(shopper('a', full), ++clock)
  cart.acceptVisitorItems()
  expect(itemsOf(cart)).toEqual({ ...full, [mango]: 3 })
  expect(cart.cart.get().visitorItems).toEqual({ [rice]: 3 })
  expect(logged.onLimit).toEqual(['products'])
  cart.removeItems({ 'product-0': 1 })
  cart.acceptVisitorItems()
  expect(itemsOf(cart)).toMatchObject({ [mango]: 3, [rice]: 3 })
  expect(cart.cart.get().visitorItems).toBeUndefined()
})

test('a visitor’s items about which the shopper hasn’t answered outlast a logout, for that account only', () => {
  const cart = aCart()
  cart.sessionChecked(visitor(), 0)
  cart.change({ kind: 'set', id: mango, quantity: 3 })
  cart.sessionChecked(shopper('a', { [rice]: 2 }), ++clock)
  cart.sessionChecked(visitor(), ++clock)
  expect([itemsOf(cart), cart.cart.get().visitorItems]).toEqual([{}, undefined])
  cart.sessionChecked(shopper('b', { [rice]: 1 }), ++clock)
  expect(cart.cart.get().visitorItems).toBeUndefined()
  cart.sessionChecked(visitor(), ++clock)
  cart.sessionChecked(shopper('a', { [rice]: 2 }), ++clock)
  expect(cart.cart.get().visitorItems).toEqual({ [mango]: 3 })
  cart.acceptVisitorItems()
  expect(itemsOf(cart)).toEqual({ [mango]: 3, [rice]: 2 })
  expect(storage.has(visitorItemsKey('a'))).toBe(false)
})

test('merges changes made here with those of another device', async () => {
  let account: CartItems = { [mango]: 1 }
  const seenBySave: (CartItems | undefined)[] = []
  const cart = aCart({
    save: async (items, _, seen) => {
      seenBySave.push(seen)
      if (seen && !sameCart(seen, account)) return { success: true, message: '', cartItems: account }
      account = items
      return { success: true, message: '' }
    },
  })
  cart.sessionChecked(shopper('a', account), 0)
  account = { [rice]: 5 }
  cart.change({ kind: 'add', id: eggs })
  await cart.saved()
  expect(account).toEqual({ [rice]: 5, [eggs]: 1 })
  expect(itemsOf(cart)).toEqual(account)
  expect(seenBySave).toEqual([{ [mango]: 1 }, { [rice]: 5 }])
  // Both are known now, so one call is enough.
  cart.change({ kind: 'set', id: rice, quantity: 0 })
  await cart.saved()
  expect(account).toEqual({ [eggs]: 1 })
  expect(seenBySave).toHaveLength(3)
})

test('reports products removed on another device, and none removed here', async () => {
  const cart = aCart()
  cart.sessionChecked(shopper('a', { [mango]: 1, [rice]: 2, [eggs]: 3 }), 0)
  cart.change({ kind: 'set', id: rice, quantity: 0 })
  await cart.saved()
  cart.sessionChecked(shopper('a', { [eggs]: 3 }), ++clock)
  expect(logged.onLeft).toEqual([[mango]])
})

test('reports products that are no longer sold when the shop is opened, once, and saves the cart without them', async () => {
  const cart = aCart()
  const session = shopper('a', { [eggs]: 3 })
  const opened = { ...session, user: { ...session.user, goneItems: [mango] } } as Session
  cart.sessionChecked(opened, 0)
  expect(logged.onLeft).toEqual([[mango]])
  expect(itemsOf(cart)).toEqual({ [eggs]: 3 })
  cart.sessionChecked(opened, ++clock)
  await cart.saved()
  expect(logged.onLeft).toEqual([[mango]])
  expect(saves).toEqual([{ [eggs]: 3 }])
})

test('a logout empties the cart', () => {
  const cart = aCart()
  cart.sessionChecked(shopper('a', { [mango]: 1 }), 0)
  cart.sessionChecked(visitor(), 1)
  expect(itemsOf(cart)).toEqual({})
  expect(storage.size).toBe(0)
})

test('after a logout that keeps the cart its items are the visitor’s, and go to the account that registers next', async () => {
  const cart = aCart()
  cart.sessionChecked(shopper('a', { [mango]: 1 }), 0)
  cart.keepOnLogout(true)
  cart.sessionChecked(visitor(), 1)
  expect(itemsOf(cart)).toEqual({ [mango]: 1 })
  expect(JSON.parse(storage.get(visitorKey) ?? '')).toEqual({ [mango]: 1 })
  cart.sessionChecked(shopper('b', {}), ++clock)
  await cart.saved()
  expect(saves).toEqual([{ [mango]: 1 }])
  // The next logout empties it as usual.
  cart.sessionChecked(visitor(), ++clock)
  expect([itemsOf(cart), storage.size]).toEqual([{}, 0])
})

test('after a session expired its items stay on the screen, also after a reload', () => {
  const cart = aCart()
  cart.sessionChecked(shopper('a', { [mango]: 1 }), 0)
  cart.sessionChecked(visitor(true), 1)
  expect(itemsOf(cart)).toEqual({ [mango]: 1 })
  const reloaded = aCart()
  reloaded.sessionChecked(visitor(), 1)
  expect(itemsOf(reloaded)).toEqual({ [mango]: 1 })
})

test('an account that signs in again gets its saved cart, or the changes made meanwhile', async () => {
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
  expect(changed.cart.get().visitorItems).toBeUndefined()
  expect(logged.onAdopted).toEqual([])
})

test('another account gets none of the items of the expired session', () => {
  const cart = aCart()
  cart.sessionChecked(shopper('a', { [mango]: 1 }), 0)
  cart.sessionChecked(visitor(true), 1)
  cart.sessionChecked(shopper('b', {}), ++clock)
  expect(itemsOf(cart)).toEqual({})
  expect(cart.cart.get().visitorItems).toBeUndefined()
  expect(storage.size).toBe(0)
})

test('a change that failed to save because the session expired is saved after the next login', async () => {
  reply = { success: false, status: 401, message: '' }
  const cart = aCart()
  cart.sessionChecked(shopper('a', { [mango]: 1 }), 0)
  cart.change({ kind: 'add', id: rice })
  await vi.waitFor(() => expect(saves).toHaveLength(1), eventually)
  cart.sessionChecked(visitor(true), ++clock)
  expect(itemsOf(cart)).toEqual({ [mango]: 1, [rice]: 1 })
  expect(logged.refreshes).toBe(0)
  reply = { success: true, message: '' }
  cart.sessionChecked(shopper('a', { [mango]: 1 }), ++clock)
  expect(itemsOf(cart)).toEqual({ [mango]: 1, [rice]: 1 })
})

test('while an order’s outcome is unknown the cart stays as shown, even if the saved cart is empty', () => {
  const cart = aCart()
  cart.sessionChecked(shopper('a', { [mango]: 2 }), 0)
  cart.freeze({ [mango]: 2 })
  cart.sessionChecked(shopper('a', {}), ++clock)
  expect(itemsOf(cart)).toEqual({ [mango]: 2 })
  cart.unfreeze(false)
  expect(itemsOf(cart)).toEqual({ [mango]: 2 })
  expect(logged.refreshes).toBe(1)
})

test('a placed order removes its items, but none added since', () => {
  const cart = aCart()
  cart.sessionChecked(shopper('a', { [mango]: 2 }), 0)
  cart.freeze({ [mango]: 2 })
  cart.change({ kind: 'add', id: mango })
  cart.change({ kind: 'add', id: rice })
  cart.unfreeze(true)
  expect(itemsOf(cart)).toEqual({ [mango]: 1, [rice]: 1 })
})

test('a placed order leaves the pieces that another device added meanwhile', async () => {
  // As the shop does once another device has raised the quantity to three, and the order took one.
  const cart = aCart({
    save: async (items, _id, seen) => {
      saves.push(items)
      const saved = { [mango]: 2 }
      return sameCart(seen ?? {}, saved)
        ? { success: true, message: '' }
        : { success: true, message: '', cartItems: saved }
    },
  })
  cart.sessionChecked(shopper('a', { [mango]: 1 }), 0)
  cart.freeze({ [mango]: 1 })
  cart.unfreeze(true)
  await cart.saved()
  expect(saves).toEqual([{}])
  expect(itemsOf(cart)).toEqual({ [mango]: 2 })
})

test('changes made before the session check are applied to the account’s cart', () => {
  const cart = aCart()
  cart.change({ kind: 'add', id: rice })
  cart.sessionChecked(shopper('a', { [rice]: 1 }), 0)
  expect(itemsOf(cart)).toEqual({ [rice]: 2 })
})

test('several quantities are set at once: zero removes a product, and no product has more pieces than a cart may', () => {
  const cart = aCart()
  cart.sessionChecked(visitor(), 0)
  cart.setAll({ [mango]: 3, [rice]: 2 })
  cart.setAll({ [mango]: 0, [rice]: 1, [eggs]: 500 })
  expect(itemsOf(cart)).toEqual({ [rice]: 1, [eggs]: 99 })
})
