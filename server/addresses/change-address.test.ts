import { afterAll, expect, test } from 'vitest'
import { shop } from '../../shop.config.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { anAddress, aProduct, aShopper, aShopperWithAddress } from '../../testing/makers/rows.ts'
import { newId } from '../common/ids.ts'
import { readDurationsNow } from '../delivery/promise/durations-reader.ts'
import { placeOrder } from '../orders/placing/place-order.ts'
import { editAddress, removeAddress, setDefaultAddress } from './change-address.ts'
import { addressesOfShopper } from './queries.ts'

const { db, close } = await testDatabase()
afterAll(close)

const work = {
  firstName: 'สมชาย',
  lastName: 'ใจดี',
  street: '99 ถนนสีลม แขวงสีลม',
  city: 'บางรัก',
  state: 'กรุงเทพมหานคร',
  zipcode: '10500',
  country: 'ไทย',
  phone: '0812345678',
  label: ' ที่ทำงาน ',
  note: 'ฝากไว้ที่  รปภ.',
}

const idsOf = async (shopperId: string) => (await addressesOfShopper(db, shopperId)).map(({ id }) => id)

async function order(shopperId: string, address: string, addressVersion?: number) {
  const { id: product } = await aProduct(db)
  return placeOrder(
    { db, shop, readDurations: readDurationsNow },
    { id: shopperId, isAccountVerified: true },
    { items: [{ product, quantity: 1 }], address, addressVersion, paymentType: 'COD', language: 'th', arrivedAt: 0 },
  )
}
const copyOf = (orderId: string) =>
  db.selectFrom('shopOrder').select('address').where('id', '=', orderId).executeTakeFirstOrThrow()

test('lists the default address first, then the last used ones, then the others, newest first', async () => {
  const shopper = await aShopper(db)
  const [a, b, c, d, e] = [
    await anAddress(db, shopper.id),
    await anAddress(db, shopper.id),
    await anAddress(db, shopper.id),
    await anAddress(db, shopper.id),
    await anAddress(db, shopper.id),
  ]
  expect(await idsOf(shopper.id)).toEqual([e, d, c, b, a])
  await order(shopper.id, b)
  await order(shopper.id, a)
  expect(await idsOf(shopper.id)).toEqual([a, b, e, d, c])
  await setDefaultAddress(db, shopper, d, true)
  expect(await idsOf(shopper.id)).toEqual([d, a, b, e, c])
  await setDefaultAddress(db, shopper, d, false)
  expect(await idsOf(shopper.id)).toEqual([a, b, e, d, c])
})

test('an order to an address that was changed after its shopper saw it is refused', async () => {
  const { shopper, address } = await aShopperWithAddress(db)
  await setDefaultAddress(db, shopper, address, true)
  const { version } = await editAddress(db, shopper, address, work)
  await expect(order(shopper.id, address, version - 1)).rejects.toMatchObject({ code: 'address_changed' })
  await setDefaultAddress(db, shopper, address, false)
  const { id } = await order(shopper.id, address, version)
  expect(await copyOf(id)).toMatchObject({ address: { street: work.street } })
  // Other clients send no version.
  await order(shopper.id, address)
})

test('an edit replaces every field, normalises texts, and clears a label or note that is left out', async () => {
  const { shopper, address } = await aShopperWithAddress(db)
  await editAddress(db, shopper, address, work)
  const [edited] = await addressesOfShopper(db, shopper.id)
  expect(edited).toMatchObject({ ...work, id: address, label: 'ที่ทำงาน', note: 'ฝากไว้ที่ รปภ.' })
  const { label: _label, note: _note, ...plain } = work
  expect(await editAddress(db, shopper, address, plain)).toMatchObject({ ...plain, label: null, note: null })
})

test('an order keeps its copy of the address, with the note, when the address is edited or deleted', async () => {
  const { shopper, address } = await aShopperWithAddress(db)
  await editAddress(db, shopper, address, work)
  const { id } = await order(shopper.id, address)
  const { label: _label, ...copied } = { ...work, zipcode: 10500, note: 'ฝากไว้ที่ รปภ.' }
  expect((await copyOf(id)).address).toEqual(copied)
  await editAddress(db, shopper, address, { ...work, street: 'Elsewhere' })
  await removeAddress(db, shopper, address)
  expect((await copyOf(id)).address).toEqual(copied)
  expect(await idsOf(shopper.id)).toEqual([])
})

test('an order to an address without a note has the eight fields only', async () => {
  const { shopper, address } = await aShopperWithAddress(db)
  const { id } = await order(shopper.id, address)
  expect(Object.keys((await copyOf(id)).address as object)).toHaveLength(8)
})

test('a refused order doesn’t mark its address as used', async () => {
  const { shopper, address } = await aShopperWithAddress(db)
  const { id: gone } = await aProduct(db, { inStock: false })
  const request = { items: [{ product: gone, quantity: 1 }], address, paymentType: 'COD' as const, arrivedAt: 0 }
  await expect(
    placeOrder({ db, shop, readDurations: readDurationsNow }, shopper, { ...request, language: 'en' }),
  ).rejects.toThrow('product_unavailable')
  expect(await addressesOfShopper(db, shopper.id)).toMatchObject([{ lastUsedAt: null }])
})

test('only one address is the default, also when many are chosen at once', async () => {
  const shopper = await aShopper(db)
  const ids = await Promise.all(Array.from({ length: 12 }, () => anAddress(db, shopper.id)))
  await Promise.all(ids.map((id) => setDefaultAddress(db, shopper, id, true)))
  const defaults = (await addressesOfShopper(db, shopper.id)).filter(({ isDefault }) => isDefault)
  expect(defaults).toHaveLength(1)
})

test('refuses another shopper’s address and a deleted one, and changes nothing', async () => {
  const [mine, theirs] = [await aShopperWithAddress(db), await aShopperWithAddress(db)]
  await setDefaultAddress(db, mine.shopper, mine.address, true)
  const before = await addressesOfShopper(db, theirs.shopper.id)
  for (const id of [theirs.address, newId(), 'not-an-id', '']) {
    await expect(editAddress(db, mine.shopper, id, work)).rejects.toMatchObject({ code: 'address_unknown' })
    await expect(removeAddress(db, mine.shopper, id)).rejects.toMatchObject({ code: 'address_unknown' })
    for (const isDefault of [true, false])
      await expect(setDefaultAddress(db, mine.shopper, id, isDefault)).rejects.toMatchObject({
        code: 'address_unknown',
      })
  }
  expect(await addressesOfShopper(db, theirs.shopper.id)).toEqual(before)
  expect(await addressesOfShopper(db, mine.shopper.id)).toMatchObject([{ id: mine.address, isDefault: true }])
})

test('one of ten concurrent deletions of an address succeeds', async () => {
  const { shopper, address } = await aShopperWithAddress(db)
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => removeAddress(db, shopper, address)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
