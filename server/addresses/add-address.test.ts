import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import { aShopper } from '../../testing/makers/rows.ts'
import { addAddress } from './add-address.ts'
import { addressToWire, postcodeOnWire } from './address-to-wire.ts'
import { addressesOfShopper } from './queries.ts'

const { db, close } = await testDatabase()
afterAll(close)

const home = {
  firstName: ' สมชาย ',
  lastName: 'ใจดี',
  street: '88 ถนนเจริญกรุง',
  city: 'บางรัก',
  state: 'กรุงเทพมหานคร',
  zipcode: '01050',
  country: 'ไทย',
  phone: '081 234 5678',
}

test('saves an address as typed, trimmed, with its leading zeros', async () => {
  const shopper = await aShopper(db)
  const saved = await addAddress(db, shopper, home)
  expect(addressToWire(saved)).toEqual({
    _id: saved.id,
    userId: shopper.id,
    ...home,
    firstName: 'สมชาย',
    label: null,
    note: null,
    isDefault: false,
    version: 1,
  })
})

test('saves no characters that the seller doesn’t see but that change how an address is drawn', async () => {
  const shopper = await aShopper(db)
  const marked = (text: string) => `\u202E\u0007${text}\u2066\u200E`
  const typed = { ...home, label: 'Home', note: 'Ring twice' }
  const hidden = Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, marked(value)]))
  const saved = await addAddress(db, shopper, { ...typed, ...hidden, zipcode: home.zipcode })
  expect(addressToWire(saved)).toMatchObject({ ...typed, firstName: 'สมชาย' })
})

test('lists an address for its own shopper only', async () => {
  const [shopper, other] = [await aShopper(db), await aShopper(db)]
  const saved = await addAddress(db, shopper, home)
  expect(await addressesOfShopper(db, shopper.id)).toMatchObject([{ id: saved.id }])
  expect(await addressesOfShopper(db, other.id)).toEqual([])
})

test('saves at most 50 addresses per shopper, also when many requests come at once', async () => {
  const shopper = await aShopper(db)
  const outcomes = await Promise.allSettled(Array.from({ length: 55 }, () => addAddress(db, shopper, home)))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(50)
  expect(await addressesOfShopper(db, shopper.id)).toHaveLength(50)
})

test('saves one address for two concurrent requests with one key, also when it is the last one allowed', async () => {
  const [shopper, other] = [await aShopper(db), await aShopper(db)]
  for (let filled = 0; filled < 49; filled++) await addAddress(db, shopper, home)
  const [one, two] = await Promise.all([
    addAddress(db, shopper, home, 'key-1'),
    addAddress(db, shopper, { ...home, firstName: 'สมชาย', note: ' ' }, 'key-1'),
  ])
  expect(two.id).toBe(one.id)
  expect(await addressesOfShopper(db, shopper.id)).toHaveLength(50)
  expect((await addAddress(db, other, home, 'key-1')).id).not.toBe(one.id)
})

test('refuses a used key with another address, and leaves the first unchanged', async () => {
  const shopper = await aShopper(db)
  const saved = await addAddress(db, shopper, home, 'key-1')
  await expect(addAddress(db, shopper, { ...home, street: '7 Rama IV' }, 'key-1')).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
  expect(await addressesOfShopper(db, shopper.id)).toEqual([saved])
})

test.each([
  ['10500', 10500],
  ['01050', '01050'],
  ['0', 0],
  ['9999999999', 9999999999],
  ['0100-10', '0100-10'],
  ['NaN', 'NaN'],
  ['Infinity', 'Infinity'],
])('returns the postal code %s as %j', (stored, returned) => {
  expect(postcodeOnWire(stored)).toBe(returned)
})
