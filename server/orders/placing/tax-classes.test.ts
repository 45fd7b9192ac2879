import { afterAll, expect, test } from 'vitest'
import { taxRules } from '../../../contract/settings/shop.ts'
import { ledgerErrors } from '../../../testing/database/ledger.ts'
import { anAddress, aProduct } from '../../../testing/makers/rows.ts'
import { person, verified } from '../../../testing/shop.ts'
import { formOf, potato, sellerShop } from '../../../testing/shops/seller-shop.ts'

const { shop, seller, add, edit, added, now } = await sellerShop({ shop: { tax: taxRules.thailand } })
afterAll(async () => {
  expect(await ledgerErrors(shop.db)).toEqual([])
  await shop.close()
})

const priced = (price: number) => ({ price, offerPrice: price })

test('a product has the tax class that its seller chose, and standard isn’t mentioned', async () => {
  const rice = await added(priced(107))
  const spinach = await added({ ...priced(25), taxClass: 'exempt' })
  const list = (await person(shop).get('/api/product/list')).json.products
  const shown = (id: string) => list.find((each) => each._id === id)
  expect(shown(spinach._id).taxClass).toBe('exempt')
  expect(shown(rice._id)).not.toHaveProperty('taxClass')
  expect((await added({ taxClass: 'standard' })).taxClass).toBeUndefined()
  expect((await added({ taxClass: null })).taxClass).toBeUndefined()
})

test('a category’s usual class is that of most of its products in the catalogue, of the newest when equal', async () => {
  const { db } = shop
  const of = (category: string, ...taxClasses: string[]) =>
    taxClasses.reduce<Promise<unknown>>(
      (before, taxClass) => before.then(() => aProduct(db, { category, taxClass })),
      Promise.resolve(),
    )
  await of('Fruits', 'exempt', 'exempt', 'standard')
  await of('Drinks', 'exempt', 'standard')
  await of('Bakery', 'standard', 'exempt')
  await aProduct(db, { category: 'Dairy', taxClass: 'exempt', archivedAt: new Date() })
  const { json } = await seller.get('/api/product/usual-tax-classes')
  const usual = json.usual.filter(({ category }) => category !== 'Vegetables')
  expect(usual).toEqual([
    { category: 'Fruits', taxClass: 'exempt' },
    { category: 'Drinks', taxClass: 'standard' },
    { category: 'Bakery', taxClass: 'exempt' },
  ])
})

test('an edit changes the tax class', async () => {
  const product = await added({ taxClass: 'exempt' })
  await edit({ ...formOf(product), taxClass: null })
  expect((await now(product._id)).taxClass).toBeUndefined()
})

test.each(['luxury', '', 'Exempt', '__proto__'])(
  'the class %j, which the shop doesn’t have, is refused',
  async (taxClass) => {
    const { status, json } = await add({ ...potato, taxClass })
    expect([status, json.code, Object.keys(json.fields)]).toEqual([200, 'invalid_form', ['taxClass']])
  },
)

test('an order’s tax is that within its taxed lines, and stays when the product gets another class', async () => {
  const rice = await added(priced(107))
  const spinach = await added({ ...priced(25.5), taxClass: 'exempt' })
  const shopper = await verified(shop)
  const items = [
    { product: rice._id, quantity: 2 },
    { product: spinach._id, quantity: 1 },
  ]
  const address = await anAddress(shop.db, shopper.user._id)
  const order = { address, items, expectedAmount: 239.5 }
  const { json } = await shopper.post('/api/order/cod', order)
  await edit({ ...formOf(rice), taxClass: 'exempt' })
  const placed = (await shopper.get(`/api/order/get?id=${json.orderId}`)).json.order
  expect(placed).toMatchObject({ subtotal: 239.5, tax: 14, amount: 239.5 })
  const row = await shop.db.selectFrom('shopOrder').selectAll().where('id', '=', json.orderId).executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    discountCents: 0,
    shippingCents: 0,
    taxes: [{ basisPoints: 700, base: 21_400, tax: 1400 }],
  })
  const lines = await shop.db
    .selectFrom('orderLine')
    .select(['productId', 'taxBasisPoints', 'discountCents'])
    .where('orderId', '=', json.orderId)
    .execute()
  expect(lines).toEqual(
    expect.arrayContaining([
      { productId: rice._id, taxBasisPoints: 700, discountCents: 0 },
      { productId: spinach._id, taxBasisPoints: 0, discountCents: 0 },
    ]),
  )
})

test('a product whose class was removed from the settings is sold at the standard rate', async () => {
  const product = await added(priced(107))
  await shop.db.updateTable('product').set({ taxClass: 'luxury' }).where('id', '=', product._id).execute()
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  await shopper.post('/api/order/cod', { address, items: [{ product: product._id, quantity: 1 }] })
  expect((await shopper.get('/api/order/user')).json.orders[0]).toMatchObject({ tax: 7, amount: 107 })
  expect((await seller.get(`/api/product/seller?id=${product._id}`)).json.products[0].taxClass).toBe('luxury')
})
