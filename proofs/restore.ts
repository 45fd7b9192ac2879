import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { newId } from '../server/common/ids.ts'
import { withClient } from '../testing/database/with-client.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import { createBuyers, createProducts, placeOrder, withShops, withStartedDatabase } from './environment.ts'
import { Failures, type Finding, type Size } from './finding.ts'
import { rowsIn, type Snapshot, snapshotOf } from './snapshot.ts'

const run = promisify(execFile)

/**
 * Backs a shop up while shoppers order in it, and restores it into an empty one: everything that existed when the
 * backup began, but the photos of deliveries, must exist again, row by row and picture by picture. Then tries files
 * that are damaged, truncated, or no backup.
 */
export async function restore(size: Size): Promise<Finding> {
  const orders = size === 'whole' ? 2000 : 60
  const failures = new Failures()
  return withTempFolder(async (folder) => {
    const old = join(folder, 'old')
    const fresh = join(folder, 'fresh')
    const file = join(folder, 'shop.backup')
    const { people, products } = await withStartedDatabase(old, async ({ db }) => ({
      people: await createBuyers(db, Math.ceil(orders / 20)),
      products: await createProducts(db, 50, 100_000),
    }))
    await somePictures(old, size === 'whole' ? 400 : 20)

    let taken = 0
    await withShops({ dataDir: old }, async ([shop]) => {
      let over = false
      const lanes = Array.from({ length: 4 }, async (_, lane) => {
        for (let n = lane; !over; n += 4) {
          const buyer = people[Math.floor(n / 4) % people.length]
          const items = [{ product: products[n % products.length] ?? '', quantity: 1 }]
          if (buyer && shop) await placeOrder(shop.url, buyer, { items, idempotencyKey: newId() }).catch(() => {})
          taken += 1
        }
      })
      try {
        while (taken < orders / 2) await new Promise((resolve) => setTimeout(resolve, 10))
        await command('backup', old, file)
      } finally {
        over = true
        await Promise.all(lanes)
      }
    })

    await command('restore', fresh, file)
    const now = await tablesOf(old)
    const again = await tablesOf(fresh)
    // Shoppers continued to order after the backup, so the restored rows are a consistent part of the current ones.
    failures.checkEqual(again.size, now.size, 'tables')
    // Tables that orders don't change, except the time an address was last used.
    const steady: Snapshot = new Map()
    for (const table of ['shopper', 'address', 'seller']) {
      const columns = now.get(table)?.columns.filter((column) => column !== 'last_used_at')
      if (columns) steady.set(table, { columns, hash: '', count: 0 })
    }
    const before = await tablesOf(old, steady)
    for (const [table, { hash }] of await tablesOf(fresh, steady))
      failures.checkEqual(hash, before.get(table)?.hash, `rows of ${table}`)
    await wholeOrders(fresh, failures)
    failures.checkEqual(await picturesOf(fresh), await picturesOf(old), 'pictures')

    const second = join(folder, 'second.backup')
    const third = join(folder, 'third')
    await command('backup', fresh, second)
    await command('restore', third, second)
    const twice = await tablesOf(third)
    for (const [table, { hash }] of again)
      failures.checkEqual(twice.get(table)?.hash, hash, `rows of ${table}, restored twice`)

    const damaged = await damagedFiles(folder, file)
    for (const [name, path] of damaged) {
      const empty = join(folder, `empty-${name.replace(/\W/g, '-')}`)
      const message = await command('restore', empty, path).then(
        () => '',
        (error: { stderr?: string }) => error.stderr ?? '',
      )
      failures.check(message.trim().length > 20, `a file that is ${name} was refused without a message: ${message}`)
      failures.checkEqual(rowsIn(await tablesOf(empty)), 0, `rows in the shop after a file that is ${name}`)
    }
    const refusedFull = await command('restore', fresh, file).then(
      () => false,
      () => true,
    )
    failures.check(refusedFull, 'a backup was restored into a shop that is not empty')
    const megabytes = ((await stat(file)).size / 1e6).toFixed(1)
    return {
      guarantee:
        'A backup of a running shop restores everything but the photos of deliveries, and a damaged file changes nothing',
      did: `backed up while shoppers ordered, restored twice into empty shops; ${damaged.length} damaged files and a shop with data were refused`,
      figure: `${rowsIn(again)} rows of ${again.size} tables and ${await picturesOf(old).then((all) => all.split(' ').length)} pictures, ${megabytes} MB`,
      failures: failures.all,
    }
  })
}

function command(name: 'backup' | 'restore', dataDir: string, file: string) {
  const { DATABASE_URL: _, ...environment } = process.env
  return run(process.execPath, [resolve(import.meta.dirname, `../cli/${name}.ts`), file], {
    env: { ...environment, NODE_ENV: 'development', DATA_DIR: dataDir, INIT_CWD: '/' },
    maxBuffer: 10_000_000,
  })
}

const tablesOf = (dataDir: string, earlier?: Snapshot): Promise<Snapshot> =>
  withStartedDatabase(dataDir, ({ url }) => withClient(url, (client) => snapshotOf(client, earlier)))

/** Checks that every order has its lines, every line its order, and that counted stock matches them. */
async function wholeOrders(dataDir: string, failures: Failures): Promise<void> {
  await withStartedDatabase(dataDir, async ({ pool }) => {
    const { rows } = await pool.query<{ bare: number; wrong: number; orders: number }>(`
      select (select count(*)::int from shop_order o where not exists (select from order_line where order_id = o.id)) as bare,
        (select count(*)::int from product where stock <> 100000 - coalesce(
          (select sum(quantity) from order_line where product_id = product.id), 0)) as wrong,
        (select count(*)::int from shop_order) as orders`)
    failures.checkEqual(rows[0]?.bare, 0, 'orders without lines')
    failures.checkEqual(rows[0]?.wrong, 0, 'products whose stock is not what the orders left')
    failures.check((rows[0]?.orders ?? 0) > 0, 'no order was restored')
  })
}

async function somePictures(dataDir: string, count: number): Promise<void> {
  await mkdir(join(dataDir, 'pictures'), { recursive: true })
  for (let index = 0; index < count; index += 1) {
    const bytes = createHash('sha512').update(String(index)).digest()
    const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}-320x240.webp`
    await writeFile(join(dataDir, 'pictures', name), bytes)
  }
}

/** Returns names and contents of a shop's pictures, as one text. */
async function picturesOf(dataDir: string): Promise<string> {
  const names = (await readdir(join(dataDir, 'pictures')).catch(() => []))
    .filter((name) => !name.startsWith('.'))
    .sort()
  const all = await Promise.all(
    names.map(
      async (name) =>
        `${name}:${createHash('sha256')
          .update(await readFile(join(dataDir, 'pictures', name)))
          .digest('hex')}`,
    ),
  )
  return all.join(' ')
}

async function damagedFiles(folder: string, file: string): Promise<[string, string][]> {
  const bytes = await readFile(file)
  const flipped = Buffer.from(bytes)
  flipped[Math.floor(bytes.length / 2)] = (flipped[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff
  const files: [string, Buffer][] = [
    ['damaged', flipped],
    ['cut off', bytes.subarray(0, Math.floor(bytes.length * 0.7))],
    ['longer', Buffer.concat([bytes, Buffer.from('more')])],
    ['empty', Buffer.alloc(0)],
    ['of another kind', Buffer.from('PK\u0003\u0004 not a backup of a shop at all')],
  ]
  const paths: [string, string][] = []
  for (const [name, content] of files) {
    const path = join(folder, `${name.replace(/\W/g, '-')}.backup`)
    await writeFile(path, content)
    paths.push([name, path])
  }
  return paths
}
