import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bangkokPromptPay, bangkokShop } from '../../../demo/bangkok/shop.ts'
import { stepTo } from '../../../testing/makers/orders.ts'
import { anAddress, aProduct, aZone, stockOf } from '../../../testing/makers/rows.ts'
import { aTemplate } from '../../../testing/makers/windows.ts'
import { seller, type TestShop, testShop, verified } from '../../../testing/shop.ts'
import { createSeller } from '../../accounts/sellers/sellers.ts'
import { newId } from '../../common/ids.ts'
import { demoSellerName } from '../../domain/demo-seller-name.ts'
import { offeredPromptPay, savePromptPay } from '../../settings/promptpay.ts'
import { describeDemoData, leaveDemo, refuseDemoData, refuseOtherDemo, refuseProductionShop } from './demo-data.ts'
import { demoDataOf, demoProductsToLeave, setOpenInProduction } from './demo-queries.ts'

let shop: TestShop
let dataDir: string
beforeEach(async () => {
  shop = await testShop()
  dataDir = await mkdtemp(join(tmpdir(), 'talad-leave-demo-'))
  await mkdir(join(dataDir, 'mailbox'))
  await writeFile(join(dataDir, 'mailbox', 'code-1.json'), '{}')
  await writeFile(join(dataDir, 'demo-seller-password'), 'abcd')
})
afterEach(async () => {
  await shop.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Opens a shop in which the demo was tried: three of its products, its seller, and an order of one product. */
async function aTriedDemo() {
  const names = ['Fresh milk', 'Broccoli', 'Baguette']
  const products = await Promise.all(names.map((name) => aProduct(shop.db, { name })))
  await shop.db.updateTable('product').set({ demo: true }).execute()
  await aProduct(shop.db, { name: "The owner's own" })
  const password = 'kettle on the blue stove'
  await createSeller(shop.db, { email: 'seller@talad.example', password, name: demoSellerName })
  await createSeller(shop.db, { email: 'anna@shop.example', password, name: 'anna' })
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const items = [{ product: products[0]?.id, quantity: 1 }]
  const placed = await shopper.post('/api/order/cod', { items, address })
  expect(placed.json.success).toBe(true)
  return { products, shopper, address }
}

/**
 * Adds an order that was paid at the sandbox gateway, and one whose payment page is open, of a counted product of the
 * owner's.
 */
async function sandboxOrders({ shopper, address }: Awaited<ReturnType<typeof aTriedDemo>>) {
  const own = await aProduct(shop.db, { name: 'Counted', stock: 10 })
  const order = async (quantity: number) =>
    (await shopper.post('/api/order/stripe', { items: [{ product: own.id, quantity }], address })).json
  const paid = await order(2)
  await shop.app.inject({
    method: 'POST',
    url: new URL(paid.url).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'act=pay',
  })
  await shop.runJobs()
  await order(3)
  return { own, paid }
}

const products = () => shop.db.selectFrom('product').select(['name', 'archivedAt']).orderBy('name').execute()

describe('a shop in which the demo was tried', () => {
  test('doesn’t open in production, and says what to do', async () => {
    await aTriedDemo()
    const refused = await refuseDemoData(shop.db, dataDir).catch((error: Error) => error.message)
    expect(refused).toContain("3 of the demo's products, and the demo seller seller@talad.example")
    expect(refused).toContain('npm run leave-demo')
  })

  test('opens after leaving the demo; an ordered product is archived and its order stays', async () => {
    await aTriedDemo()
    expect(await leaveDemo(shop.db, { dataDir }, { shopping: false })).toEqual({ removed: 2, archived: 1 })
    await refuseDemoData(shop.db, dataDir)
    const left = await products()
    expect(left.map(({ name, archivedAt }) => [name, archivedAt !== null])).toEqual([
      ['Fresh milk', true],
      ["The owner's own", false],
    ])
    expect(await shop.db.selectFrom('shopOrder').select('number').execute()).toHaveLength(1)
    expect(await shop.db.selectFrom('seller').select('email').execute()).toEqual([{ email: 'anna@shop.example' }])
    for (const name of ['mailbox', 'demo-seller-password']) expect(existsSync(join(dataDir, name))).toBe(false)
  })

  test('doesn’t open with orders that were paid at the sandbox gateway, which are no real ones', async () => {
    const demo = await aTriedDemo()
    const { own } = await sandboxOrders(demo)
    expect(await demoDataOf(shop.db)).toMatchObject({ payments: 2 })
    await leaveDemo(shop.db, { dataDir }, { shopping: false })
    await refuseDemoData(shop.db, dataDir)
    expect(await shop.db.selectFrom('shopOrder').select('paymentType').execute()).toEqual([{ paymentType: 'COD' }])
    expect(await shop.db.selectFrom('sandboxSession').select('id').execute()).toEqual([])
    expect(await stockOf(shop.db, own.id)).toBe(10)
  })

  test.each([
    { restock: true, stock: 10 },
    { restock: false, stock: 9 },
  ])('returns no piece that was refunded, restocked: $restock', async ({ restock, stock }) => {
    const { own, paid } = await sandboxOrders(await aTriedDemo())
    const owner = await seller(shop)
    const lines = [{ product: own.id, quantity: 1 }]
    const refund = { id: paid.orderId, lines, restock, reason: 'damaged', seen: { reduction: 0 } }
    expect((await owner.post('/api/order/refund', refund)).json.success).toBe(true)
    await leaveDemo(shop.db, { dataDir }, { shopping: false })
    expect(await stockOf(shop.db, own.id)).toBe(stock)
  })

  test('returns the stock of all orders if these are removed, also of one that a rider has after it was cancelled', async () => {
    const { shopper, address } = await aTriedDemo()
    const owner = await seller(shop)
    const own = await aProduct(shop.db, { name: 'Counted', stock: 10 })
    const order = async (quantity: number) =>
      (await shopper.post('/api/order/cod', { items: [{ product: own.id, quantity }], address })).json.orderId
    await order(1)
    const onTheWay = await order(2)
    await stepTo(owner, onTheWay, 'Packing')
    const rider = await seller(shop, 'rider')
    await rider.post('/api/rider/take', { id: newId(), order: onTheWay })
    const cancel = { id: onTheWay, from: 'Out for delivery', status: 'Cancelled' }
    expect((await owner.post('/api/order/take-step', cancel)).json.success).toBe(true)
    expect(await stockOf(shop.db, own.id)).toBe(7)
    await leaveDemo(shop.db, { dataDir }, { shopping: true })
    expect(await stockOf(shop.db, own.id)).toBe(10)
  })

  test('leaves no session and no verified address, as everyone could read the demo’s mailbox', async () => {
    const { shopper } = await aTriedDemo()
    const owner = await seller(shop)
    await leaveDemo(shop.db, { dataDir }, { shopping: false })
    expect((await shopper.get('/api/user/is-auth')).json.success).toBe(false)
    expect((await owner.get('/api/seller/is-auth')).json.success).toBe(false)
    const { emailVerified } = await shop.db.selectFrom('shopper').select('emailVerified').executeTakeFirstOrThrow()
    expect(emailVerified).toBe(false)
  })

  test('is empty if orders and shoppers are removed too', async () => {
    await aTriedDemo()
    expect(await leaveDemo(shop.db, { dataDir }, { shopping: true })).toEqual({ removed: 3, archived: 0 })
    for (const table of [
      'shopOrder',
      'orderLine',
      'orderEvent',
      'shopper',
      'address',
      'shopperSession',
      'cart',
    ] as const)
      expect(await shop.db.selectFrom(table).selectAll().execute(), table).toEqual([])
    expect((await products()).map(({ name }) => name)).toEqual(["The owner's own"])
  })

  test('keeps a product that a seller has edited', async () => {
    const product = await aProduct(shop.db)
    await shop.db.updateTable('product').set({ demo: true }).execute()
    const { updateProduct } = await import('../../catalog/queries.ts')
    await shop.db.transaction().execute(async (tx) => {
      await updateProduct(tx, product.id, { name: 'Own milk', pictures: [] } as unknown as Parameters<
        typeof updateProduct
      >[2])
    })
    expect(await demoDataOf(shop.db)).toEqual({
      products: 0,
      sellers: [],
      payments: 0,
      shoppers: 0,
      promotions: 0,
      zones: 0,
      windows: 0,
      settings: 0,
    })
  })

  test('deletes the demo’s PromptPay account, also if a seller has saved it, but not the seller’s own', async () => {
    const proxy = { kind: 'mobile', number: '0812345678' } as const
    const account = { ...bangkokPromptPay, proxy, receiver: 'Baan Daeng' }
    const copied = { ...bangkokPromptPay, slipDays: 30 }
    await savePromptPay(shop.db, bangkokShop, bangkokPromptPay, { seen: 0, by: undefined })
    expect(describeDemoData(await demoDataOf(shop.db))).toEqual(["the demo's settings, such as its PromptPay account"])
    await leaveDemo(shop.db, { dataDir }, { shopping: false })
    expect(await offeredPromptPay(shop.db, bangkokShop)).toBeUndefined()
    await savePromptPay(shop.db, bangkokShop, copied, { seen: 0, by: 'seller@shop.example' })
    expect(describeDemoData(await demoDataOf(shop.db))).toEqual(["the demo's settings, such as its PromptPay account"])
    await leaveDemo(shop.db, { dataDir }, { shopping: false })
    expect(await offeredPromptPay(shop.db, bangkokShop)).toBeUndefined()
    await savePromptPay(shop.db, bangkokShop, account, { seen: 0, by: 'seller@shop.example' })
    await leaveDemo(shop.db, { dataDir }, { shopping: false })
    expect(await offeredPromptPay(shop.db, bangkokShop)).toMatchObject({ receiver: 'Baan Daeng' })
  })

  test('takes the demo’s tax ID out of settings that a seller has saved, and leaves another one', async () => {
    const saved = async (taxId: string) => {
      const value = {
        tax: bangkokShop.tax,
        issuer: { ...bangkokShop.issuer, taxId },
        documentsSince: '2026-01-01T00:00:00Z',
      }
      await shop.db.deleteFrom('setting').execute()
      await shop.db
        .insertInto('setting')
        .values({ topic: 'tax', value: JSON.stringify(value), version: 1, changedBy: 'anna@shop.example' })
        .execute()
      await leaveDemo(shop.db, { dataDir }, { shopping: false })
      return shop.db.selectFrom('setting').select(['value', 'version']).executeTakeFirst()
    }
    expect(await saved(bangkokShop.issuer?.taxId ?? '')).toEqual({ value: { tax: bangkokShop.tax }, version: 2 })
    expect(await saved('0105561000000')).toMatchObject({ value: { issuer: { taxId: '0105561000000' } }, version: 1 })
  })

  test('deletes the demo’s delivery times, and switches off a seller’s that only the demo’s zones had', async () => {
    await shop.db.deleteFrom('windowTemplate').execute()
    const zone = await aZone(shop.db)
    await aTemplate(shop.db)
    const own = await aTemplate(shop.db, { zoneIds: [zone.id] })
    await shop.db
      .updateTable('windowTemplate')
      .set({ changedBy: 'seller@shop.example' })
      .where('id', '=', own)
      .execute()
    expect(describeDemoData(await demoDataOf(shop.db))).toEqual([
      "1 of the demo's delivery zone",
      "1 of the demo's weekly delivery time",
    ])
    await leaveDemo(shop.db, { dataDir }, { shopping: false })
    const left = await shop.db.selectFrom('windowTemplate').select(['id', 'zoneIds', 'active']).execute()
    expect(left).toEqual([{ id: own, zoneIds: [], active: false }])
    expect(describeDemoData(await demoDataOf(shop.db))).toEqual([])
  })

  test('keeps products whose price or stock a seller has set, but not one that was only switched off', async () => {
    const [priced, counted, off] = await Promise.all([1, 2, 3].map(() => aProduct(shop.db, { offerPrice: 250 })))
    await shop.db.updateTable('product').set({ demo: true }).execute()
    const owner = await seller(shop)
    const now = async (id = '') => (await owner.get(`/api/product/seller?id=${id}`)).json.products[0]
    const { price, offerPrice } = await now(priced?.id)
    const prices = { id: priced?.id, price: 9, offerPrice: 9, seen: { price, offerPrice } }
    expect((await owner.post('/api/product/price', prices)).json.success).toBe(true)
    const { stock } = await now(counted?.id)
    const count = { id: counted?.id, stock: 7, seen: stock }
    expect((await owner.post('/api/product/count', count)).json.success).toBe(true)
    expect((await owner.post('/api/product/stock', { id: off?.id, inStock: false })).json.success).toBe(true)
    expect((await demoDataOf(shop.db)).products).toBe(1)
    expect(await leaveDemo(shop.db, { dataDir }, { shopping: false })).toEqual({ removed: 1, archived: 0 })
  })

  test('the announced number includes products that were archived by hand', async () => {
    const { products } = await aTriedDemo()
    const archived = { archivedAt: new Date() }
    await shop.db
      .updateTable('product')
      .set(archived)
      .where('id', '=', products[1]?.id ?? '')
      .execute()
    expect((await demoDataOf(shop.db)).products).toBe(2)
    expect(await demoProductsToLeave(shop.db, { shopping: false })).toBe(3)
    await shop.db
      .updateTable('product')
      .set(archived)
      .where('id', '=', products[0]?.id ?? '')
      .execute()
    expect(await demoProductsToLeave(shop.db, { shopping: false })).toBe(2)
    expect(await demoProductsToLeave(shop.db, { shopping: true })).toBe(3)
  })
})

test('demo mode doesn’t open a shop that was open in production, and says what to do', async () => {
  await refuseProductionShop(shop.db, dataDir)
  await setOpenInProduction(shop.db)
  await setOpenInProduction(shop.db)
  const refused = await refuseProductionShop(shop.db, dataDir).catch((error: Error) => error.message)
  expect(refused).toMatch(/^This shop has been open in production since \d{4}-\d\d-\d\d, and/)
  expect(refused).toContain(`another DATA_DIR (this one is ${dataDir})`)
})

describe('a demo', () => {
  const opened = (demoShop?: 'bangkok') =>
    refuseOtherDemo(shop.db, { demoShop, dataDir }).catch((error: Error) => error.message)

  test('opens an empty shop, and one that it filled', async () => {
    expect(await opened('bangkok')).toBeUndefined()
    expect(await opened()).toBeUndefined()
    await aProduct(shop.db)
    expect(await opened()).toBeUndefined()
    await shop.db.insertInto('demoShop').values({ name: 'bangkok' }).execute()
    expect(await opened('bangkok')).toBeUndefined()
  })

  test('doesn’t open a shop that another filled, and says what to do', async () => {
    await aProduct(shop.db)
    const refused = await opened('bangkok')
    expect(refused).toContain('This shop was filled without DEMO and is opened with DEMO=bangkok')
    expect(refused).toContain('npm start without DEMO')
    expect(refused).toContain(`another DATA_DIR (this one is ${dataDir})`)
    await shop.db.insertInto('demoShop').values({ name: 'bangkok' }).execute()
    expect(await opened()).toContain('DEMO=bangkok npm start')
    await leaveDemo(shop.db, { dataDir }, { shopping: false })
    expect(await opened()).toBeUndefined()
  })
})

describe('npm run leave-demo', { timeout: 60_000 }, () => {
  const program = fileURLToPath(new URL('../../../cli/leave-demo.ts', import.meta.url))
  function command(
    args: string[],
    input = '',
    settings: Record<string, string> = {},
  ): Promise<{ code: number | null; output: string; error: string }> {
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir, DATABASE_URL: shop.url, ...settings },
    })
    let [output, error] = ['', '']
    child.stdout.on('data', (part) => (output += part))
    child.stderr.on('data', (part) => (error += part))
    child.stdin.end(input)
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, output, error })))
  }

  test('asks first, names what it removes and what stays, and removes it', async () => {
    await aTriedDemo()
    const declined = await command([], 'yes\n')
    expect([declined.code, declined.error]).toEqual([1, 'Nothing was removed.\n'])
    expect(declined.output).toContain(
      "This removes for good: 3 of the demo's products, the demo seller seller@talad.example, 1 mail of the demo's mailbox.",
    )
    expect(declined.output).toMatch(/It keeps 1 order, the last of \d{4}-\d\d-\d\d, and 1 shopper:/)
    expect((await command([])).code).toBe(1)
    expect(await products()).toHaveLength(4)

    const left = await command([], 'leave demo\n')
    expect([left.code, left.error]).toEqual([0, ''])
    expect(left.output).toContain(
      "Archived 1 of the demo's products that were ordered. Removed: 2 of the demo's products, the demo seller seller@talad.example, 1 mail of the demo's mailbox.",
    )
    expect(left.output).toContain('Open the shop with NODE_ENV=production next')
    expect(await command(['--yes'])).toEqual({
      code: 0,
      output: 'There is nothing of the demo in this shop.\n',
      error: '',
    })
    expect((await command(['--all'])).code).toBe(2)
  })

  test('removes everything without asking if an option says so', async () => {
    await aTriedDemo()
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://shop.example',
      SMTP_URL: 'smtp://127.0.0.1:2525',
      MAIL_FROM: 'Shop <shop@shop.example>',
      SECRET: 'a secret of at least thirty-two characters',
    }
    const { code, output, error } = await command(['--yes', '--with-orders'], '', production)
    expect([code, error]).toEqual([0, ''])
    expect(output).toMatch(/\nRemoved: 3 of the demo's products, .*, every order \(1\) and every shopper \(1\)\.\n/)
    expect(output).not.toContain('NODE_ENV')
    expect(await shop.db.selectFrom('shopper').selectAll().execute()).toEqual([])
  })
})
