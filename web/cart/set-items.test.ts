import { beforeEach, expect, test } from 'vitest'
import type { CartItems } from '../../contract/entities/user.ts'
import { makeStore } from '../store.ts'
import type { Cart, CartMessage, CartState, SaveReply, ShopperOwner } from './cart-state.ts'
import { replaceItems, saveItemsNow, setItems } from './set-items.ts'

const mango = '00000000-0000-7000-8000-000000000001'
const rice = '00000000-0000-7000-8000-000000000002'
const accepted: SaveReply = { success: true, message: '' }

type Save = { items: CartItems; seen: CartItems | undefined; reply: (reply: SaveReply | undefined) => void }
let saves: Save[]
let sent: CartMessage[]
let pauses: number[]
let logged: string[]

beforeEach(() => {
  saves = []
  sent = []
  pauses = []
  logged = []
})

const shopper = (): ShopperOwner => ({ kind: 'shopper', id: 'a', known: {}, unsaved: false, changedHere: new Set() })

function aState(owner: CartState['owner'] = shopper()): CartState {
  return {
    read: () => null,
    write: (key, value) => logged.push(`${key} ${value}`),
    save: (items, _, seen) => new Promise((reply) => saves.push({ items, seen, reply })),
    broadcast: (message) => sent.push(message),
    refresh: () => logged.push('refresh'),
    now: () => 7,
    wait: async (milliseconds) => void pauses.push(milliseconds),
    onLimit: () => {},
    onRefused: (message) => logged.push(message),
    onLeft: (ids) => logged.push(`left ${ids}`),
    onAdopted: () => {},
    onVisitorItems: () => {},
    cart: makeStore<Cart>({ items: {}, count: 0, ready: true, visitorItems: undefined }),
    owner,
    lastChangeAt: 0,
  }
}

/** Replies to a save, and waits until its consequences have run. */
async function reply(save: number, saveReply: SaveReply | undefined): Promise<void> {
  saves[save]?.reply(saveReply)
  await new Promise((resolve) => setImmediate(resolve))
}

test('changes made during a save are saved by one further call, with what the first one saved as seen', async () => {
  const state = aState()
  setItems(state, { [mango]: 1 })
  setItems(state, { [mango]: 2 })
  setItems(state, { [mango]: 3 })
  expect(state.cart.get()).toMatchObject({ items: { [mango]: 3 }, count: 3 })
  expect(saves.map(({ items, seen }) => ({ items, seen }))).toEqual([{ items: { [mango]: 1 }, seen: {} }])
  await reply(0, accepted)
  expect(saves[1]).toMatchObject({ items: { [mango]: 3 }, seen: { [mango]: 1 } })
  await reply(1, accepted)
  expect([saves.length, state.saving, state.owner]).toEqual([
    2,
    undefined,
    { ...shopper(), known: { [mango]: 3 }, unsaved: false },
  ])
  // Each change at once, and the saved cart again.
  expect(sent.map(({ items }) => items[mango])).toEqual([1, 2, 3, 3])
})

test.each([undefined, { status: 500 }, { status: 503 }, { status: 429 }, { status: 401 }])(
  'a save without a reply or with %j is repeated after pauses of up to 15 seconds',
  async (failure) => {
    const state = aState()
    setItems(state, { [mango]: 1 })
    for (let n = 0; n < 7; n += 1) await reply(n, failure && { success: false, message: 'no', ...failure })
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000])
    expect(logged).toEqual([])
    await reply(7, accepted)
    expect(state.saving).toBeUndefined()
  },
)

test('a save that the shop refuses isn’t repeated: a session check tells whose cart it is', async () => {
  const state = aState()
  setItems(state, { [mango]: 1 })
  await reply(0, { success: false, status: 400, message: 'Another account' })
  expect([saves.length, pauses, logged]).toEqual([1, [], ['Another account', 'refresh']])
})

test('a cart that another device changed is merged with the changes made here, and saved', async () => {
  const state = aState({ ...shopper(), known: { [rice]: 1 } })
  state.cart.set({ ...state.cart.get(), items: { [rice]: 1 } })
  setItems(state, { [rice]: 1, [mango]: 2 })
  await reply(0, { ...accepted, cartItems: {} })
  expect(logged).toEqual([`left ${rice}`])
  expect(saves[1]).toMatchObject({ items: { [mango]: 2 }, seen: {} })
  expect(sent.at(-1)).toEqual({ owner: 'a', items: { [mango]: 2 } })
})

test('the reply to a save says nothing about the cart of another account that has signed in', async () => {
  const state = aState()
  setItems(state, { [mango]: 1 })
  const other: ShopperOwner = { kind: 'shopper', id: 'b', known: {}, unsaved: false, changedHere: new Set() }
  state.owner = other
  await reply(0, { ...accepted, cartItems: { [rice]: 9 } })
  expect([other.known, state.cart.get().items]).toEqual([{}, { [mango]: 1 }])
})

test('when the page is closed, unsaved changes are saved whatever the account has; unanswered ones stay unsaved', async () => {
  const owner = { ...shopper(), unsaved: true }
  const state = aState(owner)
  saveItemsNow(state)
  saveItemsNow(state)
  expect(saves.map(({ seen }) => seen)).toEqual([undefined])
  await reply(0, undefined)
  expect(owner.unsaved).toBe(true)
  saveItemsNow(state)
  await reply(1, { success: false, status: 503, message: 'busy' })
  expect(owner.unsaved).toBe(true)
  saveItemsNow(state)
  await reply(2, accepted)
  expect(owner.unsaved).toBe(false)
})

test('a visitor’s changes are stored in the browser, and note that the cart of an expired session has changed', () => {
  const state = aState({ kind: 'visitor', former: { id: 'a', changed: false } })
  setItems(state, { [mango]: 1 })
  setItems(state, { [mango]: 2 })
  expect(logged).toEqual([
    `talad.cart {"${mango}":1}`,
    'talad.cart.of {"id":"a","changed":true}',
    `talad.cart {"${mango}":2}`,
  ])
  expect([saves, state.lastChangeAt]).toEqual([[], 7])
})

test('an account’s cart that the shop has emptied is known as such, until something is put in it', () => {
  const state = aState()
  const isEmptied = () => Boolean(state.cart.get().emptiedElsewhere)
  setItems(state, { [mango]: 1, [rice]: 1 })
  replaceItems(state, { [rice]: 1 })
  expect(isEmptied()).toBe(false)
  replaceItems(state, {})
  expect(isEmptied()).toBe(true)
  setItems(state, { [mango]: 1 })
  expect(isEmptied()).toBe(false)
  // Removed here.
  setItems(state, {})
  expect(isEmptied()).toBe(false)
})
