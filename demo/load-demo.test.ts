import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pictureSources } from '../contract/catalog/pictures.ts'
import { encodePicture } from '../server/media/encode-picture.ts'
import { diskStore } from '../server/media/store.ts'
import { offeredPromptPay } from '../server/settings/promptpay.ts'
import { testDatabase } from '../testing/database/database.ts'
import { bangkokCatalogue } from './bangkok/catalogue.ts'
import { bangkokShop } from './bangkok/shop.ts'
import { catalogue } from './catalogue.ts'
import { loadDemoCatalogue } from './load-demo.ts'

let folder: string
let shop: Awaited<ReturnType<typeof testDatabase>>

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'talad-demo-'))
  shop = await testDatabase()
})
afterEach(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

/** CPU seconds of this process, independent of what else the machine does. */
async function processorSeconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000_000
}

test('fills an empty shop once, with every picture in every size, and changes nothing after that', {
  timeout: 60_000,
}, async () => {
  const store = await diskStore(folder)
  const said: string[] = []
  const log = (line: string) => void said.push(line)
  const spent = await processorSeconds(() => loadDemoCatalogue({ db: shop.db, store, log }))

  const products = await shop.db.selectFrom('product').selectAll().orderBy('id').execute()
  expect(products.map((product) => product.name)).toEqual(catalogue.map((product) => product.name))
  expect(
    products
      .filter((product) => product.sellable)
      .slice(0, 5)
      .map((product) => product.name),
  ).toEqual(['Nam Dok Mai mango', 'Broccoli', 'Fresh milk', 'Butter croissants', 'Jasmine rice'])
  for (const [index, product] of products.entries()) {
    expect(product.pictures).toHaveLength(catalogue[index]?.pictures ?? 0)
    for (const url of product.pictures) {
      const { srcSetAvif, srcSetWebp, width } = pictureSources(url)
      expect(width).toBe(1024)
      const names = `${srcSetAvif}, ${srcSetWebp}`
        .split(', ')
        .map((source) => path.basename(source.split(' ')[0] ?? ''))
      expect(names).toHaveLength(8)
      for (const name of names) expect(await store.exists(name), name).toBe(true)
    }
  }
  const mango = await store.read(path.basename(products[0]?.pictures[0] ?? ''))
  expect(await sharp(mango).metadata()).toMatchObject({ format: 'webp', width: 1024, height: 1024 })

  // Pictures are copied, not encoded. CPU time, because seconds differ by machine.
  const mangoes = Array.from({ length: 5 }, () => mango as Buffer)
  const encoding =
    (await processorSeconds(() => Promise.all(mangoes.map((each) => encodePicture(each))))) / mangoes.length
  const pictures = products.flatMap((product) => product.pictures).length
  expect(spent / pictures).toBeLessThan(encoding / 2)

  const files = await readdir(folder)
  expect(said).toHaveLength(2)
  await loadDemoCatalogue({ db: shop.db, store, log })
  expect(said).toHaveLength(2)
  expect(await readdir(folder)).toEqual(files)
  expect(await shop.db.selectFrom('product').select('id').execute()).toHaveLength(catalogue.length)
})

test('fills an empty shop of the demo in Bangkok with its prices and tax classes, and records which demo it is', async () => {
  const store = await diskStore(folder)
  await loadDemoCatalogue({ db: shop.db, store, log: () => {}, demoShop: 'bangkok' })
  const columns = ['name', 'priceCents', 'offerPriceCents', 'taxClass'] as const
  const products = await shop.db.selectFrom('product').select(columns).orderBy('id').execute()
  expect(products).toEqual(
    bangkokCatalogue.map((product) => Object.fromEntries(columns.map((column) => [column, product[column]]))),
  )
  // Its offers are compared with prices that were asked for.
  const struck = await shop.db
    .selectFrom('product')
    .select(['name'])
    .where('struckUntil', 'is not', null)
    .orderBy('id')
    .execute()
  const offers = bangkokCatalogue.filter(({ priceCents, offerPriceCents }) => priceCents > offerPriceCents)
  expect(struck.map(({ name }) => name)).toEqual(offers.map(({ name }) => name))
  expect(await shop.db.selectFrom('demoShop').selectAll().execute()).toEqual([{ name: 'bangkok' }])
  expect(await offeredPromptPay(shop.db, bangkokShop)).toMatchObject({
    proxy: { kind: 'taxId' },
    receiver: 'Talad Bangkok (demo)',
  })
})
