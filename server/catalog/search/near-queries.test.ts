import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database.ts'
import { aProduct } from '../../../testing/makers.ts'
import { newId } from '../../common/ids.ts'
import { pageOfProducts, setArchived } from '../queries.ts'
import type { ProductFilter } from './filter-queries.ts'
import { nearProducts } from './near-queries.ts'
import { tidyWords } from './tidy-words.ts'

const { db, url, close } = await testDatabase()
afterAll(close)

const names = [
  ['Apple juice', 'น้ำแอปเปิล'],
  ['Gala apples', 'แอปเปิลกาลา'],
  ['Phu Lae pineapple', 'สับปะรดภูแล'],
  ['Fresh orange juice', 'น้ำส้มคั้นสด'],
  ['Emmental cheese', 'ชีสเอ็มเมนทัล'],
  ['Roasted chestnuts', 'เกาลัดคั่ว'],
  ['Nam Dok Mai mango', 'มะม่วงน้ำดอกไม้'],
  ['Jasmine rice', 'ข้าวหอมมะลิ'],
  ['Brown jasmine rice', 'ข้าวกล้องหอมมะลิ'],
  ['Carrots', 'แครอท'],
  ['Butter popcorn', 'ป๊อปคอร์นรสเนย'],
] as const
beforeAll(async () => {
  for (const [name, nameTh] of names) await aProduct(db, { name, nameTh })
  await aProduct(db, { name: 'Carrot cake', nameTh: 'เค้กแครอท', inStock: false })
  await aProduct(db, { name: 'Carrot soup', nameTh: 'ซุปแครอท', archivedAt: new Date() })
})

const near = async (text: string) => (await nearProducts(db, text, 4)).map(({ name }) => name)
const found = async (filter: ProductFilter) =>
  (await pageOfProducts(db, filter, { sort: 'featured', limit: 20 })).rows.map(({ name }) => name)
/** Counts the rows of a word in the table of words, and those that are marked as gone. */
async function rowsOf(word: string): Promise<{ there: number; gone: number }> {
  const { rows } = await sql<{ there: number; gone: number }>`
    select count(*) filter (where gone_at is null) as there, count(gone_at) as gone
    from product_word where word = ${word}`.execute(db)
  return rows[0] as { there: number; gone: number }
}
const inventWord = () => `zq${newId().replaceAll('-', '').slice(-12)}x`

describe('suggestions for a mistyped word', () => {
  test.each([
    ['letters turned round', 'paple', 'Apple juice'],
    ['letters turned round', 'magno', 'Nam Dok Mai mango'],
    ['a letter left out', 'chese', 'Emmental cheese'],
    ['a letter doubled', 'carrrots', 'Carrots'],
    ['two words, both wrong', 'aplle juce', 'Apple juice'],
    ['a word that is right and one that is not', 'brown jsamine', 'Brown jasmine rice'],
    ['words written apart', 'pop corn', 'Butter popcorn'],
    ['words written together', 'jasminerice', 'Jasmine rice'],
    ['a tone mark left out', 'มะมวง', 'Nam Dok Mai mango'],
    ['a tone mark too many', 'แอปเปิ้ล', 'Gala apples'],
    ['a Thai letter left out', 'ข้าวหอมมลิ', 'Jasmine rice'],
    ['a Thai letter doubled', 'แครรอท', 'Carrots'],
    ['Thai letters turned round', 'แครทอ', 'Carrots'],
    ['any letter case and signs', '"PAPLE"!', 'Apple juice'],
  ])('%s: %s', async (_, typed, meant) => {
    expect((await near(typed))[0]).toBe(meant)
  })

  test('products with all the intended words come before those with some of them', async () => {
    expect(await near('jasmin rize')).toEqual(['Jasmine rice', 'Brown jasmine rice'])
    expect((await near('orage juice')).slice(0, 2)).toEqual(['Fresh orange juice', 'Apple juice'])
  })

  test('words that begin with the text come before words that contain it', async () => {
    expect(await near('aplpe')).toEqual(['Apple juice', 'Gala apples', 'Phu Lae pineapple'])
  })

  test('products that are sold out or archived are not suggested', async () => {
    expect(await near('carrott')).toEqual(['Carrots'])
    expect(await near('cakke')).toEqual([])
  })

  test.each(['qqqq', 'xylophone', 'ฮฮฮฮ', '7777', '%', '_', '\\', '?!', 'q', ' '])(
    'there are no suggestions for %s',
    async (text) => {
      expect(await near(text)).toEqual([])
    },
  )

  test('a long text is searched as fast as a short one', async () => {
    expect(await near(`${'aplle juce, '.repeat(20)}`)).toContain('Apple juice')
    expect(await near('x'.repeat(100))).toEqual([])
  })
})

describe('the table of words', () => {
  test('has the words of a new product and of a changed name at once', async () => {
    const [first, second] = [inventWord(), inventWord()]
    const { id } = await aProduct(db, { name: `Soap (${first})` })
    expect(await found({ search: first })).toEqual([`Soap (${first})`])
    expect(await near(first.replace('zq', 'qz'))).toContain(`Soap (${first})`)
    await db
      .updateTable('product')
      .set({ nameTh: `สบู่ ${second}` })
      .where('id', '=', id)
      .execute()
    expect(await found({ search: second.slice(1, -1) })).toEqual([`Soap (${first})`])
  })

  test('has the words of an archived product again once it is restored', async () => {
    const word = inventWord()
    const { id } = await aProduct(db, { name: `Old ${word}`, archivedAt: new Date() })
    expect(await rowsOf(word)).toEqual({ there: 0, gone: 0 })
    expect(await found({ search: word, archived: true })).toEqual([`Old ${word}`])
    await setArchived(db, id, false)
    expect(await found({ search: word })).toEqual([`Old ${word}`])
  })

  test('a search across several words finds names by ends and beginnings of words, signs and numbers between them', async () => {
    const [one, two, three] = [inventWord(), inventWord(), inventWord()]
    const name = `${one}, ${two} 100%/${three}`
    await aProduct(db, { name })
    for (const text of [
      `${one.slice(3)}, ${two.slice(0, 5)}`,
      `${two} 100%/${three}`,
      `, ${two} `,
      `${two.slice(4)} 1`,
      `%/${three.slice(0, 6)}`,
    ])
      expect(await found({ search: text }), text).toEqual([name])
    for (const text of [`${one.slice(0, 8)}, ${two}`, `${one} ${two}`, `${two} 100%/${three.slice(1)}`])
      expect(await found({ search: text }), text).toEqual([])
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
    for (const client of clients) {
      await client.query('commit')
      await client.end()
    }
    expect(await found({ search: one })).toEqual([`left ${one}`, `right ${one}`])
    expect(await rowsOf(one)).toEqual({ there: 2, gone: 0 })
    expect(await near(one.replace('zq', 'qz'))).toEqual([`left ${one}`, `right ${one}`])
    await tidyWords(db)
    expect(await rowsOf(one)).toEqual({ there: 1, gone: 0 })
  })
})

describe('words that no product has any more', () => {
  const aDayLater = (word: string) =>
    sql`update product_word set gone_at = gone_at - interval '25 hours' where word = ${word}`.execute(db)

  test('are marked first, no longer suggested, and deleted a day later', async () => {
    const word = inventWord()
    const { id } = await aProduct(db, { name: word })
    await tidyWords(db)
    expect(await rowsOf(word)).toEqual({ there: 1, gone: 0 })
    await setArchived(db, id, true)
    await tidyWords(db)
    await tidyWords(db)
    expect(await rowsOf(word)).toEqual({ there: 0, gone: 1 })
    await aDayLater(word)
    await tidyWords(db)
    expect(await rowsOf(word)).toEqual({ there: 0, gone: 0 })
  })

  test('stay for a product that was being added at the same time', async () => {
    const word = inventWord()
    const { id } = await aProduct(db, { name: `Old ${word}` })
    await setArchived(db, id, true)
    const writer = new pg.Client({ connectionString: url })
    await writer.connect()
    await writer.query('begin')
    await writer.query(
      `insert into product (id, name, category, price_cents, offer_price_cents) values ($1, $2, 'Fruits', 100, 100)`,
      [newId(), `New ${word}`],
    )
    await tidyWords(db)
    await writer.query('commit')
    await writer.end()
    expect(await found({ search: word })).toEqual([`New ${word}`])
    await aDayLater(word)
    await tidyWords(db)
    expect(await rowsOf(word)).toEqual({ there: 1, gone: 0 })
    expect(await found({ search: word })).toEqual([`New ${word}`])
  })

  test('are inserted again by a product that is added after they were marked', async () => {
    const word = inventWord()
    const { id } = await aProduct(db, { name: word })
    await setArchived(db, id, true)
    await tidyWords(db)
    await setArchived(db, id, false)
    expect(await rowsOf(word)).toEqual({ there: 1, gone: 1 })
    await aDayLater(word)
    await tidyWords(db)
    expect(await rowsOf(word)).toEqual({ there: 1, gone: 0 })
  })
})
