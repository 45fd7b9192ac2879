import { CsvError, parse } from 'csv-parse/sync'
import { packSizeOf } from '../../../contract/catalog/pack-size.ts'
import { readPrice } from '../../../contract/catalog/read-price.ts'
import { thaiWeight } from '../../../contract/catalog/thai-weight.ts'
import { type ProductInput, productInput } from '../../../contract/entities/product.ts'
import type { FieldErrorCode } from '../../../contract/messages/field-errors.ts'
import { fieldErrorMessageAt } from '../../../contract/messages/field-names.ts'
import { findCategory, type ShopConfig } from '../../../contract/settings/shop.ts'
import { limits, serverLimits } from '../../../contract/values/limits.ts'
import { toWire } from '../../../contract/values/money.ts'
import { readWhole } from '../../../contract/values/read-whole.ts'
import { currencySigns } from '../../../contract/values/typed-amount.ts'
import { normaliseText } from '../../common/normalise-text.ts'
import { Refusal, type RefusalDetails } from '../../common/refusal.ts'
import { refusalOfIssues } from '../../common/zod-refusal.ts'
import { pricesOf } from '../product-prices.ts'
import { type CheckedProduct, checkedProduct, productFields } from '../product-to-wire.ts'

/*
 * A shop's products in a CSV file (RFC 4180) as spreadsheets write it: comma, semicolon or tab, UTF-8 with or without a
 * byte order mark, the names of the columns in the first row.
 */

export type CsvColumn = (typeof productFields)[keyof typeof productFields]['csv'] | 'pictures'
const columnNames: readonly CsvColumn[] = [...Object.values(productFields).map(({ csv }) => csv), 'pictures']
const required: readonly CsvColumn[] = ['name', 'category', 'price']
export const optionalColumns = columnNames.filter((column) => !required.includes(column))

export const csvLimits = { bytes: 10_000_000, rows: serverLimits.wholeList } as const

/** Characters of a row: the longest product has 110,000. Text after a quotation mark that is never closed has more. */
const maxRecord = 200_000

/** A row as a new product would be. `row` is its number in a spreadsheet, which counts the header. */
export type CsvRow = {
  row: number
  product: CheckedProduct
  /** Whether a cell names the tax class. Otherwise a new product has the standard one. */
  saysTaxClass: boolean
  stock: number | null
  pictures: string[]
}

/** A row with a wrong cell. Its name is empty if that is wrong. */
export type WrongRow = { row: number; name: string; weight: string | null; pictures: string[]; problems: CsvProblem[] }

/** `columns` are those that the file has, `rows` and `wrong` its rows. With `problems` it must not be imported. */
export type ProductCsv = {
  columns: ReadonlySet<CsvColumn>
  rows: CsvRow[]
  wrong: WrongRow[]
  problems: CsvProblem[]
}

/** The error of a cell or a row, and what to do. */
export type CsvProblem = { row: number; column?: CsvColumn; message: string }

/** Problems that are listed; of more only the number is said. */
const maxListed = 50

/** A file that isn't imported. Its message lists the problems, one a line. */
export class CsvRefused extends Error {
  readonly problems: readonly CsvProblem[]

  constructor(problems: readonly CsvProblem[]) {
    const sorted = problems.toSorted((a, b) => a.row - b.row)
    const lines = sorted
      .slice(0, maxListed)
      .map(({ row, column, message }) => `Row ${row}${column ? `, ${column}` : ''}: ${message}`)
    const others = problems.length - lines.length
    super([...lines, ...(others > 0 ? [`… and ${others.toLocaleString('en')} more.`] : [])].join('\n'))
    this.problems = sorted
  }
}

/**
 * Reads products from a CSV file. A product without an English text has the Thai one in both languages, and one without
 * an offer price is sold at its price, as in the seller's form.
 *
 * Returns every wrong cell as a problem, which `importProducts` lists with those that it finds. Throws an Error for a
 * file that can't be read at all.
 */
export function readProductCsv(
  bytes: Uint8Array,
  shop: Pick<ShopConfig, 'categories' | 'currency' | 'tax'>,
): ProductCsv {
  const [header = [], ...records] = recordsOf(textOf(bytes))
  const columns = columnsOf(header)
  const problems: CsvProblem[] = []
  const rows: CsvRow[] = []
  const wrong: WrongRow[] = []
  const rowOfProduct = new Map<string, number>()
  for (const [index, cells] of records.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const row = index + 2
    const found = rowOf(row, cells, columns, shop)
    if ('problems' in found) {
      problems.push(...found.problems)
      wrong.push(found)
      if (found.name === '') continue
    } else rows.push(found)
    const key = keyOf('product' in found ? found.product : found)
    const earlier = rowOfProduct.get(key)
    if (earlier === undefined) rowOfProduct.set(key, row)
    else
      problems.push({
        row,
        column: 'name',
        message: `Row ${earlier} has the same name and weight. Remove one of the two rows, or give them different weights.`,
      })
  }
  if (rows.length + wrong.length === 0)
    throw new Error('The file has no products: below its header all rows are empty.')
  return { columns: new Set(columns), rows, wrong, problems }
}

/**
 * Products with the same key are the same product: name and weight, in any letter case. `500g`, `500 g`, `0.5 kg` and
 * `500 กรัม` are the same weight.
 */
export const keyOf = ({ name, weight }: Pick<CheckedProduct, 'name' | 'weight'>) =>
  `${nameKey(name)}\n${weightKey(weight ?? '')}`

function weightKey(weight: string): string {
  // Only a number and its unit: "330 ml can" and "330 ml bottle" are two products.
  const isPlain = /^[\d๐-๙.,/½¼¾]+\s*\p{L}[\p{L}\p{M}.]*$/u.test(weight.trim())
  const size = isPlain ? packSizeOf(weight) : null
  if (size && size.unit !== 'piece') return `${size.amount}${size.unit}`
  // As Thai screens show it: "10 ฟอง" for "10 eggs".
  return nameKey(thaiWeight(weight) ?? weight).replaceAll(/\s/g, '')
}

/** Names with the same key are the same name, in any letter case. */
export const nameKey = (name: string) => normaliseText(name).toLowerCase()

function textOf(bytes: Uint8Array): string {
  if (bytes.length > csvLimits.bytes)
    throw new Error(`The file is larger than ${csvLimits.bytes / 1e6} MB. Split it into several files.`)
  try {
    // Removes the byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error(
      'The file isn’t text in UTF-8. In Excel choose Save As and “CSV UTF-8 (Comma delimited)”; Google Sheets downloads CSV as UTF-8.',
    )
  }
}

function recordsOf(file: string): string[][] {
  const options = { relaxColumnCount: true, maxRecordSize: maxRecord }
  // Some programs begin with a line that tells Excel the separator.
  const text = file.replace(/^"?sep=[,;\t]"?\r?\n/i, '')
  // The separator with which the header has most columns.
  const [best] = [',', ';', '\t']
    .map((delimiter) => ({ delimiter, columns: headerOf(text, { ...options, delimiter }).length }))
    .sort((a, b) => b.columns - a.columns)
  try {
    const records = parse(text, { ...options, delimiter: best?.delimiter ?? ',', to: csvLimits.rows + 2 })
    if (records.length > csvLimits.rows + 1)
      throw new Error(
        `The file has more than ${csvLimits.rows.toLocaleString('en')} rows. Split it into several files.`,
      )
    return records
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_MAX_RECORD_SIZE')
      throw new Error(
        `The row at line ${error.lines ?? '?'} has more than ${maxRecord.toLocaleString('en')} characters. Is a quotation mark before it never closed?`,
      )
    throw new Error(
      `Line ${error.lines ?? '?'} can’t be read as CSV (${error.code}): a cell with a quotation mark in it is written in quotation marks, with its own ones doubled.`,
    )
  }
}

function headerOf(text: string, options: { delimiter: string }): string[] {
  try {
    return parse(text, { ...options, relaxColumnCount: true, to: 1 })[0] ?? []
  } catch {
    return []
  }
}

function columnsOf(header: readonly string[]): CsvColumn[] {
  const known = `The columns are: ${columnNames.join(', ')}.`
  const names = header.map((cell) => cell.trim())
  // Spreadsheets end rows with empty cells.
  while (names.at(-1) === '') names.pop()
  const columns = names.map((name) => {
    const column = columnNames.find((each) => each.toLowerCase() === name.toLowerCase())
    if (!column) throw new Error(`There is no column ${name ? `“${printable(name)}”` : 'without a name'}. ${known}`)
    return column
  })
  const twice = columns.find((column, index) => columns.indexOf(column) !== index)
  if (twice) throw new Error(`The column ${twice} is there twice.`)
  const missing = required.filter((column) => !columns.includes(column))
  if (missing.length > 0)
    throw new Error(`The first row names the columns, and ${missing.join(', ')} must be among them. ${known}`)
  return columns
}

/** Returns a row's product, or the errors of its cells. */
function rowOf(
  row: number,
  cells: readonly string[],
  columns: readonly CsvColumn[],
  shop: Pick<ShopConfig, 'categories' | 'currency' | 'tax'>,
): CsvRow | WrongRow {
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    const message = `It has more cells than the header has columns (${columns.length}). A cell with a separator in it is written in quotation marks.`
    return { row, name: '', weight: null, pictures: [], problems: [{ row, message }] }
  }
  const cell = (column: CsvColumn) => cells[columns.indexOf(column)]?.trim() ?? ''
  const problems = new Map<CsvColumn, string>()
  const price = priceOf('price', cell('price'), shop, problems)
  const offerPrice = cell('offerPrice') ? priceOf('offerPrice', cell('offerPrice'), shop, problems) : price
  const stock = stockOf(cell('stock'), problems)
  const pictures = cell('pictures')
    .split('|')
    .flatMap((name) => name.trim() || [])
  if (pictures.length > limits.pictures)
    problems.set('pictures', fieldErrorMessageAt('images', 'too_many', 'en', { max: limits.pictures }))
  const description = linesOf(cell('description'))
  const descriptionTh = linesOf(cell('descriptionTh'))
  const input = {
    ...textsOf(cell),
    name: cell('name') || cell('nameTh'),
    description: description.length > 0 ? description : descriptionTh,
    descriptionTh: descriptionTh.length > 0 ? descriptionTh : null,
    category: categoryOf(cell('category'), shop, problems),
    price,
    offerPrice,
    stock,
    taxClass: taxClassOf(cell('taxClass'), shop, problems),
  } satisfies ProductInput
  // A wrong cell already has its own message; its value here is a placeholder.
  const product = checked(input, shop, problems)
  if (product) return { row, product, saysTaxClass: cell('taxClass') !== '', stock, pictures }
  return {
    row,
    name: problems.has('name') ? '' : input.name,
    weight: input.Weight,
    pictures: problems.has('pictures') ? [] : pictures,
    problems: [...problems].map(([column, message]) => ({ row, column, message })),
  }
}

const fieldNames = Object.keys(productFields) as (keyof typeof productFields)[]

/** Returns every field's cell as text, or null if it is empty. */
function textsOf(cell: (column: CsvColumn) => string) {
  const texts = {} as Record<keyof ProductInput, string | null>
  for (const field of fieldNames) texts[field] = cell(productFields[field].csv) || null
  return texts
}

/** Returns the product, or undefined with the problems of its cells, as the seller's form would show them. */
function checked(
  input: Pick<ProductInput, 'price' | 'offerPrice'>,
  shop: Pick<ShopConfig, 'categories' | 'currency' | 'tax'>,
  problems: Map<CsvColumn, string>,
): CheckedProduct | undefined {
  const parsed = productInput.safeParse(input)
  note(problems, () => {
    if (!parsed.success) throw refusalOfIssues(parsed.error.issues)
  })
  // The prices are compared even if other cells are wrong, so that one run lists all errors.
  if (!problems.has('price') && !problems.has('offerPrice')) note(problems, () => pricesOf(input))
  const product = parsed.success && problems.size === 0 && note(problems, () => checkedProduct(shop, parsed.data))
  return product && problems.size === 0 ? product : undefined
}

/** Makes a check and returns its result; records a refusal as problems of its columns, unless they have one. */
function note<T>(problems: Map<CsvColumn, string>, check: () => T): T | undefined {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    for (const [path, message] of fieldMessages(error.details.fields)) {
      const { csv: column } = productFields[path.split('.')[0] as keyof typeof productFields]
      if (!problems.has(column)) problems.set(column, message)
    }
    return undefined
  }
}

/** Returns the messages of a refusal, by path. */
export function fieldMessages(fields: RefusalDetails['fields'] = {}): [path: string, message: string][] {
  return Object.entries(fields).map(([path, field]) => {
    const { error, values } = typeof field === 'string' ? { error: field, values: {} } : field
    return [path, fieldErrorMessageAt(path, error as FieldErrorCode, 'en', values)]
  })
}

function priceOf(
  column: 'price' | 'offerPrice',
  typed: string,
  { currency }: Pick<ShopConfig, 'currency'>,
  problems: Map<CsvColumn, string>,
): number {
  const [sign = currency.symbol] = typed.match(currencySigns) ?? []
  if (sign !== currency.symbol) {
    problems.set(
      column,
      `The price is in ${sign}, and the shop’s currency is ${currency.code} (${currency.symbol}). Set the currency in shop.config.ts or, if the number is right, leave the sign out.`,
    )
    return 1
  }
  const { cents, error, values } = readPrice(typed)
  if (cents !== undefined) return toWire(cents)
  problems.set(column, fieldErrorMessageAt(column, error, 'en', values))
  return 1
}

function stockOf(typed: string, problems: Map<CsvColumn, string>): number | null {
  if (typed.trim() === '') return null
  const count = readWhole(typed, { max: limits.stock })
  if (count !== undefined) return count
  problems.set(
    'stock',
    `A whole number from 0 to ${limits.stock.toLocaleString('en')}, or nothing if the pieces aren’t counted`,
  )
  return null
}

function categoryOf(typed: string, shop: Pick<ShopConfig, 'categories'>, problems: Map<CsvColumn, string>): string {
  const found = findCategory(shop, typed) ?? shop.categories.find((category) => isNamed(category, typed))
  if (found) return found.path
  const paths = shop.categories.map(({ path }) => path).join(', ')
  problems.set('category', `There is no category “${printable(typed)}”. Use one of these, or its name: ${paths}`)
  return ''
}

function taxClassOf(typed: string, { tax }: Pick<ShopConfig, 'tax'>, problems: Map<CsvColumn, string>): string | null {
  if (typed === '') return null
  const isId = ({ id }: { id: string }) => id.toLowerCase() === typed.toLowerCase()
  const found = tax.classes.find(isId) ?? tax.classes.find((each) => isNamed(each, typed))
  if (found) return found.id
  const ids = tax.classes.map(({ id }) => id).join(', ')
  problems.set('taxClass', `There is no tax class “${printable(typed)}”. Use one of these, or its name: ${ids}`)
  return null
}

const isNamed = ({ name, nameTh }: { name: string; nameTh: string }, typed: string) =>
  typed !== '' && [name, nameTh].some((each) => nameKey(each) === nameKey(typed))

const linesOf = (text: string) => text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')

/** Returns text of the file for a message: a terminal would obey control characters. */
export const printable = (text: string) => {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
  return plain.length <= 60 ? plain : `${plain.slice(0, 60)}…`
}
