import { expect, test, vi } from 'vitest'
import type { Address } from '../../../contract/entities/address.ts'
import type { Totals } from '../../../contract/pricing/pricing.ts'
import type { CartLine } from '../../cart/cart-lines.ts'
import type { Session } from '../../client/make-session.ts'
import { type CheckoutState, pressCheckout, pressOf } from './press-checkout.ts'

const totals = { total: 6236 } as Totals
const soldOut = [{ quantity: 2 } as CartLine]
const pressed = { busy: false, totals, soldOut: undefined, step: 'place', waitingCode: undefined } as const

test.each([
  ['places the order', {}, { kind: 'next step', totals }],
  ['does the step before it', { step: 'address' }, { kind: 'next step', totals }],
  ['does nothing while one is handled', { busy: true }, { kind: 'nothing' }],
  ['does nothing while prices aren’t certain', { totals: undefined }, { kind: 'nothing' }],
  ['removes the lines if all are sold out', { soldOut }, { kind: 'remove', lines: soldOut }],
  ['enters a waiting code first', { waitingCode: 'TEN' }, { kind: 'enter code', code: 'TEN' }],
  ['leaves a waiting code before other steps', { waitingCode: 'TEN', step: 'login' }, { kind: 'next step', totals }],
  ['removes sold-out lines before a code', { soldOut, waitingCode: 'TEN' }, { kind: 'remove', lines: soldOut }],
] as const)('a press %s', (_, more, expected) => {
  expect(pressOf({ ...pressed, ...more })).toEqual(expected)
})

const home = { _id: 'home' } as Address
const session = (isAccountVerified?: boolean): Session => ({
  status: isAccountVerified === undefined ? 'visitor' : 'shopper',
  user:
    isAccountVerified === undefined
      ? null
      : { _id: 'mali', name: 'Mali', email: 'mali@example.com', isAccountVerified, cartItems: {} },
  isSeller: false,
  sellerEmail: undefined,
  role: undefined,
  expired: false,
})
const ready: CheckoutState = { step: 'place', session: session(true), addresses: [home], hasVisitorItems: false }

/** Presses the button; returns the actions that were called. `now` is what the shop answers. */
async function press(state: Partial<CheckoutState>, now: { session?: Session; addresses?: Address[] } = {}) {
  const actions = {
    refreshSession: vi.fn(async () => now.session ?? session()),
    readAddresses: vi.fn(async () => now.addresses),
    place: vi.fn(),
    wait: vi.fn(),
    login: vi.fn(),
    verify: vi.fn(),
    address: vi.fn(),
    'visitor items': vi.fn(),
    window: vi.fn(),
  }
  await pressCheckout({ ...ready, ...state }, actions)
  return Object.entries(actions).flatMap(([name, { mock }]) => mock.calls.map((values) => [name, ...values]))
}

test('places the order at once if everything is known', async () => {
  expect(await press({})).toEqual([['place', session(true).user, [home]]])
})

test.each([
  ['login', session(), undefined],
  ['verify', session(false), undefined],
] as const)('checks the session before the step %s', async (step, now, addresses) => {
  expect(await press({ step, session: now, addresses }, { session: now })).toEqual([['refreshSession'], [step]])
})

test('asks for an address, and for an answer about the visitor’s items', async () => {
  expect(await press({ step: 'address', addresses: [] })).toEqual([['address']])
  expect(await press({ step: 'visitor items', hasVisitorItems: true })).toEqual([['visitor items']])
})

test('does nothing if its step was done in another window', async () => {
  const now = { session: session(true), addresses: [home] }
  expect(await press({ step: 'login', session: session(), addresses: undefined }, now)).toEqual([
    ['refreshSession'],
    ['readAddresses', 'mali'],
  ])
  expect(await press({ step: 'verify', session: session(false), addresses: [home] }, now)).toEqual([['refreshSession']])
})

test('while the step is unknown, reads what is missing and does the step found', async () => {
  const unknown = { step: 'wait', addresses: undefined } as const
  expect((await press(unknown, { addresses: [home] })).at(-1)).toEqual(['place', session(true).user, [home]])
  expect((await press(unknown, { addresses: [] })).at(-1)).toEqual(['address'])
  expect((await press(unknown)).at(-1)).toEqual(['wait'])
})
