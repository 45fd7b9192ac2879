import { stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { standardTaxClass } from '../../contract/pricing/pricing.ts'
import { isSuspiciousPrice } from '../../contract/products/read-price.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { cents, formatMoney } from '../../contract/values/money.ts'
import { limitConcurrency } from '../common/concurrency-limit.ts'
import { Refusal } from '../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import type { SentPicture } from '../media/encode-sent-picture.ts'
import type { PictureStore } from '../media/store.ts'
import { lockProductChoices } from '../settings/product-choices.ts'
import {
  changeProducts,
  type ImportedProduct,
  insertProducts,
  lockImported,
  lockImports,
  productsNamed,
} from './import-queries.ts'
import {
  type CsvColumn,
  type CsvProblem,
  CsvRefused,
  type CsvRow,
  fieldMessages,
  keyOf,
  nameKey,
  type ProductCsv,
  printable,
} from './product-csv.ts'
import { type CheckedProduct, productFields } from './product-record.ts'
import { newProductIds, usualTaxClasses } from './queries.ts'
import { storePictures } from './store-pictures.ts'

export type ImportResult = {
  added: number
  changed: number
  same: number
  /** How many products change in each column of the file. */
  columns: Partial<Record<CsvColumn, number>>
  /** New products of the standard tax class in categories most of whose products have another one. */
  taxed: { category: string; products: number; usual: string }[]
}

type ImportDeps = { db: Db; store: PictureStore; shop: Pick<ShopConfig, 'categories' | 'tax' | 'currency'> }
type Options = {
  /** The folder of the file, in which its pictures are. */
  folder: string
  /** Dry run: checks the file and its pictures, and changes nothing. */
  check?: boolean
  /** Accepts prices that `farPrices` reports. */
  anyPrice?: boolean
  signal?: AbortSignal
  /** Is called while pictures are encoded. */
  onPictures?: (done: number, all: number) => void
}

/** Products that one statement writes. */
const batchSize = 500

/** Products whose pictures are encoded at the same time: each holds its encoded ones in memory. */
const maxConcurrent = 4

const changedMeanwhile = 'The shop’s products were changed while the pictures were encoded. Run the command again.'

/**
 * Adds a file's products, all or none. A product that the shop has already, by its name and weight, isn't added again:
 * it is changed in the columns that the file has, and gets the file's pictures if it has none. Pictures are stored
 * before the products, as for a product that a seller adds.
 *
 * Throws CsvRefused with every wrong cell.
 */
export async function importProducts(deps: ImportDeps, csv: ProductCsv, options: Options): Promise<ImportResult> {
  const names = csv.rows.map(({ product }) => product.name)
  const present = await productsNamed(deps.db, [...names, ...csv.wrong.map(({ name }) => name)])
  const planned = planOf(csv, present)
  const known = new Set(present.map(({ name }) => nameKey(name)))
  // A wrong row's product may have pictures already; then its own aren't needed.
  const unknown = csv.wrong.filter(({ name }) => !known.has(nameKey(name)))
  const { files, missing } = await filesOf([...planned.adds, ...planned.pictured, ...unknown], options)
  const far = options.anyPrice ? [] : farPrices(planned, deps.shop.currency.symbol)
  const problems = [...csv.problems, ...planned.problems, ...far, ...missing]
  if (problems.length > 0) throw new CsvRefused(problems)
  const pictures = await picturesOf(deps.store, files, options)
  const taxed = await taxedUnusually(deps.db, planned)
  if (options.check) return { ...countsOf(csv, planned), taxed }

  return inTransaction(deps.db, async (tx) => {
    await lockImports(tx)
    await lockAllChoices(tx, csv)
    const found = await productsNamed(tx, names)
    const ids = planOf(csv, found).changes.map(({ present }) => present.id)
    const locked = new Map((await lockImported(tx, ids)).map((product) => [product.id, product]))
    if (locked.size < ids.length) throw new Error(changedMeanwhile)
    const plan = planOf(
      csv,
      found.map((product) => locked.get(product.id) ?? product),
    )
    if (plan.problems.length > 0) throw new CsvRefused(plan.problems)
    const storedOf = (row: CsvRow) => {
      const stored = row.pictures.length > 0 ? pictures.get(row.row) : []
      if (!stored) throw new Error(changedMeanwhile)
      return stored
    }
    const newIds = await newProductIds(tx, plan.adds.length)
    const products = plan.adds.map((row, index) => ({
      ...row.product,
      id: newIds[index] as string,
      stock: row.stock,
      pictures: storedOf(row),
    }))
    for (let index = 0; index < products.length; index += batchSize) {
      options.signal?.throwIfAborted()
      await insertProducts(tx, products.slice(index, index + batchSize))
    }
    const pictured = new Set(plan.pictured)
    const changed = plan.changes.map(({ present, row, changes }) => ({
      ...present,
      ...changes,
      ...(pictured.has(row) && { pictures: storedOf(row) }),
    }))
    for (let index = 0; index < changed.length; index += batchSize) {
      options.signal?.throwIfAborted()
      await changeProducts(tx, changed.slice(index, index + batchSize))
    }
    return { ...countsOf(csv, plan), taxed }
  })
}

const countsOf = ({ rows }: ProductCsv, { adds, changes, pictured }: Plan): Omit<ImportResult, 'taxed'> => ({
  added: adds.length,
  changed: changes.length,
  same: rows.length - adds.length - changes.length,
  columns: changedColumns(changes, pictured),
})

function changedColumns(changes: Plan['changes'], pictured: readonly CsvRow[]): ImportResult['columns'] {
  const counts = Object.values(productFields).map(
    ({ csv, stored }) => [csv, changes.filter(({ changes }) => stored in changes).length] as const,
  )
  return Object.fromEntries([...counts, ['pictures', pictured.length] as const].filter(([, count]) => count > 0))
}

/** Returns how many products of the standard tax class a plan adds to categories where that is unusual. */
async function taxedUnusually(db: Db, { adds }: Plan): Promise<ImportResult['taxed']> {
  const added = Map.groupBy(
    adds.filter(({ product }) => product.taxClass === standardTaxClass),
    ({ product }) => product.category,
  )
  const usual = await usualTaxClasses(db, [...added.keys()])
  return usual
    .filter(({ taxClass }) => taxClass !== standardTaxClass)
    .map(({ category, taxClass }) => ({ category, products: added.get(category)?.length ?? 0, usual: taxClass }))
}

type Changes = Partial<CheckedProduct & { stock: number | null }>
type Plan = {
  adds: CsvRow[]
  changes: { present: ImportedProduct; row: CsvRow; changes: Changes }[]
  /** Rows of `changes` whose product gets its first pictures. */
  pictured: CsvRow[]
  problems: CsvProblem[]
}

/** Returns the plan of an import: added and changed products, by the names in the file. */
function planOf({ columns, rows }: ProductCsv, found: readonly ImportedProduct[]): Plan {
  // Without a column of weights the name alone identifies a product.
  const key = columns.has('weight') ? keyOf : ({ name }: { name: string }) => nameKey(name)
  const byKey = Map.groupBy(found, key)
  const problems: CsvProblem[] = []
  const plan: Plan = { adds: [], changes: [], pictured: [], problems }
  for (const row of rows) {
    const [present, another] = byKey.get(key(row.product)) ?? []
    if (!present) plan.adds.push(row)
    else if (another)
      problems.push({
        row: row.row,
        column: 'name',
        message: columns.has('weight')
          ? 'The shop has several products with this name and weight. Rename or archive one of them in the seller’s area.'
          : 'The shop has several products with this name. Add the column weight, so that the file says which one is meant.',
      })
    else {
      const changes = changesOf(present, row, columns)
      if ((changes.offerPriceCents ?? present.offerPriceCents) > (changes.priceCents ?? present.priceCents))
        problems.push({
          row: row.row,
          column: 'price',
          message: 'The shop’s offer price is above this price. Add the column offerPrice.',
        })
      const isPictured = row.pictures.length > 0 && present.pictures.length === 0
      if (isPictured) plan.pictured.push(row)
      if (isPictured || present.demo || Object.keys(changes).length > 0) plan.changes.push({ present, row, changes })
    }
  }
  return plan
}

/**
 * Returns the prices that are probably typing errors, by the rule of the seller's forms: ten times or a tenth of the
 * product's previous ones, or an offer of a tenth of the price beside it.
 */
function farPrices({ adds, changes }: Plan, symbol: string): CsvProblem[] {
  const hint = 'If that is right, run the command with --any-price.'
  const text = (amount: number) => formatMoney(cents(amount), symbol)
  const isFarOffer = ({ priceCents, offerPriceCents }: { priceCents: number; offerPriceCents: number }) =>
    isSuspiciousPrice(priceCents, offerPriceCents)
  const offerProblem = ({ row, product: { priceCents, offerPriceCents } }: CsvRow): CsvProblem => ({
    row,
    column: 'offerPrice',
    message: `${text(offerPriceCents)} is a tenth of the price ${text(priceCents)} or less. ${hint}`,
  })
  return [
    ...adds.filter(({ product }) => isFarOffer(product)).map(offerProblem),
    ...changes.flatMap(({ present, row, changes: changed }) => {
      const far = (['price', 'offerPrice'] as const).flatMap((column): CsvProblem[] => {
        const { stored } = productFields[column]
        const before = present[stored]
        const now = changed[stored]
        if (now === undefined || !isSuspiciousPrice(before, now)) return []
        const far = now > before ? 'ten times the price until now or more' : 'a tenth of the price until now or less'
        return [{ row: row.row, column, message: `${text(now)} is ${far}: ${text(before)}. ${hint}` }]
      })
      const isNewOffer = changed.offerPriceCents !== undefined && !isFarOffer(present)
      if (far.length > 0 || !isNewOffer || !isFarOffer({ ...present, ...changed })) return far
      return [offerProblem(row)]
    }),
  ]
}

/**
 * Returns the fields in which a product differs from the file's columns, with the file's values. With an empty tax
 * class the product keeps its own.
 */
function changesOf(
  present: ImportedProduct,
  { product, saysTaxClass, stock }: CsvRow,
  columns: ReadonlySet<CsvColumn>,
): Changes {
  const wanted = { ...product, stock }
  const fields = Object.values(productFields).flatMap(({ csv, stored }) =>
    columns.has(csv) && (csv !== 'taxClass' || saysTaxClass) ? [stored] : [],
  )
  // A product without an offer has none at its new price either.
  if (!columns.has('offerPrice') && present.offerPriceCents === present.priceCents) fields.push('offerPriceCents')
  const differing = fields.filter((field) => JSON.stringify(present[field]) !== JSON.stringify(wanted[field]))
  return Object.fromEntries(differing.map((field) => [field, wanted[field]]))
}

/** Locks the categories and tax classes of the file until the transaction ends. */
async function lockAllChoices(tx: Tx, { rows }: ProductCsv): Promise<void> {
  const choices = new Map(
    rows.map(({ product: { category, taxClass } }) => [`${category}\n${taxClass}`, { category, taxClass }]),
  )
  try {
    for (const choice of choices.values()) await lockProductChoices(tx, choice)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Error('The shop’s categories or tax classes were changed just now. Run the command again.')
  }
}

/** The files of a row's pictures. */
type RowFiles = { row: number; files: SentPicture[] }

/** Returns the files of the rows that have pictures, and those that are missing. */
async function filesOf(
  rows: readonly Pick<CsvRow, 'row' | 'pictures'>[],
  { folder }: Options,
): Promise<{ files: RowFiles[]; missing: CsvProblem[] }> {
  const missing: CsvProblem[] = []
  const files: RowFiles[] = []
  for (const { row, pictures } of rows) {
    if (pictures.length === 0) continue
    const sent = await Promise.all(pictures.map((name) => sentPicture(folder, name)))
    for (const found of sent) if (typeof found === 'string') missing.push({ row, column: 'pictures', message: found })
    files.push({ row, files: sent.filter((found) => typeof found !== 'string') })
  }
  return { files, missing }
}

/** Encodes and stores the pictures of rows, which takes seconds. Returns their URLs by row. */
async function picturesOf(
  store: PictureStore,
  rows: readonly RowFiles[],
  { check, signal, onPictures }: Options,
): Promise<Map<number, string[]>> {
  const problems: CsvProblem[] = []
  const urls = new Map<number, string[]>()
  const limit = limitConcurrency(maxConcurrent)
  const used: Pick<PictureStore, 'put'> = check ? { put: async () => {} } : store
  let done = 0
  await Promise.all(
    rows.map(({ row, files }) =>
      limit(async () => {
        signal?.throwIfAborted()
        try {
          urls.set(row, await storePictures(used, files))
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          for (const [, message] of fieldMessages(error.details.fields))
            problems.push({ row, column: 'pictures', message })
        }
        done += 1
        onPictures?.(done, rows.length)
      }),
    ),
  )
  if (problems.length > 0) throw new CsvRefused(problems)
  return urls
}

/** Returns a picture's file, or its error. Names can't lead outside the folder. */
async function sentPicture(folder: string, name: string): Promise<SentPicture | string> {
  const file = resolve(folder, name)
  if (name.includes('\0') || !file.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    return `“${printable(name)}” isn’t in the folder of the file. Name pictures as they are called beside it.`
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) return `There is no picture “${printable(name)}” in the folder of the file.`
  return { name, source: { file, bytes: found.size } }
}
