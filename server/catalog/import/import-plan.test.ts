import { describe, expect, test } from 'vitest'
import { changedColumns, planOf, suspiciousPrices } from './import-plan.ts'
import type { ImportedProduct } from './import-queries.ts'
import type { CsvColumn, CsvRow } from './product-csv.ts'

/** Some fields of a product, prices as plain cents. */
type Fields = Partial<Record<keyof CsvRow['product'], unknown>>
const product: Fields = {
  name: 'Potato',
  nameTh: 'มันฝรั่ง',
  description: ['Fresh'],
  descriptionTh: null,
  category: 'Vegetables',
  priceCents: 2000,
  offerPriceCents: 2000,
  weight: '1 kg',
  taxClass: 'standard',
}
/** A product of the shop, in stock without a count, with a picture. */
const present = (more: Partial<ImportedProduct> = {}) =>
  ({ id: 'potato', ...product, stock: null, pictures: ['/pictures/1'], demo: false, ...more }) as ImportedProduct
/** A row of the file, by default the product as the shop has it. */
const row = (more: Fields = {}, others: Partial<CsvRow> = {}): CsvRow => ({
  row: 2,
  product: { ...product, ...more } as CsvRow['product'],
  saysTaxClass: false,
  stock: null,
  pictures: [],
  ...others,
})
const every: CsvColumn[] = [
  'name',
  'nameTh',
  'description',
  'category',
  'price',
  'offerPrice',
  'weight',
  'stock',
  'taxClass',
]
const plan = (rows: CsvRow[], found: ImportedProduct[], columns: readonly CsvColumn[] = every) =>
  planOf({ columns: new Set(columns), rows, wrong: [], problems: [] }, found)
const without = (...columns: CsvColumn[]) => every.filter((each) => !columns.includes(each))

describe('the plan of an import', () => {
  test('adds what the shop doesn’t have, and leaves a product alone that is as in the file', () => {
    const added = row({ name: 'Mango' }, { row: 3 })
    expect(plan([row(), added], [present()])).toEqual({ adds: [added], changes: [], pictured: [], problems: [] })
  })

  test('finds a product by its name and weight in any spelling, and by its name alone in a file without weights', () => {
    const found = [present({ name: 'POTATO', weight: '1KG' })]
    expect(plan([row()], found).changes).toMatchObject([{ fields: { name: 'Potato', weight: '1 kg' } }])
    expect(plan([row({ weight: '2 kg' })], found).adds).toHaveLength(1)
    expect(plan([row({ weight: null })], found, without('weight')).changes).toMatchObject([
      { fields: { name: 'Potato' } },
    ])
  })

  test.each([
    ['1 kg', '1 กก.'],
    ['1 kg', '๑ กิโลกรัม'],
    ['1 kg', '1,000 g'],
    ['1 kg', '1kg.'],
    ['10 eggs', '10 ฟอง'],
    ['6 x 330 ml', '6 x 330 มล.'],
  ])('finds a product of %s by the weight %s', (stored, weight) => {
    const before = present({ weight: stored })
    expect(plan([row({ weight, category: 'Fruits' })], [before]).adds).toEqual([])
  })

  test.each([
    ['330 ml can', '330 ml bottle'],
    ['2 x 500 g', '1 kg'],
    ['1 bag', '1 box'],
    ['about 1 kg', '1 kg'],
  ])('a product of %s isn’t one of %s', (one, other) => {
    expect(plan([row({ weight: one })], [present({ weight: other })]).adds).toHaveLength(1)
  })

  test('changes the fields that differ, of the columns that the file has', () => {
    const changed = row({ nameTh: null, category: 'Fruits', description: ['New'] }, { stock: 5 })
    const before = present()
    expect(plan([changed], [before]).changes).toEqual([
      { present: before, row: changed, fields: { nameTh: null, category: 'Fruits', description: ['New'], stock: 5 } },
    ])
    expect(plan([changed], [before], without('nameTh', 'stock', 'description')).changes).toMatchObject([
      { fields: { category: 'Fruits' } },
    ])
    expect(plan([changed], [before], ['name', 'price', 'weight']).changes).toEqual([])
  })

  test('changes the tax class only if a cell names one', () => {
    const reduced = [present({ taxClass: 'reduced' })]
    expect(plan([row()], reduced).changes).toEqual([])
    expect(plan([row({}, { saysTaxClass: true })], reduced).changes).toMatchObject([
      { fields: { taxClass: 'standard' } },
    ])
  })

  test('a new price is the offer price too, unless the product has an offer; that mustn’t be above the price', () => {
    const dearer = row({ priceCents: 3000, offerPriceCents: 3000 })
    const columns = without('offerPrice')
    expect(plan([dearer], [present()], columns).changes).toMatchObject([
      { fields: { priceCents: 3000, offerPriceCents: 3000 } },
    ])
    const offered = plan([dearer], [present({ offerPriceCents: 1500 })], columns)
    expect(offered.changes.map(({ fields }) => fields)).toEqual([{ priceCents: 3000 }])
    expect(offered.problems).toEqual([])
    const below = row({ priceCents: 1499, offerPriceCents: 1499 }, { row: 7 })
    expect(plan([below], [present({ offerPriceCents: 1500 })], columns).problems).toEqual([
      { row: 7, column: 'price', message: 'The shop’s offer price is above this price. Add the column offerPrice.' },
    ])
    const equal = row({ priceCents: 1500, offerPriceCents: 1500 })
    expect(plan([equal], [present({ offerPriceCents: 1500 })], columns).problems).toEqual([])
  })

  test('gives pictures to a product that has none, and changes a product of the demo into the shop’s own', () => {
    const pictured = row({}, { pictures: ['a.jpg'] })
    expect(plan([pictured], [present()])).toMatchObject({ changes: [], pictured: [] })
    expect(plan([pictured], [present({ pictures: [] })])).toMatchObject({
      changes: [{ fields: {} }],
      pictured: [pictured],
    })
    expect(plan([row()], [present({ demo: true })]).changes).toMatchObject([{ fields: {} }])
  })

  test('says which column tells two products of the same name apart, or that none does', () => {
    const two = [present(), present({ id: 'another' })]
    const message = (columns: readonly CsvColumn[]) => plan([row()], two, columns).problems
    expect(message(every)).toEqual([
      {
        row: 2,
        column: 'name',
        message:
          'The shop has several products with this name and weight. Rename or archive one of them in the seller’s area.',
      },
    ])
    expect(message(without('weight'))).toEqual([
      {
        row: 2,
        column: 'name',
        message:
          'The shop has several products with this name. Add the column weight, so that the file says which one is meant.',
      },
    ])
  })
})

describe('a price that is probably a typing error', () => {
  const hint = 'If that is right, run the command with --any-price.'
  const of = (rows: CsvRow[], found: ImportedProduct[]) => suspiciousPrices(plan(rows, found), '฿')

  test('is ten times or a tenth of the product’s until now', () => {
    expect(of([row({ priceCents: 20_000, offerPriceCents: 2001 })], [present()])).toEqual([
      { row: 2, column: 'price', message: `฿200.00 is ten times the price until now or more: ฿20.00. ${hint}` },
    ])
    expect(of([row({ priceCents: 19_999, offerPriceCents: 2001 })], [present()])).toEqual([])
    // Said once, though it is a tenth of the price beside it as well.
    expect(of([row({ offerPriceCents: 200 })], [present()])).toEqual([
      { row: 2, column: 'offerPrice', message: `฿2.00 is a tenth of the price until now or less: ฿20.00. ${hint}` },
    ])
    expect(of([row({ priceCents: 200, offerPriceCents: 200 })], [present()])).toEqual([
      { row: 2, column: 'price', message: `฿2.00 is a tenth of the price until now or less: ฿20.00. ${hint}` },
      { row: 2, column: 'offerPrice', message: `฿2.00 is a tenth of the price until now or less: ฿20.00. ${hint}` },
    ])
  })

  test('is an offer of a tenth of the price beside it, of an added product or one whose offer is new', () => {
    const problem = { row: 2, column: 'offerPrice', message: `฿2.00 is a tenth of the price ฿20.00 or less. ${hint}` }
    expect(of([row({ offerPriceCents: 200 })], [])).toEqual([problem])
    expect(of([row({ offerPriceCents: 201 })], [])).toEqual([])
    // A tenth of the price, but not of the offer until now.
    expect(of([row({ offerPriceCents: 200 })], [present({ offerPriceCents: 1000 })])).toEqual([problem])
    // The shop had such an offer before.
    expect(of([row({ offerPriceCents: 190 })], [present({ offerPriceCents: 200 })])).toEqual([])
  })
})

test('the columns that change are counted, and the products that get pictures', () => {
  const found = [present({ pictures: [] }), present({ id: 'mango', name: 'Mango' })]
  const rows = [
    row({ category: 'Fruits' }, { pictures: ['a.jpg'] }),
    row({ name: 'Mango', category: 'Fruits' }, { stock: 1 }),
  ]
  expect(changedColumns(plan(rows, found))).toEqual({ category: 2, stock: 1, pictures: 1 })
  expect(changedColumns(plan([row()], [present()]))).toEqual({})
})
