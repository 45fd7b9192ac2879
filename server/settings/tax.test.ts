import { afterAll, beforeAll, expect, test } from 'vitest'
import { bangkokShop } from '../../demo/bangkok/shop.ts'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import { seller as signedInSeller, verified } from '../../testing/shop.ts'
import { sellerShop } from '../../testing/shops/seller-shop.ts'

let open: Awaited<ReturnType<typeof sellerShop>>
beforeAll(async () => {
  open = await sellerShop({ shop: bangkokShop })
})
afterAll(() => open.shop.close())

const url = '/api/settings/tax'
const now = async () => (await open.seller.get(url)).json
// biome-ignore lint/suspicious/noExplicitAny: a reply, which the tests look into
type Tax = any
const inputOf = ({ mode, rounding, classes, issuer }: Tax) =>
  structuredClone({
    mode,
    rounding,
    classes: classes.map(({ products: _, ...each }: Tax) => each),
    issuer,
  })
const save = (tax: object, seen: number, by = open.seller) => by.post(url, { ...tax, seen })

/** Places a cash order of one piece for 107.00 and returns it as its shopper sees it. */
async function ordered(taxClass = 'standard') {
  const shopper = await verified(open.shop)
  const address = await anAddress(open.shop.db, shopper.user._id)
  const product = await aProduct(open.shop.db, { offerPrice: 10_700, taxClass })
  const items = [{ product: product.id, quantity: 1 }]
  const { json } = await shopper.post('/api/order/cod', { items, address })
  if (!json.success) throw new Error(json.message)
  return (await shopper.get('/api/order/user')).json.orders[0]
}

test('a shop without orders may set any rate; an order then has it', async () => {
  const first = await now()
  expect(first).toMatchObject({ version: 0, hasOrders: false, mode: 'included' })
  const input = inputOf(first)
  input.classes[0].rates = [{ from: '2020-01-01', basisPoints: 1000 }]
  expect((await save(input, 0)).json).toMatchObject({ success: true, version: 1 })
  // 10/110 of 107.00, a half satang up.
  expect(await ordered()).toMatchObject({ amount: 107, tax: 9.73 })
})

test('in a shop with orders a rate that has begun stays, a later one is added, and past orders keep theirs', async () => {
  const before = await now()
  expect(before.hasOrders).toBe(true)
  const changed = inputOf(before)
  changed.classes[0].rates = [{ from: '2020-01-01', basisPoints: 700 }]
  const refused = await save(changed, before.version)
  expect(refused.json).toMatchObject({ success: false, code: 'invalid_form' })
  expect(Object.keys(refused.json.fields)).toEqual(['classes.0.rates.0.basisPoints'])
  const today = inputOf(before)
  today.classes[0].rates.push({ from: before.today, basisPoints: 700 })
  expect(Object.keys((await save(today, before.version)).json.fields)).toEqual(['classes.0.rates.1.from'])
  expect(await now()).toEqual(before)

  const later = inputOf(before)
  later.classes[0].rates.push({ from: before.firstDay, basisPoints: 700 })
  expect((await save(later, before.version)).json.success).toBe(true)
  expect((await ordered()).tax).toBe(9.73)
})

test('a shop may switch to tax on top: the next order pays it, and earlier orders keep what they cost', async () => {
  const earlier = await ordered()
  const before = await now()
  expect(
    (await save({ ...inputOf(before), mode: 'added', rounding: 'down', issuer: null }, before.version)).json.success,
  ).toBe(true)
  expect(await ordered()).toMatchObject({ amount: 117.7, tax: 10.7 })
  const { orders } = (await open.seller.get('/api/order/seller')).json
  expect(orders.find(({ _id }) => _id === earlier._id)).toMatchObject({ amount: 107, tax: 9.73 })
  const after = await now()
  expect((await save(inputOf({ ...after, mode: 'included', rounding: 'half up' }), after.version)).json.success).toBe(
    true,
  )
})

test('a shop that is registered for VAT includes it in its prices, and has a valid tax ID', async () => {
  const before = await now()
  const issuer = { taxId: '0-1055-00000-00-3', branch: '', vatRegistered: true }
  const fieldsOf = async (change: object) =>
    Object.keys((await save({ ...inputOf(before), ...change }, before.version)).json.fields ?? {})
  expect(await fieldsOf({ issuer, mode: 'added' })).toEqual(['mode'])
  expect(await fieldsOf({ issuer: { ...issuer, taxId: '0105500000004', branch: '12' } })).toEqual([
    'issuer.taxId',
    'issuer.branch',
  ])
  expect(await now()).toEqual(before)
  const { json } = await save({ ...inputOf(before), issuer }, before.version)
  expect(json.issuer).toEqual({ taxId: '0105500000003', branch: '00000', vatRegistered: true })
  const without = await save({ ...inputOf(before), issuer: null }, json.version)
  expect(without.json.issuer).toBeNull()
})

test('a shop that isn’t registered for VAT charges none from then on, and its rates again once it is', async () => {
  const before = await now()
  const input = inputOf(before)
  const issuer = { taxId: '0105500000003', branch: '00000', vatRegistered: false }
  const included = { ...input, mode: 'included', rounding: 'half up' }
  expect((await save({ ...included, issuer }, before.version)).json.success).toBe(true)
  expect(await ordered()).toMatchObject({ amount: 107, tax: 0 })
  expect((await now()).classes).toEqual(before.classes.map((each: Tax) => ({ ...each, products: expect.anything() })))
  const { version } = await now()
  expect((await save({ ...included, issuer: { ...issuer, vatRegistered: true } }, version)).json.success).toBe(true)
  // 10/110 of 107.00, as the first test has set.
  expect(await ordered()).toMatchObject({ amount: 107, tax: 9.73 })
})

test('a class that products have stays, also if all are in the archive; the standard class always does', async () => {
  const exempt = async () => (await now()).classes.find(({ id }) => id === 'exempt').products
  const earlier = await exempt()
  const product = await open.added({ taxClass: 'exempt' })
  await open.seller.post('/api/product/archive', { id: product._id, archived: true })
  expect(await exempt()).toBe(earlier + 1)
  const before = await now()
  const input = inputOf(before)
  const without = (id: string) => ({
    ...input,
    classes: input.classes.filter((each: { id: string }) => each.id !== id),
  })
  expect((await save(without('exempt'), before.version)).json.code).toBe('tax_class_in_use')
  expect(Object.keys((await save(without('standard'), before.version)).json.fields)).toEqual(['classes'])
  expect(await now()).toEqual(before)
})

test('a new class is offered to products at once', async () => {
  const before = await now()
  const fresh = { name: 'Reduced', nameTh: 'อัตราลด', rates: [{ from: '0001-01-01', basisPoints: 300 }] }
  const input = inputOf(before)
  const { json } = await save({ ...input, classes: [...input.classes, fresh] }, before.version)
  const { id } = json.classes.at(-1)
  expect(id).toBe('reduced')
  expect((await open.added({ taxClass: id })).taxClass).toBe(id)
})

test('of two owners at the same instant one is refused', async () => {
  const other = await signedInSeller(open.shop)
  const before = await now()
  const replies = await Promise.all([
    save({ ...inputOf(before), rounding: 'down' }, before.version),
    save(inputOf(before), before.version, other),
  ])
  expect(replies.map(({ json }) => json.code ?? 'saved').sort()).toEqual(['saved', 'setting_changed'])
})
