import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { OwnersCategory } from '../../contract/entities/settings.ts'
import { shop as shopConfig } from '../../shop.config.ts'
import { eventually } from '../../testing/eventually.ts'
import { aPicture, encoded } from '../../testing/makers/product-form.ts'
import { person, seller as signedInSeller } from '../../testing/shop.ts'
import { potato, sellerShop } from '../../testing/shops/seller-shop.ts'
import { makeApp } from '../app.ts'
import { inTransaction } from '../database/database.ts'
import { diskStore } from '../media/store.ts'
import { liveShop } from './live-shop.ts'
import { lockChoices } from './queries.ts'

type SavedCategories = { categories: OwnersCategory[]; version: number; changedBy: string | null }

let open: Awaited<ReturnType<typeof sellerShop>>
beforeAll(async () => {
  open = await sellerShop()
})
afterAll(() => open.shop.close())

const url = '/api/settings/categories'
const now = async (): Promise<SavedCategories> => (await open.seller.get(url)).json
const inputs = (categories: OwnersCategory[]) =>
  categories.map(({ path, name, nameTh, picture }) => ({ path, name, nameTh, picture }))
const save = (categories: object[], seen: number, by = open.seller) => by.post(url, { categories, seen })
const aNew = (name: string) => ({ name, nameTh: `${name} ไทย`, picture: null })
const paths = ({ categories }: SavedCategories) => categories.map(({ path }) => path)

/** Adds a category and returns its path. */
async function added(name: string): Promise<string> {
  const { categories, version } = await now()
  const { json } = await save([...inputs(categories), aNew(name)], version)
  if (!json.success) throw new Error(json.message)
  return json.categories.at(-1).path
}

test('a shop has the categories of shop.config.ts until they are saved', async () => {
  const first = await now()
  expect(first).toMatchObject({ version: 0, changedBy: null })
  expect(first.categories.map(({ path, name, nameTh }) => ({ path, name, nameTh }))).toEqual(
    shopConfig.categories.map(({ path, name, nameTh }) => ({ path, name, nameTh })),
  )
})

test('a new category is for sale at once: products are added to it and listed by it', async () => {
  const path = await added('Fish & Sea')
  expect(path).toBe('Fish-Sea')
  const product = await open.added({ category: 'fish-sea' })
  expect(product.category).toBe('Fish-Sea')
  const { json } = await open.shop.app
    .inject(`/api/product/list?category=FISH-SEA`)
    .then((reply) => ({ json: reply.json() }))
  expect(json.products.map(({ _id }: { _id: string }) => _id)).toEqual([product._id])
})

test('a renamed category keeps its path, its products and its position; the Thai search knows the new name', async () => {
  const { categories, version } = await now()
  const next = inputs(categories).map((each) =>
    each.path === 'Fruits' ? { ...each, name: 'Orchard', nameTh: 'สวนผลไม้' } : each,
  )
  const { json } = await save(next, version)
  expect(json.categories.find(({ path }: OwnersCategory) => path === 'Fruits')).toMatchObject({
    name: 'Orchard',
    nameTh: 'สวนผลไม้',
  })
  expect(paths(json)).toEqual(categories.map(({ path }) => path))
  const { category } = await open.added({ category: 'Fruits', name: 'Mango' })
  expect(category).toBe('Fruits')
  const suggested = (await open.shop.app.inject('/api/product/suggest?q=orchard')).json()
  expect(suggested.categories).toEqual(['Fruits'])
})

test('categories are kept in the order in which they were saved', async () => {
  const { categories, version } = await now()
  const turned = inputs(categories).reverse()
  await save(turned, version)
  expect(paths(await now())).toEqual(turned.map(({ path }) => path))
})

test('the change is recorded with who and when, and in the list of changes', async () => {
  const path = await added('Recorded')
  const saved = await now()
  expect(saved.changedBy).toMatch(/@seller\.example$/)
  const { entries } = (await open.seller.get('/api/staff/audit?kind=settings')).json
  expect(entries[0]).toMatchObject({ by: saved.changedBy, subject: 'categories' })
  expect(JSON.stringify(entries[0].after)).toContain(path)
})

test('of two owners at the same instant one is refused, and nothing is lost', async () => {
  const other = await signedInSeller(open.shop)
  const { categories, version } = await now()
  const replies = await Promise.all([
    save([...inputs(categories), aNew('Mine')], version),
    save([...inputs(categories), aNew('Theirs')], version, other),
  ])
  expect(replies.map(({ json }) => json.code ?? 'saved').sort()).toEqual(['saved', 'setting_changed'])
  const after = await now()
  expect(after.version).toBe(version + 1)
  expect(after.categories).toHaveLength(categories.length + 1)
})

test('refuses an empty name, one that another has in any case, and an unknown or repeated path, each at its field', async () => {
  const before = await now()
  const all = inputs(before.categories)
  const [first, second] = all
  const last = all.length
  const refusals = [
    [[...all, { ...aNew('x'), name: ' ' }], `categories.${last}.name`],
    [[...all, { ...aNew('x'), nameTh: '' }], `categories.${last}.nameTh`],
    [[...all, { ...aNew('x'), name: String(first?.name).toUpperCase() }], `categories.${last}.name`],
    [[...all, { ...aNew('Other'), nameTh: first?.nameTh }], `categories.${last}.nameTh`],
    [[...all, { ...aNew('x'), name: 'x'.repeat(41) }], `categories.${last}.name`],
    [[...all, { ...aNew('Other'), path: 'nowhere' }], `categories.${last}.path`],
    [[...all, { ...aNew('Other'), path: second?.path }], `categories.${last}.path`],
    [[...all, { ...aNew('Other'), picture: '/pictures/../secret' }], `categories.${last}.picture`],
    [[...all, { ...aNew('Other'), picture: `/pictures/${'0'.repeat(32)}-8x6.webp` }], `categories.${last}.picture`],
    [Array.from({ length: 41 }, (_, index) => aNew(`Number ${index}`)), 'categories'],
  ] as const
  for (const [categories, field] of refusals) {
    const { json } = await save([...categories], before.version)
    expect([json.success, json.code, Object.keys(json.fields ?? {})], field).toEqual([false, 'invalid_form', [field]])
  }
  expect((await save([], before.version)).json.success).toBe(false)
  expect(await now()).toEqual(before)
})

test('refuses to remove a category with products, and says how many; also when all are in the archive', async () => {
  const path = await added('Kept')
  const products = [await open.added({ category: path }), await open.added({ category: path })]
  for (const { _id } of products.slice(0, 1))
    await open.seller.post('/api/product/archive', { id: _id, archived: true })
  const without = async () => {
    const { categories, version } = await now()
    return save(
      inputs(categories).filter((each) => each.path !== path),
      version,
    )
  }
  const refused = await without()
  expect(refused.json).toMatchObject({ success: false, code: 'category_in_use' })
  expect(refused.json.message).toMatch(/^Products in this category: 2, in the archive 1 of them\./)
  expect(paths(await now())).toContain(path)

  await open.shop.db.updateTable('product').set({ category: 'Fruits' }).where('category', '=', path).execute()
  expect((await without()).json.success).toBe(true)
  expect(paths(await now())).not.toContain(path)
  expect((await open.add({ ...potato, category: path })).json).toMatchObject({ success: false, code: 'invalid_form' })
})

test('refuses to remove a category that a promotion is about', async () => {
  const path = await added('Promoted')
  const { json } = await open.seller.post('/api/promotion/save', {
    id: '0190aaaa-0000-7000-8000-000000000001',
    seen: 0,
    name: 'Promoted week',
    code: null,
    nameTh: 'สัปดาห์โปรโมชัน',
    terms: { kind: 'percent', basisPoints: 1000, categories: [path] },
    minimum: null,
    firstOrder: false,
    startsAt: null,
    endsAt: null,
    maxUses: null,
    maxUsesOfShopper: null,
    enabled: true,
  })
  if (!json.success) throw new Error(JSON.stringify(json))
  const { categories, version } = await now()
  const refused = await save(
    inputs(categories).filter((each) => each.path !== path),
    version,
  )
  expect(refused.json).toMatchObject({ code: 'category_promoted' })
  expect(refused.json.message).toContain('Promoted week')
})

test('a category is never removed while a product is being added to it', async () => {
  const path = await added('Contested')
  const { categories, version } = await now()
  let removal: ReturnType<typeof save> | undefined
  await inTransaction(open.shop.db, async (tx) => {
    await lockChoices(tx, 'shared')
    removal = save(
      inputs(categories).filter((each) => each.path !== path),
      version,
    )
    await vi.waitFor(async () => {
      const { rows } = await open.shop.pool.query(
        "select from pg_locks where locktype = 'advisory' and not granted and mode = 'ExclusiveLock'",
      )
      expect(rows).toHaveLength(1)
    }, eventually)
    await tx
      .insertInto('product')
      .values({
        id: '0190aaaa-0000-7000-8000-000000000002',
        name: 'Contested',
        description: [],
        category: path,
        priceCents: 100,
        offerPriceCents: 100,
        pictures: [],
      })
      .execute()
  })
  expect((await removal)?.json.code).toBe('category_in_use')
})

test('another process has the new categories once notified, and adds no product to a removed one', async () => {
  const { shop } = open
  const config = { publicUrl: shop.publicUrl, port: 3000, production: false, demo: true, limits: false }
  const live = liveShop(shop.db, shopConfig)
  const store = await diskStore(shop.pictures)
  const there = await makeApp({
    config: { ...config, allowedOrigins: [], trustProxy: [], dataDir: shop.slips },
    live,
    db: shop.db,
    store,
    slips: store,
    photos: store,
    secret: shop.secret,
    logger: false,
  })
  try {
    // It has read the values saved before it opened, and isn't notified of later ones.
    await there.ready()
    await vi.waitFor(
      () => expect(live.shop.categories.length).toBeGreaterThan(shopConfig.categories.length),
      eventually,
    )
    const path = await added('Elsewhere')
    await live.refresh()
    expect(live.shop.categories.some((each) => each.path === path)).toBe(true)
    const { categories, version } = await now()
    const gone = inputs(categories).filter((each) => each.path !== path)
    expect((await save(gone, version)).json.success).toBe(true)

    const owner = person({ ...shop, app: there })
    for (const [name, value] of open.seller.jar) owner.jar.set(name, value)
    const { json } = await open.add({ ...potato, category: path }, [], owner)
    expect(json).toMatchObject({ success: false, code: 'invalid_form' })
    expect(Object.keys(json.fields)).toEqual(['category'])
  } finally {
    await there.close()
  }
})

test('a picture is stored, shown by its category, and a wrong file is refused at its field', async () => {
  const send = async (file?: { name: string; bytes: Buffer }) => {
    const form = new FormData()
    if (file) form.append('image', new File([new Uint8Array(file.bytes)], file.name))
    const { body, headers } = await encoded(form)
    return (await open.seller.post('/api/settings/picture', body, headers)).json
  }
  const { picture } = await send(await aPicture('#00ff00'))
  expect((await open.shop.app.inject(picture)).statusCode).toBe(200)
  const { categories, version } = await now()
  const next = inputs(categories).map((each, index) => (index === 0 ? { ...each, picture } : each))
  expect((await save(next, version)).json.categories[0]).toMatchObject({ picture })

  expect(Object.keys((await send()).fields)).toEqual(['image'])
  const wrong = await send({ name: 'evil.svg', bytes: Buffer.from('<svg onload="x"/>') })
  expect([wrong.code, Object.keys(wrong.fields)]).toEqual(['invalid_form', ['image']])
})
