import { expect, test } from 'vitest'
import type { User } from '../../../contract/entities/user.ts'
import { areaViewOf, invitationToken, isRoleChanged, isSettingUp, screensLost } from './area-view.ts'

const user = { _id: 'mali' } as User
const visitor = { status: 'visitor', user: null, isSeller: false, role: undefined } as const
const shopper = { ...visitor, status: 'shopper', user } as const
const seller = { ...visitor, isSeller: true, role: 'owner' } as const
const withoutFactor = { ...seller, role: undefined } as const
const none = { wasIn: false, token: undefined, settingUp: false, loaded: { join: false, setUp: false } }
const all = { join: true, setUp: true }

test.each([
  // Until the session is known.
  ['loading', { ...visitor, status: 'unknown' }, {}],
  ['loading', { ...visitor, status: 'unknown' }, { token: 'abc', loaded: all }],
  // Visitors, also if it isn't known whether a shopper is signed in.
  ['visitor', visitor, {}],
  ['visitor', { ...visitor, status: 'unanswered' }, {}],
  ['logged out', visitor, { wasIn: true }],
  ['logged out', visitor, { wasIn: true, settingUp: true }],
  // Shoppers are redirected, unless a seller worked here.
  ['loading', shopper, {}],
  ['loading', { ...shopper, isSeller: true, role: 'owner' }, {}],
  ['loading', shopper, { token: 'abc', loaded: all }],
  ['shut out', shopper, { wasIn: true }],
  ['shut out', { ...shopper, isSeller: true, role: 'owner' }, { wasIn: true }],
  ['shut out', shopper, { wasIn: true, token: 'abc', loaded: all }],
  // The link of an invitation, whole or cut off; a seller may open it, too.
  ['loading', visitor, { token: 'abc' }],
  ['loading', visitor, { token: 'abc', loaded: { join: false, setUp: true } }],
  ['invited', visitor, { token: 'abc', loaded: { join: true, setUp: false } }],
  ['invited', visitor, { token: '', loaded: all }],
  ['invited', visitor, { token: 'abc', wasIn: true, loaded: all }],
  ['invited', seller, { token: 'abc', wasIn: true, loaded: all }],
  ['invited', withoutFactor, { token: 'abc', loaded: all }],
  ['loading', withoutFactor, { token: 'abc', loaded: { join: true, setUp: false } }],
  // A second factor, until its recovery codes are stored.
  ['loading', withoutFactor, {}],
  ['loading', withoutFactor, { loaded: { join: true, setUp: false } }],
  ['to set up', withoutFactor, { wasIn: true, loaded: all }],
  ['to set up', withoutFactor, { settingUp: true, loaded: { join: false, setUp: true } }],
  ['to set up', seller, { settingUp: true, loaded: all }],
  ['loading', seller, { settingUp: true }],
  // Sellers.
  ['open', seller, {}],
  ['open', seller, { wasIn: true }],
  ['open', { ...seller, role: 'rider', status: 'unanswered' }, {}],
] as const)('shows “%s”: %j %j', (view, session, more) => {
  expect(areaViewOf({ ...none, ...session, ...more })).toBe(view)
})

test('setting up a second factor lasts from a session without a role until it is done, or the session ends', () => {
  const sellers = [seller, withoutFactor, visitor]
  expect(sellers.map((session) => isSettingUp(false, session))).toEqual([false, true, false])
  expect(sellers.map((session) => isSettingUp(true, session))).toEqual([true, true, false])
})

test('an invitation’s link has a token, also one that was cut off', () => {
  expect(['#join=aB-_9', '#join=', '#join=abc&more', '#other', ''].map(invitationToken)).toEqual([
    'aB-_9',
    '',
    'abc',
    undefined,
    undefined,
  ])
})

test.each([
  ['a seller', seller, undefined],
  ['a seller whose session has ended', visitor, 'logged out'],
  ['a shopper who signed in on another tab', shopper, 'shut out'],
  ['a shopper with a seller’s session', { ...shopper, isSeller: true }, 'shut out'],
])('whether the screens of a seller are gone, for %s', (_, session, gone) => {
  expect(screensLost({ ...session, wasIn: true })).toBe(gone)
  expect(screensLost({ ...session, wasIn: false })).toBeUndefined()
})

test('the role was changed if the same seller has another one', () => {
  const anna = { sellerEmail: 'anna@shop.example', role: 'picker' } as const
  expect(isRoleChanged(anna, { ...anna, role: 'manager' })).toBe(true)
  expect(isRoleChanged(anna, anna)).toBe(false)
  expect(isRoleChanged(anna, { sellerEmail: 'ben@shop.example', role: 'manager' })).toBe(false)
  expect(isRoleChanged(undefined, anna)).toBe(false)
})
