import { beforeEach, expect, test } from 'vitest'
import { signInSeller } from '../../../client/sign-in-seller.test-setup.ts'
import { makeAddressCorrection } from './address-correction.ts'

const address = {
  firstName: 'Somchai',
  lastName: 'Jaidee',
  phone: '0812345678',
  zipcode: 10500,
  state: 'Bangkok',
  city: 'Bang Rak',
  street: '88 Charoen Krung Rd',
  country: 'Thailand',
}
const order = { _id: 'o1', addressVersion: 1, address }

beforeEach(async () => {
  await signInSeller('mali@example.com')
  makeAddressCorrection(order).discard()
})

test('begins with the order’s address, and is unchanged', () => {
  const correction = makeAddressCorrection(order)
  expect(correction.draft()).toEqual({ ...address, zipcode: '10500', note: '', label: '' })
  expect([correction.isChanged(), correction.wasKept]).toEqual([false, false])
})

test('what was typed is kept for the seller who typed it, until it is saved, given up or typed back', async () => {
  const correction = makeAddressCorrection(order)
  const typed = { ...correction.draft(), street: '99 Charoen Krung Rd' }
  correction.type(typed)
  const again = makeAddressCorrection(order)
  expect([again.wasKept, again.draft()]).toEqual([true, typed])
  expect(makeAddressCorrection({ ...order, _id: 'o2' }).wasKept).toBe(false)
  await signInSeller('ben@example.com')
  expect(makeAddressCorrection(order).wasKept).toBe(false)
  await signInSeller('mali@example.com')
  correction.type({ ...typed, street: address.street })
  expect(makeAddressCorrection(order).wasKept).toBe(false)
  correction.type(typed)
  correction.discard()
  expect(makeAddressCorrection(order).wasKept).toBe(false)
})

test('a colleague’s correction gets what was typed here, and its other fields', () => {
  const correction = makeAddressCorrection(order)
  expect(correction.follow(order)).toBeUndefined()
  correction.type({ ...correction.draft(), street: '99 Charoen Krung Rd' })
  const corrected = { ...order, addressVersion: 2, address: { ...address, phone: '0899999999', street: '77 Si Lom' } }
  const merged = { ...correction.draft(), phone: '0899999999' }
  expect(correction.follow(corrected)).toEqual(merged)
  expect([correction.draft(), correction.isChanged()]).toEqual([merged, true])
  expect(correction.follow(corrected)).toBeUndefined()
  // Also what was kept while the order was corrected.
  expect(makeAddressCorrection(corrected).draft()).toEqual(merged)
})
