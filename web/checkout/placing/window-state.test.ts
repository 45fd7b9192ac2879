import { expect, test } from 'vitest'
import {
  followingChoice,
  mayHold,
  shownState,
  usualWindow,
  windowStateOf,
  windowsOf,
  windowToHold,
} from './window-state.ts'

const aWindow = (id: string, left: number) => ({ id, from: '', to: '', fee: 0, left })
const windows = [aWindow('full', 0), aWindow('last', 1), aWindow('free', 5)]
const state = { windows, own: [], isHolding: false }

test('a cart begins with no window: none is held, or costs a fee, that the shopper hasn’t chosen', () => {
  expect(usualWindow(windows)).toBeUndefined()
  expect(usualWindow([])).toBeUndefined()
})

test('a chosen window is lost once it is full or no longer listed', () => {
  expect(windowStateOf({ ...state, chosen: undefined })).toEqual({ status: 'none' })
  expect(windowStateOf({ ...state, chosen: 'last' })).toEqual({ status: 'chosen', window: windows[1] })
  expect(windowStateOf({ ...state, chosen: 'full' })).toEqual({ status: 'lost', id: 'full' })
  expect(windowStateOf({ ...state, chosen: 'gone' })).toEqual({ status: 'lost', id: 'gone' })
})

test('a full window is the shopper’s who holds it, or asks to', () => {
  expect(windowStateOf({ ...state, chosen: 'full', own: [undefined, 'full'] })).toMatchObject({ status: 'chosen' })
  expect(windowStateOf({ ...state, chosen: 'full', isHolding: true })).toMatchObject({ status: 'chosen' })
  expect(windowStateOf({ ...state, chosen: 'gone', isHolding: true })).toEqual({ status: 'lost', id: 'gone' })
})

test('as soon as possible is the first of the windows, and what a cart begins with', () => {
  const asap = { promisedAt: '2026-11-22T11:42:00.000Z', minutes: 37 }
  const [first, ...others] = windowsOf({ asap, windows }) ?? []
  expect(first).toMatchObject({ id: 'asap', from: '2026-11-22T11:05:00.000Z', to: asap.promisedAt, fee: 0 })
  expect(others).toEqual(windows)
  expect(usualWindow([...(first ? [first] : []), ...others])).toBe('asap')
  expect(windowsOf({ asap: null, windows })).toBe(windows)
  expect(windowsOf(undefined)).toBeUndefined()
})

test('as soon as possible is lost while the shop promises no time, and chosen again once it does; a window isn’t replaced', () => {
  expect(windowStateOf({ ...state, chosen: 'asap' })).toEqual({ status: 'lost', id: 'asap' })
  const withAsap = [aWindow('asap', 1), ...windows]
  expect([usualWindow(windows, 'asap'), usualWindow(withAsap, 'asap')]).toEqual([undefined, 'asap'])
  expect(usualWindow(withAsap, 'full')).toBeUndefined()
})

const withAsap = [aWindow('asap', 1), ...windows]
test.each([
  ['nothing, with a promised time', undefined, withAsap, { chosen: 'asap', lost: undefined }],
  ['nothing, without one', undefined, windows, { chosen: undefined, lost: undefined }],
  ['a window', 'free', withAsap, { chosen: 'free', lost: undefined }],
  ['a full window, with a promised time', 'full', withAsap, { chosen: undefined, lost: 'full' }],
  ['a closed window, without one', 'gone', windows, { chosen: undefined, lost: 'gone' }],
  ['as soon as possible, not promised any more', 'asap', windows, { chosen: undefined, lost: 'asap' }],
] as const)('a cart with %s comes to rest at its choice', (_, first, offered, expected) => {
  let choice: Parameters<typeof followingChoice>[0] = { chosen: first, lost: undefined }
  const follow = () => {
    const windowState = windowStateOf({ ...state, windows: offered, chosen: choice.chosen })
    return followingChoice(choice, { state: windowState, windows: offered })
  }
  for (let step = 0; step < 2; step += 1) choice = follow()
  expect([choice, follow()]).toEqual([expected, expected])
})

const verified = { user: { isAccountVerified: true }, windows, chosen: 'free', ofUnpaid: undefined }
test.each([
  ['a verified shopper’s window', {}, true],
  ['an unverified shopper’s window', { user: { isAccountVerified: false } }, false],
  ['a visitor’s window', { user: null }, false],
  ['a window before all are read', { windows: undefined }, false],
  ['the window of an unpaid order', { ofUnpaid: 'free' }, false],
  ['another window than that of an unpaid order', { ofUnpaid: 'last' }, true],
  ['as soon as possible', { chosen: 'asap' }, false],
])('whether the shop may be asked to hold %s', (_, more, expected) => {
  expect(mayHold({ ...verified, ...more })).toBe(expected)
})

test('a chosen window is held while no order is being placed', () => {
  const chosen = windowStateOf({ ...state, chosen: 'free' })
  expect(windowToHold(chosen, { canHold: true, paused: false })).toBe('free')
  expect(windowToHold(chosen, { canHold: true, paused: true })).toBeUndefined()
  expect(windowToHold(chosen, { canHold: false, paused: false })).toBeUndefined()
  for (const other of [{ status: 'none' }, { status: 'lost', id: 'full' }] as const)
    expect(windowToHold(other, { canHold: true, paused: false })).toBeUndefined()
})

test('a lost window is shown until another one is chosen', () => {
  const chosen = windowStateOf({ ...state, chosen: 'free' })
  expect(shownState({ status: 'none' }, 'full')).toEqual({ status: 'lost', id: 'full' })
  expect(shownState({ status: 'none' }, undefined)).toEqual({ status: 'none' })
  expect(shownState(chosen, 'full')).toBe(chosen)
})
