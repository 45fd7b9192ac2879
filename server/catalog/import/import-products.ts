import { realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { standardTaxClass } from '../../../contract/pricing/pricing.ts'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import { limitConcurrency } from '../../common/concurrency-limit.ts'
import { Refusal } from '../../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../../database/database.ts'
import type { SentPicture } from '../../media/encode-sent-picture.ts'
import type { PictureStore } from '../../media/store.ts'
import { lockProductChoices } from '../../settings/product-choices.ts'
import { newProductIds, usualTaxClasses } from '../queries.ts'
import { storePictures } from '../store-pictures.ts'
import { changedColumns, type ImportPlan, planOf, suspiciousPrices } from './import-plan.ts'
import { changeProducts, insertProducts, lockImported, lockImports, productsNamed } from './import-queries.ts'
import {
  type CsvColumn,
  type CsvProblem,
  CsvRefused,
  type CsvRow,
  fieldMessages,
  nameKey,
  type ProductCsv,
  printable,
} from './product-csv.ts'

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
  /** Accepts prices that `suspiciousPrices` reports. */
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
  const suspicious = options.anyPrice ? [] : suspiciousPrices(planned, deps.shop.currency.symbol)
  const problems = [...csv.problems, ...planned.problems, ...suspicious, ...missing]
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
    const changed = plan.changes.map(({ present, row, fields }) => ({
      ...present,
      ...fields,
      ...(pictured.has(row) && { pictures: storedOf(row) }),
    }))
    for (let index = 0; index < changed.length; index += batchSize) {
      options.signal?.throwIfAborted()
      await changeProducts(tx, changed.slice(index, index + batchSize))
    }
    return { ...countsOf(csv, plan), taxed }
  })
}

const countsOf = ({ rows }: ProductCsv, plan: ImportPlan): Omit<ImportResult, 'taxed'> => ({
  added: plan.adds.length,
  changed: plan.changes.length,
  same: rows.length - plan.adds.length - plan.changes.length,
  columns: changedColumns(plan),
})

/** Returns how many products of the standard tax class a plan adds to categories where that is unusual. */
async function taxedUnusually(db: Db, { adds }: ImportPlan): Promise<ImportResult['taxed']> {
  const added = Map.groupBy(
    adds.filter(({ product }) => product.taxClass === standardTaxClass),
    ({ product }) => product.category,
  )
  const usual = await usualTaxClasses(db, [...added.keys()])
  return usual
    .filter(({ taxClass }) => taxClass !== standardTaxClass)
    .map(({ category, taxClass }) => ({ category, products: added.get(category)?.length ?? 0, usual: taxClass }))
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

/** Returns a picture's file, or its error. Neither names nor symbolic links can lead outside the folder. */
async function sentPicture(folder: string, name: string): Promise<SentPicture | string> {
  const path = resolve(folder, name)
  if (name.includes('\0') || !isWithin(folder, path))
    return `“${printable(name)}” isn’t in the folder of the file. Name pictures as they are called beside it.`
  const file = await realpath(path).catch(() => undefined)
  const found = file === undefined ? undefined : await stat(file)
  if (!file || !found?.isFile()) return `There is no picture “${printable(name)}” in the folder of the file.`
  if (!isWithin(await realpath(folder), file))
    return `“${printable(name)}” is a link out of the folder of the file. Put the picture itself into the folder.`
  return { name, source: { file, bytes: found.size } }
}

const isWithin = (folder: string, file: string) => file.startsWith(folder.endsWith(sep) ? folder : folder + sep)
