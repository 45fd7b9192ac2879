import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { aProduct } from '../../../testing/makers/rows.ts'
import { type Person, person, seller, type TestShop, testShop } from '../../../testing/shop.ts'
import { NotFoundCounter, notFoundSearches, tidyNotFound } from './not-found.ts'

let shop: TestShop
let owner: Person
beforeAll(async () => {
  shop = await testShop()
  owner = await seller(shop)
  await aProduct(shop.db, { name: 'Courgettes', nameTh: 'ซูกินี' })
})
afterAll(() => shop.close())

const add = async (from: string, to: string) => (await owner.post('/api/search/add-synonym', { from, to })).json
const list = async () => (await owner.get('/api/search/synonyms')).json.synonyms
const names = async (q: string) =>
  (await person(shop).get(`/api/product/list?q=${encodeURIComponent(q)}`)).json.products.map(
    ({ name }: { name: string }) => name,
  )

describe('synonyms of the owner', () => {
  test('are added, found by a search at once, listed and removed', async () => {
    expect(await names('green wands')).toEqual([])
    const { synonym, message } = await add(' green  wands ', 'courgettes')
    expect(synonym).toMatchObject({ from: 'green wands', to: 'courgettes' })
    expect(message).toBe('Synonym added')
    expect(await names('green wands')).toEqual(['Courgettes'])
    expect(await list()).toEqual([synonym])
    for (let time = 0; time < 2; time += 1)
      expect((await owner.post('/api/search/remove-synonym', { id: synonym._id })).json.success).toBe(true)
    expect(await names('green wands')).toEqual([])
    expect(await list()).toEqual([])
  })

  test('are refused if both sides are the same text to the search, or the pair is there, either way round', async () => {
    expect((await add('แตงกวา', 'เเตงกวา')).code).toBe('synonym_same')
    expect((await add('?!', 'rice')).code).toBe('malformed')
    expect((await add('one thing', 'another')).success).toBe(true)
    expect((await add('Another', 'one thing')).code).toBe('synonym_known')
  })
})

describe('searches that found nothing', () => {
  const count = async (...searches: string[]) => {
    const counter = new NotFoundCounter(shop.db, { warn: () => {} })
    for (const typed of searches) counter.count(typed)
    await counter.write()
  }
  const shown = async () => (await notFoundSearches(shop.db)).map(({ q, count: times }) => [q, times])

  test('are counted for each request, cached or not, and shown once they aren’t rare', async () => {
    const visitor = person(shop)
    for (let time = 0; time < 3; time += 1) await visitor.get('/api/product/list?q=Kombucha')
    await visitor.get('/api/product/list?q=courgettes')
    await visitor.get('/api/product/list?q=kombucha&category=Fruits')
    await expect
      .poll(async () => (await owner.get('/api/search/not-found')).json.searches, eventually)
      .toMatchObject([{ q: 'Kombucha', count: 3 }])
  })

  test('are not those that only a filter left empty: the shop has the goods', async () => {
    const visitor = person(shop)
    const filters = [
      'inStock=true',
      'inStock=false',
      'onOffer=true',
      'minPrice=9000',
      'maxPrice=0.01',
      'category=Fruits',
    ]
    for (const filter of filters)
      for (let time = 0; time < 3; time += 1) await visitor.get(`/api/product/list?q=loquats&${filter}`)
    // Counted after the others: once it is shown, they would be.
    for (let time = 0; time < 3; time += 1) await visitor.get('/api/product/list?q=tamarillo')
    await expect.poll(shown, eventually).toContainEqual(['tamarillo', 3])
    expect((await shown()).map(([q]) => q)).not.toContain('loquats')
    await owner.post('/api/search/dismiss', { q: 'tamarillo' })
  })

  test('hold nothing personal, and no beginnings of other searches', async () => {
    const typed = ['mali@shop.example', '081 234 5678', '0105500000003', 'secret once', 'dragon', 'dragon frui']
    await count(
      ...typed,
      ...typed,
      'dragon fruit',
      'dragon fruit',
      'dragon fruit',
      ...typed.slice(0, 3),
      'dragon',
      'dragon frui',
    )
    expect((await shown()).map(([q]) => q).sort()).toEqual(['Kombucha', 'dragon fruit'])
  })

  test('leave the list when they get a synonym or are dismissed', async () => {
    await add('dragon fruit', 'pitaya')
    await owner.post('/api/search/dismiss', { q: 'kombucha' })
    expect((await shown()).map(([q]) => q)).not.toContain('Kombucha')
    expect((await shown()).map(([q]) => q)).not.toContain('dragon fruit')
  })

  test('the number of stored searches that found nothing is bounded', async () => {
    const counter = new NotFoundCounter(shop.db, { warn: () => {} })
    for (let index = 0; index < 2000; index += 1) counter.count(`nothing ${index.toString(36)} of it`)
    await counter.write()
    const rows = await shop.db.selectFrom('searchNotFound').select('folded').execute()
    expect(rows.length).toBeLessThan(520)
    await tidyNotFound(shop.db)
  })

  test('so is their number within a day, and frequent ones stay', async () => {
    const counter = new NotFoundCounter(shop.db, { warn: () => {} })
    for (const _ of [1, 2, 3]) counter.count('mangosteen')
    for (let index = 0; index < 10_500; index += 1) {
      counter.count(`flood ${index.toString(36)} of it`)
      if (index % 480 === 0) await counter.write()
    }
    await counter.write()
    const rows = await shop.db.selectFrom('searchNotFound').select('folded').execute()
    expect(rows.length).toBeLessThan(6000)
    expect(rows.map(({ folded }) => folded)).toContain('mangosteen')
    await shop.db.deleteFrom('searchNotFound').where('folded', 'like', 'flood%').execute()
  })
})
