import { beforeEach, expect, test } from 'vitest'
import type { CartItems } from '../../contract/entities/user.ts'
import { change, changedInOtherTab, load } from './cart-changes.ts'
import { type CartChange, sameCart } from './cart-items.ts'
import { sessionChecked } from './cart-owner.ts'
import { type CartState, makeCart, type SaveReply } from './cart-state.ts'
import { saveItemsNow } from './set-items.ts'

/*
 * Two tabs with one account's cart. The account has it as the shop does: it is replaced only if it still is as `seen`.
 */

const melon = '00000000-0000-7000-8000-000000000001'
const milk = '00000000-0000-7000-8000-000000000002'

let account: CartItems
let tabs: CartState[]
/** Resolves the saves that haven't reached the shop yet, in turn. */
let onTheWay: (() => void)[]
let isSlow: boolean

beforeEach(() => {
  account = { [melon]: 1 }
  tabs = []
  onTheWay = []
  isSlow = false
})

function arrive(items: CartItems, seen: CartItems | undefined): SaveReply {
  if (seen && !sameCart(seen, account)) return { success: true, message: '', cartItems: account }
  account = items
  return { success: true, message: '' }
}

function openTab() {
  const state = makeCart({
    read: () => null,
    write: () => {},
    save: async (items, _, seen) => {
      if (isSlow) await new Promise<void>((resolve) => onTheWay.push(resolve))
      return arrive(items, seen)
    },
    broadcast: (message) => {
      for (const tab of tabs) if (tab !== state) changedInOtherTab(tab, message)
    },
    refresh: () => {},
    now: () => 0,
    wait: async () => {},
    onLimit: () => {},
    onRefused: () => {},
    onLeft: () => {},
    onAdopted: () => {},
    onVisitorItems: () => {},
  })
  tabs.push(state)
  load(state)
  checkSession(state)
  return { state, items: () => state.cart.get().items, change: (request: CartChange) => change(state, request) }
}

function checkSession(state: CartState): void {
  const user = { _id: 'a', name: 'Mali', email: 'mali@shop.example', isAccountVerified: true, cartItems: account }
  const signedIn = { status: 'shopper', user, isSeller: false, sellerEmail: undefined, role: undefined } as const
  sessionChecked(state, { ...signedIn, expired: false }, 1)
}

/** Lets the saves reach the shop, and waits until their consequences have run. */
async function settled(): Promise<void> {
  do {
    for (const reach of onTheWay.splice(0)) reach()
    await new Promise((resolve) => setImmediate(resolve))
  } while (onTheWay.length > 0)
}

test.each([
  ['after it was saved', false],
  ['before it was saved', true],
])('what another tab has added is removed here, %s', async (_when, slow) => {
  const [one, other] = [openTab(), openTab()]
  isSlow = slow
  other.change({ kind: 'add', id: milk })
  if (!slow) await settled()
  expect(one.items()).toEqual({ [melon]: 1, [milk]: 1 })
  one.change({ kind: 'set', id: milk, quantity: 0 })
  await settled()
  expect([one.items(), other.items(), account]).toEqual([{ [melon]: 1 }, { [melon]: 1 }, { [melon]: 1 }])
})

test('what another tab has removed is put back here', async () => {
  const [one, other] = [openTab(), openTab()]
  other.change({ kind: 'set', id: melon, quantity: 0 })
  await settled()
  one.change({ kind: 'set', id: melon, quantity: 1 })
  await settled()
  expect([one.items(), account]).toEqual([{ [melon]: 1 }, { [melon]: 1 }])
})

test('what another tab has added, and couldn’t save, is saved with the next change here', async () => {
  const one = openTab()
  // The other tab was closed before its call went out.
  for (const tab of tabs) changedInOtherTab(tab, { owner: 'a', items: { [melon]: 1, [milk]: 1 } })
  one.change({ kind: 'set', id: melon, quantity: 3 })
  await settled()
  expect(account).toEqual({ [melon]: 3, [milk]: 1 })
})

test('a change that was saved as the page was hidden isn’t one any more when the page is back', async () => {
  const { state, change: changeHere } = openTab()
  isSlow = true
  changeHere({ kind: 'add', id: melon })
  changeHere({ kind: 'add', id: milk })
  saveItemsNow(state)
  isSlow = false
  await settled()
  checkSession(state)
  // Another device.
  account = { ...account, [milk]: 5 }
  changeHere({ kind: 'set', id: melon, quantity: 4 })
  await settled()
  expect(account).toEqual({ [melon]: 4, [milk]: 5 })
})

test('a cart that another tab has emptied is known as such', async () => {
  const [one, other] = [openTab(), openTab()]
  one.change({ kind: 'set', id: melon, quantity: 0 })
  await settled()
  expect([one, other].map(({ state }) => Boolean(state.cart.get().emptiedElsewhere))).toEqual([false, true])
})
