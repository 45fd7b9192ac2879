import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/*
 * A capability of the server writes only its own tables; the demo writes past orders, and nothing once the shop is
 * open. Imports can't show that: the queries of another capability's table would be SQL like any other.
 */

const root = resolve(import.meta.dirname, '../..')
const written =
  /\b(?:insert(?: \$\{prepared\})? into|update|delete from) ([a-z_]+)(?=[\s(])|\.(?:insertInto|updateTable|deleteFrom)\('(\w+)'\)/g
const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Returns the capabilities that write each of the tables. Leaves out the layers, and `demo-queries.ts` and
 * `shopper-data-queries.ts`, which remove the demo's and a shopper's data from all of them. Tables whose names are made
 * at run time, those of known browsers, sessions and passwords, aren't found.
 */
function writersOf(folder: string, tables: ReadonlySet<string>): Record<string, string[]> {
  const writers: Record<string, string[]> = {}
  for (const path of globSync('server/*/**/*.ts', { cwd: folder }).sort()) {
    const [, capability = ''] = path.split(/[/\\]/)
    if (['database', 'domain'].includes(capability) || /\.test\.ts$|(demo|shopper-data)-queries\.ts$/.test(path))
      continue
    for (const [, inSql, inKysely = ''] of readFileSync(join(folder, path), 'utf8').matchAll(written)) {
      const table = inSql ?? inSnakeCase(inKysely)
      if (tables.has(table)) writers[table] = [...new Set([...(writers[table] ?? []), capability])]
    }
  }
  return writers
}

const tables = new Set(
  Array.from(
    readFileSync(join(root, 'server/database/tables.ts'), 'utf8')
      .split('export interface DB {')[1]
      ?.matchAll(/^ {2}(\w+):/gm) ?? [],
    ([, name = '']) => inSnakeCase(name),
  ),
)

test('a table is written by one capability, except those that CONTRIBUTING names', () => {
  const writers = writersOf(root, tables)
  expect(Object.keys(writers).length).toBeGreaterThan(45)
  expect(Object.fromEntries(Object.entries(writers).filter(([, capabilities]) => capabilities.length > 1))).toEqual({
    // `claimAccount` empties them.
    address: ['accounts', 'addresses'],
    cart: ['accounts', 'cart'],
    // Orders take and return counted stock.
    product: ['catalog', 'orders'],
    // Owners change and delete accounts of the staff.
    seller: ['accounts', 'staff'],
    seller_session: ['accounts', 'staff'],
  })
})

test('the functions that CONTRIBUTING names there exist', () => {
  const named = [...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(/^- `(\w+)` in `(server\/[^`]+)`/gm)]
  expect(named.length).toBeGreaterThan(0)
  for (const [, name = '', path = ''] of named)
    expect(readFileSync(join(root, path), 'utf8'), name).toContain(`function ${name}(`)
})

test('a capability that writes another’s table is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'talad-owners-'))
  const plant = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  try {
    plant('server/cart/queries.ts', "sql`insert into cart (id) values (1)`; db.updateTable('orderLine')")
    plant('server/orders/queries.ts', 'sql`\n  delete from cart where id = 1`; sql`select from order_line`')
    plant('server/orders/promptpay/queries.ts', 'sql`update order_line set id = 2`')
    plant('server/orders/queries.test.ts', 'sql`update address set id = 2`')
    expect(writersOf(folder, tables)).toEqual({ cart: ['cart', 'orders'], order_line: ['cart', 'orders'] })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
