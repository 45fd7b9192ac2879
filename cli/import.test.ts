import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { taxRules } from '../contract/settings/shop.ts'
import { importProducts } from '../server/catalog/import/import-products.ts'
import { CsvRefused, readProductCsv } from '../server/catalog/import/product-csv.ts'
import { productFields } from '../server/catalog/product-to-wire.ts'
import { actAs } from '../server/common/actor.ts'
import { newId } from '../server/common/ids.ts'
import { leaveDemo } from '../server/maintenance/demo/demo-data.ts'
import { diskStore } from '../server/media/store.ts'
import { shop as shopConfig } from '../shop.config.ts'
import { person, seller, type TestShop, testShop } from '../testing/shop.ts'

let shop: TestShop
let folder: string
beforeAll(async () => {
  shop = await testShop({ shop: { tax: taxRules.thailand } })
  folder = await mkdtemp(join(tmpdir(), 'talad-import-'))
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const program = fileURLToPath(new URL('./import.ts', import.meta.url))
const example = fileURLToPath(new URL('../docs/products-example.csv', import.meta.url))
const picture = fileURLToPath(new URL('../demo/pictures/apple-juice-1-1024x1024.webp', import.meta.url))
const config = { ...shopConfig, tax: taxRules.thailand }

type Outcome = { code: number | null; output: string; error: string }

/** Runs the command on the database of the test's shop. */
function command(args: string[], environment: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATA_DIR: folder,
      DATABASE_URL: shop.url,
      INIT_CWD: folder,
      ...environment,
    },
  })
  let [output, error] = ['', '']
  child.stdout.on('data', (part) => {
    output += part
  })
  child.stderr.on('data', (part) => {
    error += part
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output, error })))
}

/** Imports a text as the command does, in this process. */
async function importText(text: string | Uint8Array, { check = false, of = folder, anyPrice = false } = {}) {
  const store = await diskStore(shop.pictures)
  const csv = readProductCsv(typeof text === 'string' ? Buffer.from(text) : text, config)
  return actAs('import', () =>
    importProducts({ db: shop.db, store, shop: config }, csv, { folder: of, check, anyPrice }),
  )
}

/** Returns the lines of the problems of a text that is refused. */
async function problemsOf(text: string, of = folder): Promise<string[]> {
  const error: Error = await importText(text, { of }).then(
    () => new Error('it was imported'),
    (error) => error,
  )
  return error.message.split('\n')
}

const aName = () => `Product ${newId()}`
const productsOf = (name: string) =>
  shop.db.selectFrom('product').selectAll().where('name', '=', name).orderBy('id').execute()
const countOfProducts = async () => (await shop.pool.query('select count(*)::int as count from product')).rows[0].count
const entriesOf = async (id: string) =>
  (
    await shop.pool.query('select made_by, action, before, after from audit_entry where subject_id = $1 order by id', [
      id,
    ])
  ).rows

// Each command is a process of its own, which is slow on a busy machine.
describe('the owner’s command that imports products', { timeout: 60_000 }, () => {
  test('says of new products whose tax class is unusual in their category which one is usual there', async () => {
    const name = aName()
    await importText(`name,category,price,taxClass\n${name} a,Dairy,20,exempt\n${name} b,Dairy,20,exempt`)
    await shop.pool.query("update product set tax_class = 'exempt' where category = 'Dairy'")
    const text = `name,category,price\n${name} c,Dairy,20\n${name} d,Drinks,20`
    const taxed = [{ category: 'Dairy', products: 1, usual: 'exempt' }]
    expect(await importText(text, { check: true })).toMatchObject({ added: 2, taxed })
    await writeFile(join(folder, 'taxed.csv'), text)
    const { output } = await command([join(folder, 'taxed.csv'), '--check'])
    expect(output).toContain(
      '\nTax: the new products of Dairy (1) have the standard tax class; most products there have exempt.',
    )
    expect(await importText(`name,category,price,taxClass\n${name} e,Dairy,20,exempt`)).toMatchObject({ taxed: [] })
    await shop.pool.query("update product set tax_class = 'standard' where category = 'Dairy'")
  })

  test('takes prices with the sign of the shop’s currency, and refuses those with another one', async () => {
    const name = aName()
    await importText(`name,category,price\n${name},Dairy,$20`)
    expect((await productsOf(name))[0]).toMatchObject({ priceCents: 2000 })
    expect(await problemsOf(`name,category,price\n${name} b,Dairy,฿20`)).toEqual([
      'Row 2, price: The price is in ฿, and the shop’s currency is USD ($). Set the currency in shop.config.ts or, if the number is right, leave the sign out.',
    ])
    expect(await productsOf(`${name} b`)).toEqual([])
  })

  test('keeps the tax class of a product whose cell is empty, and says what changes', async () => {
    const name = aName()
    await importText(`name,category,price,taxClass\n${name},Dairy,20,exempt`)
    const text = `name,category,price,taxClass,stock\n${name},Dairy,25,,7`
    await writeFile(join(folder, 'again.csv'), text)
    const { output } = await command([join(folder, 'again.csv'), '--check'])
    expect(output).toContain('would add 0 products and change 1; 0 are as they would be.\nChanges: price of 1, ')
    expect(output).toContain('stock of 1')
    expect(output).not.toContain('taxClass')
    expect(await importText(text)).toMatchObject({ changed: 1 })
    expect((await productsOf(name))[0]).toMatchObject({ priceCents: 2500, taxClass: 'exempt', stock: 7 })
    await importText(`name,category,price,taxClass\n${name},Dairy,25,standard`)
    expect((await productsOf(name))[0]).toMatchObject({ taxClass: 'standard' })
  })

  test('checks, adds and knows again the products of the example', async () => {
    const before = await countOfProducts()
    const checked = await command([example, '--check'])
    expect(checked).toEqual({
      code: 0,
      output:
        'Nothing is wrong with the file. Importing it would add 10 products and change 0; 0 are as they would be.\n',
      error: '',
    })
    expect(await countOfProducts()).toBe(before)
    const first = await command([example])
    expect(first).toEqual({ code: 0, output: '10 products added, 0 changed, 0 as they were.\n', error: '' })
    const [mango] = await productsOf('Nam Dok Mai mango')
    expect(mango).toMatchObject({
      nameTh: 'มะม่วงน้ำดอกไม้',
      category: 'Fruits',
      priceCents: 125_050,
      offerPriceCents: 119_000,
      weight: '10 kg',
      stock: 8,
      taxClass: 'standard',
      demo: false,
      inStock: true,
    })
    const [rice] = await productsOf('Hom Mali rice')
    expect(rice?.description).toEqual(['New crop from Surin', 'Cooks soft and fragrant'])
    const [sticky] = await productsOf('Sticky rice')
    expect(sticky).toMatchObject({ category: 'Grains', priceCents: 9500, offerPriceCents: 9500 })
    const [basil] = await productsOf('Thai basil')
    expect(basil).toMatchObject({ stock: null, description: ['ใบโหระพาสด เด็ดเช้า'] })
    const [spinach] = await productsOf('Water spinach')
    expect(spinach?.stock).toBe(60)
    const [entry] = await entriesOf(mango?.id ?? '')
    expect(entry).toMatchObject({ made_by: 'import', action: 'added', after: { price_cents: 125_050 } })
    const again = await command([example])
    expect(again.output).toBe('0 products added, 0 changed, 10 as they were.\n')
    expect(await productsOf('Nam Dok Mai mango')).toEqual([mango])

    await shop.catalogueNotified()
    const found = await person(shop).get(`/api/product/list?q=${encodeURIComponent('มะม่วงน้ำดอกไม้')}`)
    expect(found.json.products.map(({ name }) => name)).toContain('Nam Dok Mai mango')
  })

  test('lists what is wrong, and changes nothing', async () => {
    const name = aName()
    const file = join(folder, 'wrong.csv')
    await writeFile(file, `name,category,price\n${name},Fruits,10\n${name} B,Fruit,ten\n`)
    const { code, output, error } = await command(['wrong.csv'])
    expect([code, output]).toEqual([1, ''])
    expect(error.trimEnd().split('\n')).toEqual([
      `Nothing was changed. In ${file}:`,
      'Row 3, price: A price above zero, with at most two decimals',
      expect.stringMatching(
        /^Row 3, category: There is no category “Fruit”. Use one of these, or its name: Vegetables, F/,
      ),
    ])
    expect(await productsOf(name)).toEqual([])
    const missing = await command(['missing.csv'])
    expect([missing.code, missing.error]).toEqual([1, `There is no file ${join(folder, 'missing.csv')}.\n`])
    expect((await command([folder])).error).toBe(`${folder} is a folder. Name a file.\n`)
  })

  test.each([[[]], [['a.csv', 'b.csv']], [['a.csv', '--dry']], [['--check']]])(
    'shows how it is used when called with %j',
    async (args) => {
      const { code, output, error } = await command(args as string[])
      expect([code, output]).toEqual([2, ''])
      expect(error).toMatch(/^Usage: npm run import -- FILE.csv/)
    },
  )

  test('creates no second shop in a folder without one', async () => {
    const dataDir = join(folder, 'none')
    const { code, error } = await command([example], { DATA_DIR: dataDir, DATABASE_URL: '' })
    expect(code).toBe(1)
    expect(error).toContain(`There is no shop in ${dataDir}.`)
    expect(await readdir(folder)).not.toContain('none')
  })
})

describe('a file', () => {
  test.each([
    [';', 'sep=;\n'],
    ['\t', '\ufeff"sep=\t"\r\n'],
    [';', ''],
    ['\t', '\uFEFF'],
    [',', '\uFEFF'],
  ])('may have %j between its cells, in front of it %j, and lines as Windows ends them', async (separator, mark) => {
    const name = aName()
    const rows = [
      ['NAME', 'nameth', 'Category', 'PRICE', 'Weight'],
      [`"${name}, ""new""; fresh"`, 'ส้มโอ', 'ผลไม้สด', '"1,250.50"', '1 kg'],
    ]
    const text = `${mark}${rows.map((cells) => cells.join(separator)).join('\r\n')}\r\n${separator.repeat(4)}\r\n`
    expect(await importText(text)).toMatchObject({ added: 1, changed: 0, same: 0 })
    const [added] = await productsOf(`${name}, "new"; fresh`)
    expect(added).toMatchObject({ nameTh: 'ส้มโอ', category: 'Fruits', priceCents: 125_050, weight: '1 kg' })
  })

  test.each([
    [
      'with an unknown column',
      'name,category,price,colour\n',
      /^There is no column “colour”. The columns are: name, nameTh, d/,
    ],
    ['with a column without a name', 'name,category,price,,stock\n', /^There is no column without a name/],
    ['without prices', 'name,category\n', /^The first row names the columns, and price must be among them/],
    ['with a column twice', 'name,category,price,Price\n', /^The column price is there twice/],
    ['without products', 'name,category,price\n\n,,\n', /^The file has no products/],
    ['that is empty', '', /^The first row names the columns/],
    ['with an open quotation mark', 'name,category,price\n"Open,Fruits,1\n', /^Line \d can’t be read as CSV/],
    [
      'with a row that is too long',
      `name,category,price\nLong,Fruits,"${'1'.repeat(200_001)}"\n`,
      /^The row at line \d has more than 200,000 characters/,
    ],
    ['with a stray quotation mark', 'name,category,price\n15" pan,Fruits,1\n', /^Line \d can’t be read as CSV/],
    [
      'with too many rows',
      `name,category,price\n${'a,Fruits,1\n'.repeat(20_001)}`,
      /^The file has more than 20,000 rows/,
    ],
    ['that is too large', 'name,category,price\n'.padEnd(10_000_001), /^The file is larger than 10 MB/],
    [
      'that commands a terminal',
      `name,category,price,\u001b[2J${'x'.repeat(90)}\n`,
      /^There is no column “\[2Jx{57}…”/,
    ],
  ])('%s is refused as a whole', async (_what, text, message) => {
    await expect(importText(text)).rejects.toThrow(message)
  })

  test.each([
    ['UTF-16', Buffer.from('\uFEFFname,category,price\n', 'utf16le')],
    ['Windows-874', Buffer.from([...Buffer.from('name,category,price\n'), 0xca, 0xe9, 0xc1])],
  ])('of %s is refused, with what to do', async (_name, bytes) => {
    await expect(importText(bytes)).rejects.toThrow(/isn’t text in UTF-8. In Excel choose/)
  })

  test('is refused with every wrong cell, and changes nothing', async () => {
    const count = await countOfProducts()
    const name = aName()
    const header = 'name,nameTh,description,category,price,offerPrice,weight,stock,taxClass,pictures\n'
    const rows = [
      `${name},,,Fruits,10,,,,,`,
      `,,,Fruits,10,,,,,`,
      `${'x'.repeat(201)},,,Fruits,10,,,,,`,
      `A,,,,10,,,,,`,
      `B,,,Fruits,,,,,,`,
      `C,,,Fruits,"1,23",11,,,,`,
      `D,,,Fruits,10,"0,500",,,,`,
      `E,,,Fruits,10,,,-1,,`,
      `F,,,Fruits,10,,,1000001,,`,
      `G,,,Fruits,10,,,,zero,`,
      `H,,,Fruits,10,,${'w'.repeat(51)},,,`,
      `I,,"${'line\n'.repeat(51)}",Fruits,10,,,,,`,
      `J,,,Fruits,10,,,,,a|b|c|d|e`,
      `K,,,Fruits,10000000,,,,,`,
      `${name.toUpperCase()},,,Fruits,12,,,,,`,
      `L,,,Fruits,1,250,,,,,more`,
      `M\u0000,,,Fruits,10,,,,,`,
    ]
    const categories = shopConfig.categories.map(({ path }) => path).join(', ')
    const stock = 'A whole number from 0 to 1,000,000, or nothing if the pieces aren’t counted'
    expect(await problemsOf(header + rows.join('\n'))).toEqual([
      'Row 3, name: Please enter the name',
      'Row 4, name: At most 200 characters',
      `Row 5, category: There is no category “”. Use one of these, or its name: ${categories}`,
      'Row 6, price: Please enter the product price',
      'Row 7, offerPrice: The offer price may not be above the price',
      'Row 8, offerPrice: Which price is meant? Write it with a point, such as 25.50',
      `Row 9, stock: ${stock}`,
      `Row 10, stock: ${stock}`,
      'Row 11, taxClass: There is no tax class “zero”. Use one of these, or its name: standard, exempt',
      'Row 12, weight: At most 50 characters',
      'Row 13, description: At most 50 lines',
      'Row 14, pictures: At most 4 pictures',
      'Row 15, price: At most 9,999,999.99',
      'Row 16, name: Row 2 has the same name and weight. Remove one of the two rows, or give them different weights.',
      'Row 17: It has more cells than the header has columns (10). A cell with a separator in it is written in quotation marks.',
      expect.stringMatching(/^Row 18, name: /),
    ])
    expect(await countOfProducts()).toBe(count)
  })

  test('is refused with all that is wrong in one run: cells, offers, names that are there twice, and pictures', async () => {
    const [name, several] = [aName(), aName()]
    await importText(`name,category,price,weight\n${several},Fruits,10,1 kg\n${several},Fruits,6,500 g\n`)
    const count = await countOfProducts()
    const rows = [
      `${name},Nowhere,10,12,,none.jpg`,
      `${name.toUpperCase()},Fruits,10,9,zero,`,
      `${name} B,Fruits,10,12,,other.jpg`,
      `${several},Fruits,5,,,`,
      `${name} C,Fruits,10,,,third.jpg`,
      `\u0000,Fruits,ten,,,fourth.jpg`,
    ]
    const none = (file: string) => `There is no picture “${file}” in the folder of the file.`
    expect(await problemsOf(`name,category,price,offerPrice,stock,pictures\n${rows.join('\n')}`)).toEqual([
      expect.stringMatching(/^Row 2, category: There is no category “Nowhere”/),
      'Row 2, offerPrice: The offer price may not be above the price',
      `Row 2, pictures: ${none('none.jpg')}`,
      'Row 3, stock: A whole number from 0 to 1,000,000, or nothing if the pieces aren’t counted',
      expect.stringMatching(/^Row 3, name: Row 2 has the same name and weight/),
      'Row 4, offerPrice: The offer price may not be above the price',
      `Row 4, pictures: ${none('other.jpg')}`,
      expect.stringMatching(/^Row 5, name: The shop has several products with this name/),
      `Row 6, pictures: ${none('third.jpg')}`,
      'Row 7, price: A price above zero, with at most two decimals',
      expect.stringMatching(/^Row 7, name: /),
      `Row 7, pictures: ${none('fourth.jpg')}`,
    ])
    expect(await countOfProducts()).toBe(count)
  })

  test('with very many wrong cells lists fifty of them', async () => {
    const lines = await problemsOf(
      `name,category,price\n${Array.from({ length: 3000 }, (_, index) => `a${index},None,1\n`).join('')}`,
    )
    expect(lines).toHaveLength(51)
    expect(lines.at(-1)).toBe('… and 2,950 more.')
  })
})

describe('a product', () => {
  test('gets a tax class by its id or name', async () => {
    const [byId, byName] = [aName(), aName()]
    await importText(`name,category,price,taxClass\n${byId},Fruits,1,EXEMPT\n${byName},Fruits,1,ยกเว้น VAT\n`)
    expect((await productsOf(byId))[0]?.taxClass).toBe('exempt')
    expect((await productsOf(byName))[0]?.taxClass).toBe('exempt')
  })

  test('that the shop has is changed in the columns that the file has, with its audit and its times', async () => {
    const name = aName()
    await importText(
      `name,description,category,price,offerPrice,weight,stock\n${name},Sweet,Fruits,100,90,1 kg,5\n${name},Sour,Fruits,60,,500 g,\n`,
    )
    const [kilo, half] = await productsOf(name)
    // An order took a piece, and the seller switched it off.
    await shop.db
      .updateTable('product')
      .set({ stock: 4, inStock: false })
      .where('id', '=', kilo?.id ?? '')
      .execute()
    const text = `name,category,price,weight\n${name.toUpperCase()},Fruits,120,1 KG\n${name},Fruits,60,500 g\n`
    const seen = await importText(text, { check: true })
    expect(seen).toMatchObject({ added: 0, changed: 1, same: 1 })
    expect((await productsOf(name))[0]?.priceCents).toBe(10_000)
    expect(await importText(text)).toEqual(seen)
    const [changed] = await productsOf(name.toUpperCase())
    expect(changed).toMatchObject({
      id: kilo?.id,
      priceCents: 12_000,
      offerPriceCents: 9000,
      description: ['Sweet'],
      stock: 4,
      inStock: false,
    })
    expect(changed?.updatedAt.getTime()).toBeGreaterThan(kilo?.updatedAt.getTime() ?? 0)
    expect(await productsOf(name)).toEqual([half])
    const entries = await entriesOf(kilo?.id ?? '')
    expect(entries.at(-1)).toMatchObject({
      made_by: 'import',
      action: 'changed',
      before: { price_cents: 10_000 },
      after: { price_cents: 12_000 },
    })
    const { rows } = await shop.pool.query('select cents from price_history where product_id = $1', [half?.id])
    await importText(`name,category,price,weight\n${name},Fruits,55,500 g\n`)
    const after = await shop.pool.query('select cents from price_history where product_id = $1', [half?.id])
    expect(after.rows).toEqual([...rows, { cents: 6000 }])
    // It had no offer, and has none at its new price.
    expect((await productsOf(name))[0]).toMatchObject({ priceCents: 5500, offerPriceCents: 5500 })
  })

  test('that the shop has is found by its weight, however that is spaced', async () => {
    const name = aName()
    await importText(`name,category,price,weight\n${name},Fruits,60,500 g\n${name},Fruits,100,1 kg\n`)
    const changed = await importText(`name,category,price,weight\n${name},Fruits,55,500G\n`)
    expect(changed).toMatchObject({ added: 0, changed: 1 })
    expect((await productsOf(name)).map(({ priceCents }) => priceCents).sort()).toEqual([10_000, 5500])
    await expect(
      importText(`name,category,price,weight\n${name},Fruits,55,500g\n${name},Fruits,55,500 g\n`),
    ).rejects.toThrow('the same name and weight')
  })

  test('loses what is empty in a column of the file', async () => {
    const name = aName()
    await importText(`name,nameTh,category,price,stock\n${name},ส้ม,Fruits,10,5\n`)
    expect(await importText(`name,nameTh,category,price,stock\n${name},,Fruits,10,\n`)).toMatchObject({ changed: 1 })
    expect((await productsOf(name))[0]).toMatchObject({ nameTh: null, stock: null })
  })

  test('that could be one of several, or whose offer is above its new price, is refused', async () => {
    const [name, offered] = [aName(), aName()]
    await importText(
      `name,category,price,offerPrice,weight\n${name},Fruits,10,,1 kg\n${name},Fruits,6,,500 g\n${offered},Fruits,10,9,\n`,
    )
    expect(await problemsOf(`name,category,price\n${name},Fruits,11\n${offered},Fruits,8\n`)).toEqual([
      'Row 2, name: The shop has several products with this name. Add the column weight, so that the file says which one is meant.',
      'Row 3, price: The shop’s offer price is above this price. Add the column offerPrice.',
    ])
    expect((await productsOf(offered))[0]?.priceCents).toBe(1000)
  })

  test('with a price or an offer ten times or a tenth of its own is asked about, as in the seller’s forms', async () => {
    const [name, fresh] = [aName(), aName()]
    const header = 'name,category,price,offerPrice\n'
    await importText(`${header}${name},Fruits,1250.50,1100\n`)
    const hint = 'If that is right, run the command with --any-price.'
    const far = `${header}${name},Fruits,125.05,45\n${fresh},Fruits,1250.50,๔๕\n`
    expect(await problemsOf(far)).toEqual([
      `Row 2, price: $125.05 is a tenth of the price until now or less: $1,250.50. ${hint}`,
      `Row 2, offerPrice: $45.00 is a tenth of the price until now or less: $1,100.00. ${hint}`,
      `Row 3, offerPrice: $45.00 is a tenth of the price $1,250.50 or less. ${hint}`,
    ])
    await expect(importText(far, { check: true })).rejects.toThrow('Row 3, offerPrice')
    expect((await productsOf(name))[0]).toMatchObject({ priceCents: 125_050, offerPriceCents: 110_000 })
    expect(await productsOf(fresh)).toEqual([])
    expect(await problemsOf(`${header}${name},Fruits,12505,11000\n`)).toHaveLength(2)
    expect(await importText(`${header}${name},Fruits,125.06,125.06\n`)).toMatchObject({ changed: 1 })

    expect(await importText(far, { anyPrice: true })).toMatchObject({ added: 1 })
    // An unchanged value isn't reported again.
    expect(await importText(far.replace('Fruits', 'Vegetables'))).toMatchObject({ changed: 1 })
  })

  test('that was archived is added anew', async () => {
    const name = aName()
    const text = `name,category,price\n${name},Fruits,10\n`
    await importText(text)
    await shop.db.updateTable('product').set({ archivedAt: new Date() }).where('name', '=', name).execute()
    expect(await importText(text)).toMatchObject({ added: 1, changed: 0, same: 0 })
    expect(await productsOf(name)).toHaveLength(2)
  })

  test('of two imports at the same instant is added once', async () => {
    const name = aName()
    const rows = Array.from({ length: 600 }, (_, index) => `${name} ${index},Fruits,10\n`).join('')
    const outcomes = await Promise.all([1, 2].map(() => importText(`name,category,price\n${rows}`)))
    expect(outcomes.map(({ added }) => added).sort()).toEqual([0, 600])
    const { rows: counted } = await shop.pool.query('select count(*)::int as count from product where name like $1', [
      `${name} %`,
    ])
    expect(counted[0].count).toBe(600)
  })

  test('is seen by the open shop at once', async () => {
    const name = aName()
    await importText(`name,category,price\n${name},Fruits,10\n`)
    await shop.catalogueNotified()
    const [added] = await productsOf(name)
    const visitor = person(shop)
    const priceOf = async () => (await visitor.get(`/api/product/get?id=${added?.id}`)).json.product.price
    expect(await priceOf()).toBe(10)
    await importText(`name,category,price\n${name},Fruits,12\n`)
    await shop.catalogueNotified()
    expect(await priceOf()).toBe(12)
    const owner = await seller(shop)
    const log = await owner.get(`/api/staff/audit?q=${encodeURIComponent(name)}`)
    expect(JSON.stringify(log.json)).toContain('import')
  })
})

describe('a picture', () => {
  test('in the folder of the file is encoded, and given to a product that has none', async () => {
    const of = join(folder, 'with-pictures')
    await mkdir(join(of, 'more'), { recursive: true })
    await copyFile(picture, join(of, 'juice.webp'))
    await copyFile(picture, join(of, 'more', 'น้ำส้ม.webp'))
    const [name, bare] = [aName(), aName()]
    const header = 'name,category,price,pictures\n'
    await importText(`${header}${bare},Drinks,10,\n`)
    const text = `${header}${name},Drinks,10,juice.webp | more/น้ำส้ม.webp\n${bare},Drinks,10,juice.webp\n`
    const files = async () => (await readdir(shop.pictures)).length
    const before = await files()
    expect(await importText(text, { check: true, of })).toMatchObject({ added: 1, changed: 1, same: 0 })
    expect(await files()).toBe(before)
    expect(await importText(text, { of })).toMatchObject({ added: 1, changed: 1, same: 0 })
    const [added] = await productsOf(name)
    expect(added?.pictures).toHaveLength(2)
    expect((await productsOf(bare))[0]?.pictures).toEqual([added?.pictures[0]])
    expect(await readdir(shop.pictures)).toContain(added?.pictures[0]?.replace('/pictures/', ''))
    // Files are read only if a product needs them.
    await rm(of, { recursive: true })
    expect(await importText(text, { of })).toMatchObject({ added: 0, changed: 0, same: 2 })
  })

  test('that is missing, elsewhere or none is refused at its cell', async () => {
    const of = join(folder, 'wrong-pictures')
    await mkdir(of)
    await copyFile(picture, join(folder, 'outside.webp'))
    await copyFile(picture, join(of, 'good.webp'))
    await writeFile(join(of, 'text.jpg'), 'no picture')
    await writeFile(join(of, 'cut.webp'), (await readFile(picture)).subarray(0, 2000))
    const [good, wrong] = [aName(), aName()]
    const refusal = (pictures: string) =>
      problemsOf(`name,category,price,pictures\n${good},Drinks,10,good.webp\n${wrong},Drinks,10,${pictures}\n`, of)
    expect(await refusal('none.jpg')).toEqual([
      'Row 3, pictures: There is no picture “none.jpg” in the folder of the file.',
    ])
    for (const outside of ['../outside.webp', picture, '.'])
      expect(await refusal(outside)).toEqual([expect.stringContaining('isn’t in the folder of the file')])
    expect(await refusal('text.jpg|cut.webp')).toEqual([
      'Row 3, pictures: text.jpg is not a JPEG, PNG, WebP or AVIF picture',
    ])
    expect(await refusal('cut.webp')).toEqual(['Row 3, pictures: cut.webp is damaged and cannot be read'])
    expect([await productsOf(good), await productsOf(wrong)]).toEqual([[], []])
  })

  // Windows lets only administrators make links.
  test.skipIf(process.platform === 'win32')('that a link leads to is taken from the folder only', async () => {
    const of = join(folder, 'with-links')
    await mkdir(of)
    await copyFile(picture, join(folder, 'secret.webp'))
    await copyFile(picture, join(of, 'good.webp'))
    await symlink('good.webp', join(of, 'link.webp'))
    await symlink(join('..', 'secret.webp'), join(of, 'out.webp'))
    await symlink('..', join(of, 'up'))
    await symlink('nowhere.webp', join(of, 'broken.webp'))
    const name = aName()
    const textOf = (file: string) => `name,category,price,pictures\n${name},Drinks,10,${file}\n`
    for (const out of ['out.webp', 'up/secret.webp'])
      expect(await problemsOf(textOf(out), of)).toEqual([
        `Row 2, pictures: “${out}” is a link out of the folder of the file. Put the picture itself into the folder.`,
      ])
    expect(await problemsOf(textOf('broken.webp'), of)).toEqual([
      'Row 2, pictures: There is no picture “broken.webp” in the folder of the file.',
    ])
    // The folder itself may be reached by a link.
    const linked = join(folder, 'linked')
    await symlink(of, linked)
    expect(await importText(textOf('link.webp'), { of: linked })).toMatchObject({ added: 1, changed: 0, same: 0 })
  })
})

test('a category or tax class that is removed meanwhile is noticed in the transaction', async () => {
  const name = aName()
  const other = { ...config, categories: [...config.categories, { path: 'Gone', name: 'Gone', nameTh: 'หาย' }] }
  const csv = readProductCsv(Buffer.from(`name,category,price\n${name},Gone,1\n`), other)
  const value = JSON.stringify({ categories: config.categories })
  await shop.pool.query("insert into setting (topic, value) values ('categories', $1)", [value])
  try {
    const store = await diskStore(shop.pictures)
    const importing = importProducts({ db: shop.db, store, shop: other }, csv, { folder })
    await expect(importing).rejects.toThrow('categories or tax classes were changed just now')
    expect(await productsOf(name)).toEqual([])
  } finally {
    await shop.pool.query("delete from setting where topic = 'categories'")
  }
})

test('a product of the demo that the file names is the owner’s, and stays when the demo leaves', async () => {
  const [named, unnamed] = [aName(), aName()]
  const text = `name,category,price\n${named},Fruits,10\n`
  await importText(`${text}${unnamed},Fruits,10\n`)
  await shop.db.updateTable('product').set({ demo: true }).where('name', 'in', [named, unnamed]).execute()
  expect(await importText(text)).toMatchObject({ added: 0, changed: 1, same: 0 })
  expect(await importText(text)).toMatchObject({ added: 0, changed: 0, same: 1 })
  await leaveDemo(shop.db, { dataDir: folder } as Parameters<typeof leaveDemo>[1], { shopping: false })
  expect(await productsOf(named)).toHaveLength(1)
  expect(await productsOf(unnamed)).toHaveLength(0)
})

test('five thousand rows with long descriptions take few statements', async () => {
  const name = aName()
  const rows = (price: number) =>
    Array.from(
      { length: 5000 },
      (_, index) => `${name} ${index},"${'คำอธิบายสินค้า\n'.repeat(20)}",Fruits,${price},${index} g\n`,
    )
  const text = (price: number) => `name,description,category,price,weight\n${rows(price).join('')}`
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    for (const price of [10, 11, 11]) {
      query.mockClear()
      await importText(text(price))
      expect(query.mock.calls.length).toBeLessThan(50)
    }
  } finally {
    query.mockRestore()
  }
})

test('the problems of a refused file are in the order of its rows', () => {
  const { problems, message } = new CsvRefused([
    { row: 3, message: 'b' },
    { row: 2, column: 'price', message: 'a' },
  ])
  expect(problems.map(({ row }) => row)).toEqual([2, 3])
  expect(message).toBe('Row 2, price: a\nRow 3: b')
})

test('docs/operating.md explains every column', async () => {
  const guide = await readFile(new URL('../docs/operating.md', import.meta.url), 'utf8')
  const [, table = ''] = guide.split('\n| Column | What it holds |\n')
  const explained = table
    .split('\n\n')[0]
    ?.match(/^\| [^|]+ \|/gm)
    ?.join('')
  for (const { csv } of Object.values(productFields)) expect(explained).toContain(`\`${csv}\``)
})
