import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { importProducts } from '../server/catalog/import/import-products.ts'
import { CsvRefused, csvLimits, optionalColumns, readProductCsv } from '../server/catalog/import/product-csv.ts'
import { actAs } from '../server/common/actor.ts'
import { liveShop } from '../server/settings/live-shop.ts'
import { readConfig } from '../server/start/config.ts'
import { requireShop, runFileCommand, stopSignal, withPictures, withShop } from './shop-parts.ts'

/*
 * The owner's command that adds a shop's products from a spreadsheet, whether the shop is open or closed. Uses the
 * shop's settings.
 */

const usage = `Usage: npm run import -- FILE.csv            add the products of a spreadsheet, saved as CSV UTF-8
       npm run import -- FILE.csv --check    say what that would do, and change nothing
With --any-price it takes prices that are ten times the current ones, or a tenth, which it refuses otherwise.

The first row names the columns: name, category and price, and as wanted
${optionalColumns.join(', ')}.
Products that the shop has already, by name and weight, are changed to what the file says. If anything in the file is
wrong, it is listed and nothing is changed. docs/operating.md explains the columns.
`

/** Who made the changes, in the audit log. */
const actor = 'import'

await runFileCommand(
  usage,
  { check: { type: 'boolean', default: false }, 'any-price': { type: 'boolean', default: false } },
  async (file, { check, 'any-price': anyPrice }) => {
    const bytes = await contentOf(file)
    const config = readConfig(process.env)
    requireShop(config)
    const signal = stopSignal()
    const { added, changed, same, columns, taxed } = await withPictures(config, ({ store }) =>
      withShop(
        config,
        async (db) => {
          const live = liveShop(db, config.shop)
          await live.refresh()
          const csv = readProductCsv(bytes, live.shop)
          return actAs(actor, () =>
            importProducts({ db, store, shop: live.shop }, csv, {
              folder: dirname(file),
              check,
              anyPrice,
              signal,
              onPictures: showPictures,
            }),
          )
        },
        { statementMilliseconds: 0 },
      ),
    ).catch((error) => {
      if (!(error instanceof CsvRefused)) throw error
      throw new Error(`Nothing was changed. In ${file}:\n${error.message}`)
    })
    const [changes, others] = [changed, same].map((count) => count.toLocaleString('en'))
    const adds = `${added.toLocaleString('en')} ${added === 1 ? 'product' : 'products'}`
    const what = Object.entries(columns).map(([column, count]) => `${column} of ${count.toLocaleString('en')}`)
    const details = what.length > 0 ? `\nChanges: ${what.join(', ')}.` : ''
    const result = check
      ? `Nothing is wrong with the file. Importing it would add ${adds} and change ${changes}; ${others} are as they would be.`
      : `${adds} added, ${changes} changed, ${others} as they were.`
    const remarks = taxed.map(
      ({ category, products, usual }) =>
        `\nTax: the new products of ${category} (${products.toLocaleString('en')}) have the standard tax class; most products there have ${usual}. The column taxClass sets it.`,
    )
    return result + details + remarks.join('')
  },
)

/** Reads a file of at most the size that is accepted, and a byte more. */
async function contentOf(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const bytes = Buffer.alloc(Math.min(size, csvLimits.bytes) + 1)
    let read = 0
    for (;;) {
      const { bytesRead } = await handle.read(bytes, read, bytes.length - read)
      read += bytesRead
      if (bytesRead === 0 || read === bytes.length) return bytes.subarray(0, read)
    }
  } catch (error) {
    // The error of a folder doesn't name it.
    throw Object.assign(error as Error, { path: file })
  } finally {
    await handle.close()
  }
}

function showPictures(done: number, all: number): void {
  if (done % 100 === 0 || (done === all && all >= 100)) process.stderr.write(`Pictures of ${done} of ${all} products\n`)
}
