import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bangkokShop } from '../../../demo/bangkok/shop.ts'
import { shop } from '../../../shop.config.ts'
import { testDatabase } from '../../../testing/database/database.ts'
import { aProduct } from '../../../testing/makers/rows.ts'
import { setArchived } from '../../catalog/queries.ts'
import { newId } from '../../common/ids.ts'
import { searchText } from '../../common/normalise-text.ts'
import { tidyWords } from '../index/index-products.ts'
import { addSynonym } from '../synonyms/synonyms.ts'
import { ProductSearch } from './product-search.ts'

const { db, url, close } = await testDatabase()
afterAll(close)
const newSearch = () => new ProductSearch({ db, shop, log: { warn: () => {} } })
const search = newSearch()

const names = [
  ['Apple juice', 'น้ำแอปเปิล', 'Drinks'],
  ['Gala apples', 'แอปเปิลกาลา', 'Fruits'],
  ['Phu Lae pineapple', 'สับปะรดภูแล', 'Fruits'],
  ['Fresh milk', 'นมสดพาสเจอร์ไรส์', 'Dairy'],
  ['Thai milk tea with pearls', 'ชานมไทยไข่มุก', 'Drinks'],
  ['Hen’s eggs, size 2', 'ไข่ไก่ เบอร์ 2', 'Dairy'],
  ['Jasmine rice', 'ข้าวหอมมะลิ', 'Grains'],
  ['Courgettes', 'ซูกินี', 'Vegetables'],
  ['Broccoli', 'บรอกโคลี', 'Vegetables'],
  ['Cola with ice', 'โคล่าใส่น้ำแข็ง', 'Drinks'],
  ['Watermelon, quarter', 'แตงโม ผ่าซีก', 'Fruits'],
  ['Drinking water', 'น้ำดื่ม', 'Drinks'],
  ['Green kiwifruit', 'กีวีเขียว', 'Fruits'],
  ['Sweet corn', 'ข้าวโพดหวาน', 'Vegetables'],
  ['Tropical fruit punch', 'น้ำพันช์ผลไม้รวม', 'Drinks'],
] as const
const byId = new Map<string, string>()
beforeAll(async () => {
  for (const [name, nameTh, category] of names) byId.set((await aProduct(db, { name, nameTh, category })).id, name)
})

const found = async (
  typed: string,
  ...options: Parameters<ProductSearch['find']> extends [string, ...infer Rest] ? Partial<Rest> : never
) => {
  const { hits } = await search.find(typed, options[0] ?? {}, options[1])
  const rows = await db
    .selectFrom('product')
    .select(['id', 'name'])
    .where('id', 'in', [...hits.map(({ id }) => id), newId()])
    .execute()
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]))
  return hits.map(({ id }) => nameOf.get(id))
}
const firstReason = async (typed: string) => (await search.find(typed, {})).hits[0]?.because
const inventWord = () => `zq${newId().replaceAll('-', '').slice(-12)}x`

describe('one ranked list', () => {
  test('has the product that is called so first, then those with all words, then beginnings', async () => {
    expect((await found('apple')).slice(0, 2)).toEqual(['Gala apples', 'Apple juice'])
    expect((await found('APPLE  juice'))[0]).toBe('Apple juice')
    expect(await found('juice apple')).toEqual(['Apple juice'])
    expect(await found('water')).toEqual(['Drinking water', 'Watermelon, quarter'])
  })

  test('doesn’t take the middle of a word for its beginning, nor an egg for a pearl', async () => {
    expect(await found('col')).toEqual(['Cola with ice'])
    for (const typed of ['ไข่', 'ไข่ 1 โหล', 'ไข่ 2 แผง']) expect(await found(typed)).toEqual(['Hen’s eggs, size 2'])
    expect((await found('ไข่มุ'))[0]).toBe('Thai milk tea with pearls')
    expect(await found('ข้าว')).not.toContain('Sweet corn')
    expect((await found('ข้าวโ'))[0]).toBe('Sweet corn')
    // Also where a category is called after them, before its other products.
    const ofBangkok = new ProductSearch({ db, shop: bangkokShop, log: { warn: () => {} } })
    for (const typed of ['ไข่', 'ไข่ 10 ฟอง', 'eggs'])
      expect(byId.get((await ofBangkok.find(typed, {})).hits[0]?.id ?? ''), typed).toBe('Hen’s eggs, size 2')
    expect(await found('ฝรั่ง')).toEqual([])
  })

  test('a search shows sold-out products after those in stock', async () => {
    const word = inventWord()
    await aProduct(db, { name: `${word} soap`, stock: 0 })
    await aProduct(db, { name: `${word} soap, large` })
    await aProduct(db, { name: `${word} soap, large`, inStock: false })
    const { hits } = await search.find(word, {})
    const rows = await db.selectFrom('product').select(['id', 'sellable']).execute()
    expect(hits.map(({ id }) => rows.find((row) => row.id === id)?.sellable)).toEqual([true, false, false])
  })

  test('has the pack that was asked for before the product that is called so', async () => {
    await aProduct(db, { name: 'Milk soap', nameTh: 'สบู่นม' })
    await aProduct(db, { name: 'Milk soap, pack of 3', nameTh: 'สบู่นม แพ็ก 3 ก้อน' })
    expect((await found('สบู่นม'))[0]).toBe('Milk soap')
    expect((await found('สบู่นม 3 ก้อน'))[0]).toBe('Milk soap, pack of 3')
  })

  test('finds what a beginning of a word is with one wrong letter as well, behind what begins so', async () => {
    const { id } = await aProduct(db, { name: 'Strawberry milk', nameTh: 'นมสตรอว์เบอร์รี' })
    await search.find('นม', {})
    const { hits } = await search.find('นมสต', {})
    const fresh = names.find(([name]) => name === 'Fresh milk')
    expect(hits.map((hit) => byId.get(hit.id) ?? hit.id)).toEqual([id, fresh?.[0]])
    expect(hits.map(({ because }) => because)).toEqual([[], [{ kind: 'corrected', from: 'นมสต', to: 'นมสด' }]])
    expect((await search.suggest('นมสต', 5)).hits.map((hit) => byId.get(hit.id))).toContain('Fresh milk')
    await db.deleteFrom('product').where('id', '=', id).execute()
  })

  test('finds products of a brand before those of its kind', async () => {
    const { id } = await aProduct(db, { name: 'Perrier, 6 bottles' })
    expect(await found('perrier')).toEqual(['Perrier, 6 bottles', 'Drinking water'])
    await db.deleteFrom('product').where('id', '=', id).execute()
  })

  test('says that sugar snap peas are no sugar, and has sugar before them', async () => {
    await aProduct(db, { name: 'Sugar snap peas' })
    expect(await found('sug')).toEqual(['Sugar snap peas'])
    // Not for พีหา either, as its keys type in the other layout: a known word is what was meant.
    expect(await found('rusk')).toEqual([])
    for (const [from, to] of [
      ['sugar', 'sugar snap pea'],
      ['น้ำตาล', 'ถั่วลันเตาหวาน'],
      ['nam tan', 'sugar snap pea'],
    ])
      expect(await search.find(from as string, {}), from).toMatchObject({
        hits: [{}],
        understood: [{ kind: 'synonym', from, to }],
      })
    await aProduct(db, { name: 'Cane sugar' })
    expect(await found('sugar')).toEqual(['Cane sugar', 'Sugar snap peas'])
    expect((await search.find('sugar', {})).understood).toEqual([])
    expect(await firstReason('sugar snap peas')).toEqual([])
  })
})

describe('a text that is misspelt or not typed to its end', () => {
  test.each([
    ['brocol', 'Broccoli', 'broccoli'],
    ['kivifr', 'Green kiwifruit', 'kiwifruit'],
    ['watremel', 'Watermelon, quarter', 'watermelon'],
    ['บล็อกโค', 'Broccoli', 'บรอกโคลี'],
    ['แอบเป', 'Gala apples', 'แอปเปิล'],
  ])('suggests what %s will be, although it is misspelt and not typed to its end', async (typed, name, word) => {
    const suggested = await search.suggest(typed, 5)
    expect(suggested.hits.map(({ id }) => byId.get(id))).toContain(name)
    expect(suggested.words).toContainEqual({ q: word, kind: 'corrected' })
  })

  test('finds a part of an unknown word where nothing else matches', async () => {
    expect(await found('rocco')).toEqual(['Broccoli'])
  })

  test('takes a Thai word with one error, or that isn’t typed to its end, as one', async () => {
    // เก้า is nine, and หวาน says little.
    expect((await found('ข้าวโพดหว'))[0]).toBe('Sweet corn')
    await aProduct(db, { name: 'Chestnuts', nameTh: 'เกาลัด' })
    for (const typed of ['เกาล', 'เกาลัค']) expect((await found(typed))[0]).toBe('Chestnuts')
  })

  test.each([
    ['กุ้งชุบเกล็ดขนมปัง', ['กุ้งชุบ', 'กุ้งชุบเกล็ด']],
    ['มะม่วงน้ำดอกไม้', ['มะม่วงน้ำ']],
  ])('finds %s by the words with which its name begins', async (nameTh, typed) => {
    const { id } = await aProduct(db, { name: 'Begun', nameTh })
    for (const beginning of typed) expect(await found(beginning), beginning).toContain('Begun')
    await db.deleteFrom('product').where('id', '=', id).execute()
  })

  test('takes three letters with which a known word begins for no other word', async () => {
    const { id } = await aProduct(db, { name: 'Ice cream cone', nameTh: 'ไอศกรีมโคน' })
    expect(await found('โคน')).toEqual(['Ice cream cone'])
    expect(await found('โดน')).toEqual([])
    await db.deleteFrom('product').where('id', '=', id).execute()
  })

  test('takes the beginning of a known word for that word, not for another that is misspelt', async () => {
    const { hits } = await search.find('เครื่อง', {})
    expect(hits.flatMap(({ because }) => because).map(({ kind }) => kind)).not.toContain('corrected')
    expect((await found('เครื่อง')).sort()).toEqual(
      names.flatMap(([name, , category]) => (category === 'Drinks' ? [name] : [])).sort(),
    )
    expect(await found('zucch')).toEqual(['Courgettes'])
    expect(await found('toothp')).toEqual([])
  })

  test('knows a lunch box from brown rice, which differ in a tone mark only', async () => {
    await aProduct(db, { name: 'Prawn bento', nameTh: 'เบนโตะกุ้ง' })
    await aProduct(db, { name: 'Brown rice', nameTh: 'ข้าวกล้อง' })
    await aProduct(db, { name: 'Chicken lunch box', nameTh: 'ข้าวกล่องไก่' })
    expect(await found('ข้าวกล่อง')).toEqual(['Chicken lunch box', 'Prawn bento'])
    expect(await found('ข้าวกลอง')).toEqual(['Brown rice'])
    expect(await found('ข้าวกล้อง')).toEqual(['Brown rice'])
  })
})

describe('everyday words, phrases and brands', () => {
  test.each(['น้ำอัดลม', 'น้ำซ่า', 'soda', 'fizzy drinks', 'soft drink'])('finds no fruit punch by %s', async (typed) => {
    expect(await found(typed)).toEqual(['Cola with ice'])
  })

  test('has a known phrase of a description only if it is there in one piece', async () => {
    const describe = async (name: string, description: string[], descriptionTh: string[]) => {
      const { id } = await aProduct(db, { name })
      await db.updateTable('product').set({ description, descriptionTh }).where('id', '=', id).execute()
    }
    await describe('Paper napkin', ['Two layers', 'For a cake'], ['ห่อหมู', 'กรอบ'])
    for (const typed of ['หมูกรอบ', 'layer cake']) expect(await found(typed), typed).toEqual([])
    await describe('Cardboard box', ['Fits one layer cake'], ['ใส่หมูกรอบได้'])
    for (const typed of ['หมูกรอบ', 'layer cakes']) expect(await found(typed), typed).toEqual(['Cardboard box'])
    expect((await found('cake layers napkin')).sort()).toEqual(['Paper napkin'])
  })

  test.each(['fruits and vegetables', 'fruit & veg', 'ผักและผลไม้', 'produce'])(
    'has two categories for %s',
    async (typed) => {
      const names = await found(typed)
      expect(names).toContain('Gala apples')
      expect(names).toContain('Broccoli')
      expect(names).not.toContain('Fresh milk')
    },
  )

  test('finds a category by its name and by everyday names', async () => {
    for (const typed of ['vegetables', 'veggies', 'ผัก', 'organic veggies']) {
      expect((await search.find(typed, {})).categories, typed).toEqual(['Vegetables'])
      expect((await found(typed)).slice(0, 2).sort(), typed).toEqual(['Broccoli', 'Courgettes'])
    }
  })

  test.each([
    ['pepsi max', 'Cola with ice'],
    ['โค้ก zero', 'Cola with ice'],
    ['do you have eggs', 'Hen’s eggs, size 2'],
    ['sweet pineapple', 'Phu Lae pineapple'],
    ['นมสด 1 แกลลอน', 'Fresh milk'],
  ])('reads over words that say little: %s', async (typed, name) => {
    expect((await found(typed))[0]).toBe(name)
  })

  test.each([
    ['ลูกแอปเปิล', 'Gala apples'],
    ['ไข่ 1 แผง', 'Hen’s eggs, size 2'],
    ['ข้าว 5 โล', 'Jasmine rice'],
    ['แอปเปิลสุก', 'Gala apples'],
    ['น้ำดื่มร้อน', 'Drinking water'],
  ])('finds the product also by %s', async (typed, name) => {
    expect((await found(typed))[0]).toBe(name)
    expect(await firstReason(typed)).toEqual([])
  })

  test('has products of a brand that the shop doesn’t have without a word', async () => {
    expect(await found('zespri kiwifruit')).toEqual(['Green kiwifruit'])
    expect(await firstReason('zespri kiwifruit')).toEqual([])
  })

  test.each([
    ['drinks fizzy', 'synonym', 'drinks fizzy'],
    ['soft cold drinks', 'synonym', 'soft cold drinks'],
    ['nam at lom', 'romanised', 'nam at lom'],
    ['nam atlom', 'romanised', 'nam atlom'],
  ])('knows the phrase in %s', async (typed, kind, from) => {
    expect(await found(typed)).toEqual(['Cola with ice'])
    expect(await firstReason(typed)).toMatchObject([{ kind, from }])
  })

  test('has a phrase without the known word beside it, and says so; not the parts of a phrase', async () => {
    expect(await found('almond drinking water')).toEqual(['Drinking water'])
    expect((await search.find('almond drinking water', {})).understood).toContainEqual({
      kind: 'without',
      from: 'almond',
      to: '',
    })
    for (const typed of ['almond water', 'drinking water almond', 'almond milk']) expect(await found(typed)).toEqual([])
  })

  test.each([
    ['milk broccoli', 2, 'its alternatives and descriptions'],
    ['almond drinking water', 3, 'also without a word'],
  ])('asks the index for %s %i times: %s', async (typed, times) => {
    await found(typed)
    let asked = 0
    const counted = db.withPlugin({
      transformQuery: ({ node }) => {
        asked += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const own = new ProductSearch({ db: counted, shop, log: { warn: () => {} } })
    await own.find(typed, {})
    asked = 0
    await own.find(typed, {})
    expect(asked).toBe(times)
  })

  test.each([
    ['evian', ['Drinking water']],
    ['เอเวียง', ['Drinking water']],
    ['dutch mill', ['Fresh milk']],
    ['oreo', []],
  ])('finds what the brand %s is known for, and says so', async (typed, expected) => {
    expect(await found(typed)).toEqual(expected)
    const { understood } = await search.find(typed, {})
    expect(understood.map(({ kind, from }) => [kind, from])).toEqual(expected.map(() => ['synonym', typed]))
  })
})

describe('the reasons for what a search found', () => {
  test.each([
    ['o,', 'layout', 'นม', 'Fresh milk'],
    ['ทรสา', 'layout', 'milk', 'Fresh milk'],
    ['brocoli', 'corrected', 'broccoli', 'Broccoli'],
    ['สัปรด', 'corrected', 'สับปะรด', 'Phu Lae pineapple'],
    ['sapparot', 'romanised', 'สับปะรด', 'Phu Lae pineapple'],
    ['zucchini', 'synonym', 'courgette', 'Courgettes'],
    ['น้ำเปล่า', 'synonym', 'น้ำดื่ม', 'Drinking water'],
    ['watermalon', 'corrected', 'watermelon', 'Watermelon, quarter'],
    ['pineaple', 'corrected', 'pineapple', 'Phu Lae pineapple'],
    ['egs', 'corrected', 'egg', 'Hen’s eggs, size 2'],
  ])('says why %s finds something: %s', async (typed, kind, to, name) => {
    expect((await found(typed))[0]).toBe(name)
    const [reason] = (await firstReason(typed)) ?? []
    expect(reason).toMatchObject({ kind, to, from: typed })
    expect((await search.find(typed, {})).understood).toHaveLength(1)
  })

  test.each([
    ['grobbel kiwifruit', 'grobbel'],
    ['kiwifruit 53844316', '53844316'],
    ['53844316 kiwifruit', '53844316'],
    ['กีวี ๕๓๘๔๔๓๑๖', '๕๓๘๔๔๓๑๖'],
  ])('says that what %s finds lacks a word', async (typed, from) => {
    expect(await found(typed)).toEqual(['Green kiwifruit'])
    expect(await firstReason(typed)).toContainEqual({ kind: 'without', from, to: '' })
  })

  test('quotes what was typed, without the sizes between', async () => {
    expect((await search.find('แอปเพิล 5 ฟู', {})).hits[0]?.because).toMatchObject([{ from: 'แอปเพิล ฟู' }])
    expect((await search.find('ข้าวโพดด 5 กก. มะลิิ', {})).understood.map(({ from }) => from)).not.toContain('ขาวโพดด')
  })

  test('explains a misspelling that it lists by its own word only', async () => {
    expect((await search.find('สัปรด', {})).hits).toHaveLength(1)
    expect((await search.find('donuts', {})).understood).toEqual([])
  })

  test('doesn’t say that a product lacks how many of it are wanted', async () => {
    expect(await firstReason('2 kiwifruit')).toEqual([])
  })

  test.each([
    ['brocoli', ['broccoli']],
    ['บล็อกโคลี่', ['บรอกโคลี']],
    ['courgete', ['courgette']],
    ['โค้ก', ['โคล่า']],
    ['coke', ['cola']],
  ])('explains what %s found in its own script', async (typed, to) => {
    expect((await search.find(typed, {})).understood.map((each) => each.to)).toEqual(to)
  })

  test('a search shows products that only descriptions match, and says so', async () => {
    const { id } = await aProduct(db, { name: 'Paper cup' })
    await db
      .updateTable('product')
      .set({ description: ['For birthday candles.'] })
      .where('id', '=', id)
      .execute()
    expect(await found('candles')).toEqual(['Paper cup'])
    const because = [{ kind: 'description', from: 'candles', to: 'candles' }]
    expect(await search.find('candles', {})).toMatchObject({ hits: [{ because }], understood: because })
    expect(await found('candles', { category: 'Drinks' })).toEqual([])
  })

  test('never replaces a text that matches', async () => {
    for (const typed of ['milk', 'นม', 'Gala apples']) {
      expect((await search.find(typed, {})).understood).toEqual([])
      expect(await firstReason(typed)).toEqual([])
    }
  })

  test.each([
    ['punch fruit', 'พันช์ผลไม้รวม'],
    ['shrimp', 'กุ้ง'],
    ['prawns', 'กุ้ง'],
    ['bread', 'ขนมปัง'],
    ['ข้าวสาลี', 'wheat'],
    ['คอฟฟี่', 'coffee'],
  ])('has %s plainly if a product is called so in the other language only', async (typed, word) => {
    const { id } = await aProduct(db, { name: `Bag, ${word}`, nameTh: `${word} ถุง` })
    const { hits, understood } = await search.find(typed, {})
    expect(hits.find((hit) => hit.id === id)).toMatchObject({ because: [] })
    expect(understood).toEqual([])
    await db.deleteFrom('product').where('id', '=', id).execute()
  })
})

describe('what the shop doesn’t have', () => {
  test.each(['salmon', 'nam pla', 'กระเพรา', 'ohex]k', 'rice vinegar'])('a search knows %s', async (typed) => {
    expect(await search.find(typed, {})).toMatchObject({ hits: [], isKnown: true })
  })

  test('doesn’t say that it knows what means nothing, or what a filter left out', async () => {
    for (const typed of ['xylophonic', 'qwzx', 'ฮฬฆฮฬ'])
      expect(await search.find(typed, {})).not.toHaveProperty('isKnown')
    expect(await search.find('broccoli', {})).not.toHaveProperty('isKnown')
    expect(await search.find('salmon', { category: 'Drinks' })).not.toHaveProperty('isKnown')
  })

  test.each(['khao man gai', 'kluai khai', 'milk teeth', 'ข่า', 'ชมพู่', 'ohex]k', 'g9hks^h', 'buttermilk'])(
    'takes no part of %s for something else',
    async (typed) => {
      expect(await found(typed)).toEqual([])
    },
  )

  test('answers that the shop doesn’t have what it doesn’t have', async () => {
    for (const typed of [
      'salmon',
      'toothpaste',
      'pear',
      'lime',
      'น้ำปลา',
      'กะเพรา',
      'ปลาทู',
      'rice vinegar',
      'xylophone',
    ])
      expect(await found(typed), typed).toEqual([])
  })
})

describe('the index', () => {
  test('a search finds a new product, its new name and archived or restored ones at once, in every server process', async () => {
    const [one, two] = [inventWord(), inventWord()]
    const other = newSearch()
    const { id } = await aProduct(db, { name: one })
    expect(await found(one)).toEqual([one])
    await db.updateTable('product').set({ name: two }).where('id', '=', id).execute()
    expect((await other.find(two, {})).hits).toHaveLength(1)
    expect(await found(one)).toEqual([])
    expect(await found(two.slice(0, -3))).toEqual([two])
    await setArchived(db, id, true)
    expect(await found(two)).toEqual([])
    expect(await found(two, { archived: true })).toEqual([two])
    await setArchived(db, id, false)
    expect(await found(two)).toEqual([two])
  })

  test('two transactions that add the same words in different orders never wait for each other', async () => {
    const [one, two] = [inventWord(), inventWord()]
    const insert = (name: string) => ({
      text: `insert into product (id, name, category, price_cents, offer_price_cents) values ($1, $2, 'Fruits', 100, 100)`,
      values: [newId(), name],
    })
    const clients = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })] as const
    for (const client of clients) {
      await client.connect()
      await client.query("set lock_timeout = '5s'")
      await client.query('begin')
    }
    const [left, right] = clients
    await left.query(insert(`left ${one}`))
    await right.query(insert(`right ${two}`))
    await left.query(insert(`left ${two}`))
    await right.query(insert(`right ${one}`))
    // A search between does not wait either, and does not see them.
    expect(await found(one)).toEqual([])
    for (const client of clients) {
      await client.query('commit')
      await client.end()
    }
    expect((await found(one)).sort()).toEqual([`left ${one}`, `right ${one}`])
  })

  test('indexes what was saved while it was indexing what was saved before', async () => {
    const pending = async () => (await db.selectFrom('searchPending').selectAll().execute()).length
    await aProduct(db, { name: inventWord() })
    const blocker = new pg.Client({ connectionString: url })
    await blocker.connect()
    await blocker.query('begin')
    // Indexing waits for this when it has already read which products are new.
    await blocker.query('lock table search_word in exclusive mode')
    const before = search.indexChanged()
    const waiting = async () => (await sql`select from pg_locks where not granted`.execute(db)).rows.length
    await expect.poll(waiting).toBeGreaterThan(0)
    await aProduct(db, { name: inventWord() })
    const after = search.indexChanged()
    await blocker.query('commit')
    await blocker.end()
    await before
    await after
    expect(await pending()).toBe(0)
  })

  test('an order that takes counted stock writes nothing of the search', async () => {
    const { id } = await aProduct(db, { stock: 5 })
    await search.find('potato', {})
    await sql`update product set stock = 4 where id = ${id}`.execute(db)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from search_pending`.execute(db)
    expect(rows[0]?.count).toBe(0)
  })

  test('indexes many new products in the background', async () => {
    const word = inventWord()
    const rows = Array.from({ length: 450 }, () => ({
      id: newId(),
      name: word,
      category: 'Fruits',
      priceCents: 100,
      offerPriceCents: 100,
    }))
    await db.insertInto('product').values(rows).execute()
    const own = newSearch()
    expect((await own.find(word, {})).hits.length).toBeGreaterThanOrEqual(100)
    await expect.poll(async () => (await db.selectFrom('searchPending').selectAll().execute()).length).toBe(0)
    await own.stop()
    expect((await own.find(word, {})).hits).toHaveLength(240)
  })

  test('finds what has all of many words, or of what they may be instead', async () => {
    const [one, other] = [inventWord(), inventWord()]
    const complete = `${one} mango apple broccoli watermelon ${other} milk`
    await aProduct(db, { name: complete, category: 'Fruits' })
    await aProduct(db, { name: complete.replace(other, 'cola'), category: 'Fruits' })
    expect(await found(complete.replace('apple', 'aple').replace('water', 'watter'))).toEqual([complete])
    expect(await found(complete, { category: 'Fruits' })).toEqual([complete])
    expect(await found(complete, { category: 'Drinks' })).toEqual([])
  })

  test('keeps one entry for each product, in the sample or in the rest', async () => {
    const word = inventWord()
    for (let index = 0; index < 100; index += 1) await aProduct(db, { name: word })
    // With products that other tests have just changed, a search doesn't index all before it answers.
    await expect.poll(() => found(word)).toHaveLength(100)
    await sql`update product set name = name || ' again' where name = ${word}`.execute(db)
    // The old names are found until the new ones are indexed.
    const entries = async () => {
      await found(`${word} again`)
      const { rows } = await sql<{ all: number; sampled: number }>`
        select count(*)::int as all, count(*) filter (where sampled)::int as sampled
        from search_entry where words like ${`${word} again%`}`.execute(db)
      return rows[0]
    }
    await expect.poll(entries).toMatchObject({ all: 100 })
    expect((await entries())?.sampled).toBeLessThan(30)
  })

  test('forgets words that no product has any more', async () => {
    const word = inventWord()
    const { id } = await aProduct(db, { name: word })
    await expect.poll(() => found(word)).toHaveLength(1)
    const known = async () =>
      (await db.selectFrom('searchWord').select('word').where('word', '=', word).execute()).length
    await tidyWords(db)
    expect(await known()).toBe(1)
    await db.deleteFrom('product').where('id', '=', id).execute()
    await tidyWords(db)
    expect(await known()).toBe(0)
  })
})

describe('filters, sorting and counts', () => {
  const word = inventWord()
  const products = [
    { name: `${word} a`, nameTh: 'ข', category: 'Fruits', price: 500, offerPrice: 400 },
    { name: `${word} b`, nameTh: 'ก', category: 'Fruits', offerPrice: 300, inStock: false },
    { name: `${word} c`, nameTh: 'ค', category: 'Drinks', price: 900, offerPrice: 800 },
    { name: `${word} d`, nameTh: 'ง', category: 'Drinks', offerPrice: 100 },
  ]
  beforeAll(async () => {
    for (const product of products) await aProduct(db, product)
  })
  const letters = async (...options: Parameters<typeof found> extends [string, ...infer Rest] ? Rest : never) =>
    (await found(word, ...options)).map((name) => name?.at(-1)).join('')

  test('a search keeps to each filter', async () => {
    expect(await letters()).toBe('acdb')
    expect(await letters({ sellable: true })).toBe('acd')
    expect(await letters({ onOffer: true })).toBe('ac')
    expect(await letters({ category: 'Drinks' })).toBe('cd')
    expect(await letters({ minPrice: 300, maxPrice: 400 })).toBe('ab')
    expect(await letters({ category: 'Fruits', onOffer: true, sellable: true })).toBe('a')
  })

  test('products of a promotion, named directly or by category, are on offer in a search too', async () => {
    const [{ id = '' } = {}] = await db.selectFrom('product').select('id').where('name', '=', `${word} b`).execute()
    const offers = { products: [id], categories: ['Drinks'] }
    expect(await letters({ onOffer: true, offers })).toBe('acdb')
    expect(await letters({ onOffer: true, offers: { ...offers, categories: [] } })).toBe('acb')
    const { counts } = await search.find(word, { category: 'Drinks', offers }, { counts: true })
    expect(counts?.onOffer).toBe(2)
  })

  test('a reduced price that isn’t shown as such is on offer only by a promotion', async () => {
    const offers = { products: [], categories: [], onlyStruck: true }
    expect(await letters({ onOffer: true, offers })).toBe('')
    const [{ id = '' } = {}] = await db.selectFrom('product').select('id').where('name', '=', `${word} c`).execute()
    await db
      .updateTable('product')
      .set({ struckUntil: new Date('2099-01-01') })
      .where('id', '=', id)
      .execute()
    expect(await letters({ onOffer: true, offers })).toBe('c')
    expect(await letters({ onOffer: true, offers: { ...offers, categories: ['Drinks'] } })).toBe('cd')
    const { counts } = await search.find(word, { offers }, { counts: true })
    expect(counts?.onOffer).toBe(1)
  })

  test.each([
    ['price', 'dbac'],
    ['-price', 'cabd'],
    ['newest', 'dcba'],
    ['name', 'abcd'],
    ['name-th', 'bacd'],
    ['unit-price', 'dbac'],
  ] as const)('sorts by %s', async (sort, expected) => {
    expect(await letters({}, { sort })).toBe(expected)
  })

  test('sorts Thai names as a dictionary does', async () => {
    const word = inventWord()
    for (const nameTh of ['แตงโม', 'กล้วย', 'อ้อย', 'ไข่', 'ขิง', 'เนย', 'ชานม', 'ชาเขียว']) {
      const { id } = await aProduct(db, { name: nameTh, nameTh })
      await db
        .updateTable('product')
        .set({ description: [word] })
        .where('id', '=', id)
        .execute()
    }
    expect(await found(word, {}, { sort: 'name-th' })).toEqual([
      ...['กล้วย', 'ขิง', 'ไข่', 'ชาเขียว', 'ชานม', 'แตงโม', 'เนย', 'อ้อย'],
    ])
  })

  test('sorts what only descriptions say', async () => {
    const said = inventWord()
    for (const offerPrice of [300, 100, 200]) {
      const { id } = await aProduct(db, { name: `Soap ${offerPrice}`, offerPrice })
      await db
        .updateTable('product')
        .set({ description: [said] })
        .where('id', '=', id)
        .execute()
    }
    expect(await found(said, {}, { sort: 'price' })).toEqual(['Soap 100', 'Soap 200', 'Soap 300'])
    expect(await found(said, {}, { sort: 'name' })).toEqual(['Soap 100', 'Soap 200', 'Soap 300'])
  })

  test('filter counts include products that only descriptions match', async () => {
    const said = inventWord()
    for (const category of ['Fruits', 'Drinks', 'Drinks']) {
      const { id } = await aProduct(db, { name: 'Straw', category })
      await db
        .updateTable('product')
        .set({ description: [said] })
        .where('id', '=', id)
        .execute()
    }
    for (const filter of [{}, { category: 'Drinks' }])
      expect((await search.find(said, filter, { counts: true })).counts).toMatchObject({
        inStock: 'category' in filter ? 2 : 3,
        categories: [
          { path: 'Fruits', count: 1 },
          { path: 'Drinks', count: 2 },
        ],
      })
  })

  test('filter counts show each filter with the others kept', async () => {
    const { counts } = await search.find(word, { category: 'Fruits', onOffer: true }, { counts: true })
    expect(counts).toMatchObject({
      inStock: 1,
      onOffer: 1,
      categories: [
        { path: 'Fruits', count: 1 },
        { path: 'Drinks', count: 1 },
      ],
      lowestPrice: 4,
      highestPrice: 4,
    })
  })
})

test('the owner’s synonyms work both ways, at once, and in both languages', async () => {
  const [one, two] = [inventWord(), inventWord()]
  await aProduct(db, { name: `Soap ${one}` })
  await aProduct(db, { name: `Brush ${two}` })
  expect(await found(one)).toEqual([`Soap ${one}`])
  await addSynonym(db, { from: one, to: two })
  expect(await found(one)).toEqual([`Soap ${one}`, `Brush ${two}`])
  expect(await found(two)).toEqual([`Brush ${two}`, `Soap ${one}`])
  await addSynonym(db, { from: 'ของหอมของยาย', to: one })
  expect(await found('ของหอมของยาย')).toEqual([`Soap ${one}`])
})

test('suggests other searches for what is typed', async () => {
  expect((await search.suggest('bro', 6)).words).toContainEqual({ q: 'broccoli', kind: 'completed' })
  expect((await search.suggest('brocoli', 6)).words).toContainEqual({ q: 'broccoli', kind: 'corrected' })
  expect((await search.suggest('veggies', 6)).categories).toEqual(['Vegetables'])
})

test('any text is answered, whatever characters it has', async () => {
  const bits = [
    '%',
    '_',
    '\\',
    "'",
    '"',
    '&',
    '|',
    '!',
    ':*',
    '<->',
    '(',
    '(((',
    '🥭',
    '👩‍🌾',
    '\n',
    'İ',
    'ß',
    'ΟΔΟΣ',
    'ๆ',
    'ำ',
    '์',
    'ไข่',
    'rice',
    '\u0000',
    '\ud83e',
    '5',
    ' ',
    ',',
    'กก',
  ]
  let state = 7
  const draw = (n: number) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return state % n
  }
  for (let turn = 0; turn < 150; turn += 1) {
    const typed = searchText(Array.from({ length: 1 + draw(12) }, () => bits[draw(bits.length)]).join(''))
    if (typed) expect(Array.isArray((await search.find(typed, {})).hits), JSON.stringify(typed)).toBe(true)
  }
})
