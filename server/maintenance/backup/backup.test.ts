import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip, gzipSync } from 'node:zlib'
import pg from 'pg'
import { extract, type Header, pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pictureName } from '../../../contract/catalog/pictures.ts'
import { emptyDatabase } from '../../../testing/database/database.ts'
import { databaseProxy } from '../../../testing/database/database-proxy.ts'
import { withClient } from '../../../testing/database/with-client.ts'
import { anAddress, aProduct } from '../../../testing/makers/rows.ts'
import { person, seller, type TestShop, testShop, verified } from '../../../testing/shop.ts'
import { makePool } from '../../database/database.ts'
import { type Migration, migrate, readMigrations } from '../../database/migrations.ts'
import { diskStore, type PictureStore } from '../../media/store.ts'
import { backUp } from './back-up.ts'
import { BackupError, type Manifest } from './backup-format.ts'
import { restore } from './restore.ts'
import { renameWithoutReplacing } from './write-backup.ts'

let shop: TestShop
let folder: string
let pictures: PictureStore
let slips: PictureStore
let file: string
let manifest: Manifest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talad-backup-'))
  shop = await testShop()
  pictures = await diskStore(join(folder, 'pictures'))
  for (let count = 1; count <= 5; count += 1) {
    const bytes = randomBytes(count * 50_000)
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    await pictures.put(pictureName(hash, { width: 640, height: 480 }, count % 2 ? 'avif' : 'webp'), bytes)
  }
  slips = await diskStore(join(folder, 'slips'))
  for (const hash of ['a', 'b'])
    await slips.put(pictureName(hash.repeat(32), { width: 1080, height: 1600 }, 'webp'), randomBytes(70_000))
  await seller(shop)
  const mali = await verified(shop)
  const address = await anAddress(shop.db, mali.user._id)
  // Text that COPY has to escape.
  const hard = 'น้ำปลา\t"tab"\nline\r\n back\\slash \\N \\. {"a":1} ✓ 👍'
  for (const name of [hard, 'Potato', `${hard.repeat(3)}`.slice(0, 190)]) {
    const product = await aProduct(shop.db, { name, stock: 20 })
    await mali.post('/api/order/cod', { address, items: [{ product: product.id, quantity: 2 }] })
    await mali.post('/api/cart/update', { cartItems: { [product.id]: 3 } })
  }
  await shop.pool.query("update product set description = array['', $1, null]", [hard])
  await mali.post('/api/user/send-reset-otp', { email: mali.user.email })
  await person(shop).post('/api/user/login', { email: mali.user.email, password: 'wrong' })
  await shop.pool.query(`insert into sandbox_session (id, idempotency_key, request, expires_at, created_at)
    values ('endless', 'endless', '{}', 'infinity', '2026-11-21 08:00:00.123456+07')`)
  await shop.pool.query(
    "select graphile_worker.add_job('refund-payment', '{\"order\":\"x\"}', run_at => '2031-01-01', job_key => 'later', max_attempts => 7)",
  )
  await shop.pool.query("update graphile_worker._private_jobs set attempts = 3 where key = 'later'")
  file = join(folder, 'shop.backup')
  manifest = await backUp(file, { url: shop.url, store: pictures, slips, shop: '0.1.0' })
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

/** Returns every row of every table but the database's own id as text, in a fixed order, and the sequences. */
async function everything(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("set timezone = 'UTC'")
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'shop_id' order by 1",
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
    found[name] = rows.map(({ row }) => row)
  }
  const { rows: sequences } = await client.query<{ row: string }>(
    "select sequencename || ' ' || coalesce(last_value::text, 'unused') as row from pg_sequences where schemaname = 'public' order by 1",
  )
  found['its sequences'] = sequences.map(({ row }) => row)
  await client.end()
  return found
}

async function idOf(url: string): Promise<string | undefined> {
  const { rows } = await withClient(url, (client) => client.query<{ id: string }>('select id from shop_id'))
  return rows[0]?.id
}

async function isPaused(url: string): Promise<boolean> {
  const { rows } = await withClient(url, (client) => client.query('select from shop_id where restored_at is not null'))
  return rows.length > 0
}

async function jobsOf(url: string): Promise<unknown[]> {
  const { rows } = await withClient(url, (client) =>
    client.query(`
    select identifier, payload::text, run_at, attempts, max_attempts, key, jobs.priority from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = task_id where identifier <> 'send-code' order by jobs.id`),
  )
  return rows
}

async function filesOf(store: string): Promise<Map<string, string>> {
  const names = (await readdir(store)).sort()
  const hash = async (name: string) =>
    createHash('sha256')
      .update(await readFile(join(store, name)))
      .digest('hex')
  return new Map(await Promise.all(names.map(async (name) => [name, await hash(name)] as const)))
}

async function anEmptyShop() {
  const database = await emptyDatabase()
  const home = await mkdtemp(join(folder, 'target-'))
  const slipsHome = await mkdtemp(join(folder, 'slips-'))
  return { ...database, home, slipsHome, store: await diskStore(home), slips: await diskStore(slipsHome) }
}

describe('a backup', () => {
  test('restored into an empty shop has the same rows, sequences, jobs and pictures', async () => {
    const target = await anEmptyShop()
    await restore(file, target)
    const [before, after] = [await everything(shop.url), await everything(target.url)]
    expect(Object.keys(after)).toEqual(Object.keys(before))
    // A copy mustn't delete the pictures of the shop that it was made of.
    expect(await idOf(target.url)).not.toBe(await idOf(shop.url))
    // Nor refund, cancel and mail what that shop does.
    expect(await isPaused(target.url)).toBe(true)
    expect(await isPaused(shop.url)).toBe(false)
    for (const table of Object.keys(before)) expect(after[table], table).toEqual(before[table])
    // The tables must not be empty.
    for (const table of [
      'shopper',
      'shopper_credential',
      'seller',
      'product',
      'shop_order',
      'order_line',
      'cart',
      'rate_limit_counter',
    ])
      expect(before[table]?.length, table).toBeGreaterThan(0)
    expect(await jobsOf(target.url)).toEqual(await jobsOf(shop.url))
    expect((await jobsOf(shop.url)).length).toBeGreaterThanOrEqual(4)
    expect(await filesOf(target.home)).toEqual(await filesOf(join(folder, 'pictures')))
    expect(await filesOf(target.slipsHome)).toEqual(await filesOf(join(folder, 'slips')))
    expect(manifest.slips?.count).toBe(2)

    // The restored shop works: sequences continue, triggers notify, and no migration is missing.
    expect(await migrate(target.url)).toEqual([])
    await withClient(target.url, async (client) => {
      const { rows } = await client.query<{ next: string; last: string }>(
        "select nextval('shop_order_number_seq') as next, (select max(number) from shop_order) as last",
      )
      expect(Number(rows[0]?.next)).toBeGreaterThan(Number(rows[0]?.last))
      const off = await client.query("select tgname from pg_trigger where tgenabled <> 'O'")
      expect(off.rows).toEqual([])
    })
    await target.close()
  })

  test('a backup of a table of several entries, with rows larger than a chunk of the stream, has the same rows', async () => {
    await shop.pool.query(`insert into sandbox_session (id, idempotency_key, request, expires_at)
      select 'large-' || n, 'key-' || n, jsonb_build_object('text', repeat(md5(n::text), 30000)), now()
      from generate_series(1, 12) n`)
    const large = join(folder, 'large.backup')
    await backUp(large, { url: shop.url, store: pictures, slips, shop: '0.1.0' })
    const names = (await partsOf(large)).map(({ header }) => header.name)
    expect(names.filter((name) => name.startsWith('tables/sandbox_session/')).length).toBeGreaterThan(1)
    const target = await anEmptyShop()
    await restore(large, target)
    const [before, after] = [await everything(shop.url), await everything(target.url)]
    for (const table of Object.keys(before)) expect(after[table], table).toEqual(before[table])
    await target.close()
    // The other tests' backups are small.
    await shop.pool.query("delete from sandbox_session where id like 'large-%'")
  })

  test('can be restored into a shop that was opened but never used', async () => {
    const target = await anEmptyShop()
    await migrate(target.url)
    await restore(file, target)
    expect(await everything(target.url)).toEqual(await everything(shop.url))
    await target.close()
  })

  test('is a consistent snapshot: an order placed meanwhile is in it with all its lines, or not at all', async () => {
    const mali = await verified(shop)
    const address = await anAddress(shop.db, mali.user._id)
    const product = await aProduct(shop.db, { stock: 1000 })
    const during = join(folder, 'during.backup')
    let taken = false
    const taking = backUp(during, { url: shop.url, store: pictures, slips, shop: '0.1.0' }).finally(() => {
      taken = true
    })
    let sold = 0
    while (!taken && sold < 50) {
      sold += 1
      const body = { address, items: [{ product: product.id, quantity: 1 }] }
      await mali.post('/api/order/cod', body, { 'idempotency-key': `during-${sold}` })
    }
    await taking
    const target = await anEmptyShop()
    await restore(during, target)
    const { rows } = await withClient(target.url, (client) =>
      client.query<{ orders: number; lines: number; left: number }>(
        `select (select count(*)::int from shop_order where shopper_id = $1) as orders,
              (select count(*)::int from order_line join shop_order on id = order_id where shopper_id = $1) as lines,
              (select stock from product where id = $2) as left`,
        [mali.user._id, product.id],
      ),
    )
    const { orders, lines, left } = rows[0] ?? { orders: -1, lines: -2, left: -3 }
    expect([lines, left]).toEqual([orders, 1000 - orders])
    await target.close()
  })

  test('is readable by its owner only, never replaces a file, and leaves none behind if it fails', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await expect(backUp(file, { url: shop.url, store: pictures, slips, shop: '0.1.0' })).rejects.toMatchObject({
      code: 'EEXIST',
    })
    const broken = {
      ...pictures,
      read: async () => {
        throw new Error('the bucket is away')
      },
    }
    await mkdir(join(folder, 'failed'))
    const failed = backUp(join(folder, 'failed', 'shop.backup'), { url: shop.url, store: broken, slips, shop: '0.1.0' })
    await expect(failed).rejects.toThrow('the bucket is away')
    expect(await readdir(join(folder, 'failed'))).toEqual([])
    const away = backUp(join(folder, 'failed', 'deep', 'x.backup'), {
      url: shop.url,
      store: pictures,
      slips,
      shop: '0.1.0',
    })
    await expect(away).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('is renamed also on disks without links, and never replaces a file there', async () => {
    const [draft, target] = [join(folder, 'draft'), join(folder, 'on a stick')]
    const likeFat = async () => {
      throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' })
    }
    await writeFile(draft, 'first')
    await renameWithoutReplacing(draft, target, likeFat)
    expect(await readFile(target, 'utf8')).toBe('first')
    await writeFile(draft, 'second')
    await expect(renameWithoutReplacing(draft, target, likeFat)).rejects.toMatchObject({ code: 'EEXIST' })
    expect(await readFile(target, 'utf8')).toBe('first')
    await rm(draft)
    const empty = join(folder, 'never')
    await expect(renameWithoutReplacing(draft, empty, likeFat)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await readdir(folder)).not.toContain('never')
  })

  test('contains no queued code, and has the right counts', async () => {
    expect(manifest.tables.find(({ name }) => name === 'shop_order')?.rows).toBe(3)
    expect(manifest.pictures.count).toBe(5)
    const text = (await partsOf(file)).map(({ content }) => content.toString('latin1')).join('\n')
    // As a key of a payload; a table has a column of that name.
    expect(text).not.toMatch(/sealed\W*:/)
    expect(text).toContain('refund-payment')
  })

  test('counts its rows, though PostgreSQL sends their number only after the last one', async () => {
    const copyDone = Buffer.from([0x63, 0, 0, 0, 4])
    const proxy = await databaseProxy(shop.url, { pause: copyDone })
    const store = await diskStore(join(folder, 'pictures'))
    const { tables, jobs } = await backUp(join(folder, 'slow.backup'), { url: proxy.url, store, slips, shop: '1' })
    const there = await everything(shop.url)
    for (const { name, rows } of tables) expect(rows, name).toBe(there[name]?.length)
    expect(jobs.rows).toBe((await jobsOf(shop.url)).length)
    await proxy.cut()
  })

  test('a backup of a database without a shop is refused', async () => {
    const target = await anEmptyShop()
    const none = join(folder, 'none.backup')
    await expect(backUp(none, { url: target.url, store: pictures, slips, shop: '0.1.0' })).rejects.toThrow(
      'There is no shop',
    )
    await expect(stat(none)).rejects.toMatchObject({ code: 'ENOENT' })
    await target.close()
  })
})

describe('an older backup', () => {
  test('is upgraded by the migrations that came after it', async () => {
    const migrations = await readMigrations()
    const later: Migration[] = [
      ...migrations,
      { name: '9998-later.sql', sql: "alter table product add column shelf text not null default 'left'" },
      { name: '9999-last.sql', sql: "update product set shelf = 'right' where name = 'Potato'" },
    ]
    const target = await anEmptyShop()
    await restore(file, { ...target, migrations: later })
    const pool = makePool(target.url, { max: 1 })
    const { rows } = await pool.query("select name, shelf from product where name = 'Potato'")
    expect(rows).toEqual([{ name: 'Potato', shelf: 'right' }])
    expect((await everything(target.url)).migration).toHaveLength(later.length)
    expect((await everything(target.url)).shop_order).toEqual((await everything(shop.url)).shop_order?.slice(0, 3))
    await pool.end()
    await target.close()
  })

  test('a backup of the first version is upgraded too', async () => {
    const [first] = await readMigrations()
    const old = await anEmptyShop()
    await migrate(old.url, first ? [first] : [])
    await withClient(old.url, (client) =>
      client.query("insert into seller (id, name, email) values (gen_random_uuid(), 'Old', 'old@seller.example')"),
    )
    const sellersIn = async (url: string) => {
      // What is left of the first version's columns.
      const { rows } = await withClient(url, (client) =>
        client.query('select id, name, email, created_at, updated_at from seller'),
      )
      return rows
    }
    const oldFile = join(folder, 'old.backup')
    const taken = await backUp(oldFile, { url: old.url, store: old.store, slips: old.slips, shop: '0.0.1' })
    expect(taken.migrations).toHaveLength(1)
    expect(await sellersIn(old.url)).toHaveLength(1)
    const target = await anEmptyShop()
    await restore(oldFile, target)
    expect(await migrate(target.url)).toEqual([])
    expect(await sellersIn(target.url)).toEqual(await sellersIn(old.url))
    await old.close()
    await target.close()
  })

  test('isn’t restored into a shop that a newer version has opened', async () => {
    const target = await anEmptyShop()
    await migrate(target.url, [
      ...(await readMigrations()),
      { name: '9999-later.sql', sql: 'create table later (id int)' },
    ])
    const before = await everything(target.url)
    await expect(restore(file, target)).rejects.toThrow('opened by a newer version')
    expect(await everything(target.url)).toEqual(before)
    await target.close()
  })
})

/** An entry of a backup, to be changed by a test. */
type Part = { header: Pick<Header, 'name'> & Partial<Header>; content: Buffer }
async function partsOf(path: string): Promise<Part[]> {
  const parts: Part[] = []
  const archive = extract()
  const fed = pipeline(createReadStream(path), createGunzip(), archive)
  for await (const entry of archive) {
    const content: Buffer[] = []
    for await (const bytes of entry) content.push(bytes as Buffer)
    parts.push({ header: entry.header, content: Buffer.concat(content) })
  }
  await fed
  return parts
}
async function written(name: string, parts: Part[]): Promise<string> {
  const path = join(folder, name)
  const archive = pack()
  const done = pipeline(archive, createGzip(), createWriteStream(path))
  for (const { header, content } of parts)
    await new Promise<void>((resolve) =>
      archive.entry({ ...header, size: content.length }, () => resolve()).end(content),
    )
  archive.finalize()
  await done
  return path
}
const changed = (parts: Part[], name: RegExp, change: (content: Buffer) => Buffer): Part[] =>
  parts.map((part) => (name.test(part.header.name) ? { ...part, content: change(part.content) } : part))
/** Changes the JSON of an entry. */
const inJson = (set: (value: { migrations: object[] }) => object) => (content: Buffer) => {
  const value = JSON.parse(content.toString())
  return Buffer.from(JSON.stringify({ ...value, ...set(value) }))
}

test('a backup of the layout before slips is restored', async () => {
  const kept = (await partsOf(file)).filter(({ header }) => !header.name.startsWith('slips/'))
  const before = inJson(() => ({ slips: undefined, layout: 1 }))
  const target = await anEmptyShop()
  await restore(await written('layout-1', changed(kept, /json$/, before)), target)
  expect(await filesOf(target.home)).toEqual(await filesOf(join(folder, 'pictures')))
  expect(await filesOf(target.slipsHome)).toEqual(new Map())
  await target.close()
})

describe('a file is refused before anything changes', () => {
  const damages: [string, string, (parts: Part[]) => Promise<string>][] = [
    ['that isn’t there', "can't be read", async () => join(folder, 'nowhere.backup')],
    ['that is a folder', "can't be read", async () => folder],
    ['that is empty', 'is not a backup', () => bytesInto('empty', Buffer.alloc(0))],
    ['that is something else', 'is not a backup', () => bytesInto('text', Buffer.from('To whom it may concern'))],
    ['that is something else, compressed', 'is not a backup', () => bytesInto('gz', gzipSync(randomBytes(5000)))],
    [
      'that is another archive',
      'is not a backup',
      () => written('foreign', [{ header: { name: 'holiday.jpg' }, content: randomBytes(2000) }]),
    ],
    [
      'of another program with a manifest of its own',
      'is not a backup',
      (parts) =>
        written(
          'other',
          changed(
            parts,
            /^talad-backup/,
            inJson(() => ({ format: 'other' })),
          ),
        ),
    ],
    ...[0.1, 0.5, 0.9, 0.999].map((share): [string, string, () => Promise<string>] => [
      `that is cut off after ${share * 100}%`,
      'is damaged or cut off',
      async () => {
        const path = await bytesInto(`cut-${share}`, await readFile(file))
        await truncate(path, Math.floor((await stat(path)).size * share))
        return path
      },
    ]),
    [
      'whose last byte is missing',
      'is damaged or cut off',
      async () => bytesInto('short', (await readFile(file)).subarray(0, -1)),
    ],
    ...[0.2, 0.6, 0.95].map((share): [string, string, () => Promise<string>] => [
      `with one bit turned at ${share * 100}%`,
      'is damaged or cut off',
      async () => {
        const bytes = await readFile(file)
        const index = Math.floor(bytes.length * share)
        bytes[index] = (bytes[index] ?? 0) ^ 4
        return bytesInto(`turned-${share}`, bytes)
      },
    ]),
    [
      'with a row changed',
      'is damaged',
      (parts) =>
        written(
          'row',
          changed(parts, /^tables\/product\//, (content) =>
            Buffer.from(content.toString().replace('Potato', 'Tomato')),
          ),
        ),
    ],
    [
      'with a row taken out',
      'is damaged',
      (parts) =>
        written(
          'less',
          changed(parts, /^tables\/order_line\//, (content) => content.subarray(content.indexOf('\n') + 1)),
        ),
    ],
    [
      'without a table',
      'is damaged',
      (parts) =>
        written(
          'table',
          parts.filter(({ header }) => !header.name.startsWith('tables/cart')),
        ),
    ],
    [
      'without a picture',
      'is damaged',
      (parts) =>
        written(
          'picture',
          parts.filter(
            ({ header }, index) =>
              !(header.name.startsWith('pictures/') && parts[index - 1]?.header.name.startsWith('pictures/')),
          ),
        ),
    ],
    [
      'with a picture changed',
      'is damaged',
      (parts) =>
        written(
          'pixels',
          changed(parts, /^pictures\//, (content) => Buffer.concat([content, Buffer.from('x')])),
        ),
    ],
    ['without its manifest', 'is damaged', (parts) => written('manifest', parts.slice(0, -1))],
    [
      'with something after its manifest',
      'is damaged',
      (parts) => written('after', [...parts, { header: { name: 'jobs/000009' }, content: Buffer.from('x\n') }]),
    ],
    [
      'with a file that leads elsewhere',
      'is damaged',
      (parts) =>
        written('path', [
          ...parts.slice(0, -1),
          { header: { name: '../../outside.webp' }, content: Buffer.from('x') },
          ...parts.slice(-1),
        ]),
    ],
    [
      'with a link in it',
      'is damaged',
      (parts) => {
        const link: Part = {
          header: { name: 'pictures/link', type: 'symlink', linkname: '/etc/passwd' },
          content: Buffer.alloc(0),
        }
        return written('link', [...parts.slice(0, -1), link, ...parts.slice(-1)])
      },
    ],
    [
      'without one of its slips',
      'is damaged',
      (parts) =>
        written(
          'no-slip',
          parts.toSpliced(
            parts.findIndex(({ header }) => header.name.startsWith('slips/')),
            1,
          ),
        ),
    ],
    [
      'of a newer layout',
      'newer version',
      (parts) =>
        written(
          'layout',
          changed(
            parts,
            /json$/,
            inJson(() => ({ layout: 3 })),
          ),
        ),
    ],
    [
      'of a shop with a newer migration',
      'newer version',
      (parts) => {
        const newer = inJson(({ migrations }) => ({ migrations: [...migrations, { name: '9999-x.sql', sha256: 'x' }] }))
        return written('newer', changed(parts, /json$/, newer))
      },
    ],
    [
      'of a shop whose tables were made otherwise',
      'another shop',
      (parts) => {
        const other = inJson(({ migrations }) => ({ migrations: migrations.map((one) => ({ ...one, sha256: 'x' })) }))
        return written('otherwise', changed(parts, /json$/, other))
      },
    ],
  ]
  const bytesInto = async (name: string, bytes: Buffer) => {
    const path = join(folder, `${name}.damaged`)
    await writeFile(path, bytes)
    return path
  }

  test('every kind of damaged or foreign file is refused', { timeout: 60_000 }, async () => {
    const parts = await partsOf(file)
    const target = await anEmptyShop()
    const client = new pg.Client({ connectionString: target.url })
    await client.connect()
    for (const [what, words, make] of damages) {
      const refusal = await restore(await make(parts), target).then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(refusal, what).toBeInstanceOf(BackupError)
      expect((refusal as Error).message, what).toContain(words)
      expect(await everything(target.url), what).toEqual({ 'its sequences': [] })
      const { rows } = await client.query("select nspname from pg_namespace where nspname = 'graphile_worker'")
      expect(rows, what).toEqual([])
      expect(await readdir(target.home), what).toEqual([])
    }
    await client.end()
    // The unchanged file can be restored into the same shop.
    await restore(file, target)
    await target.close()
  })

  test('a restore into a shop that isn’t empty is refused', async () => {
    const target = await anEmptyShop()
    await migrate(target.url)
    const pool = makePool(target.url, { max: 1 })
    await pool.query(
      "insert into seller (id, name, email, role) values (gen_random_uuid(), 'Here', 'here@seller.example', 'owner')",
    )
    await pool.end()
    const before = await everything(target.url)
    await expect(restore(file, target)).rejects.toThrow("This shop isn't empty: it already has sellers.")
    expect(await everything(target.url)).toEqual(before)
    expect(await readdir(target.home)).toEqual([])
    await target.close()
  })

  test('a restore into a database with foreign tables is refused', async () => {
    const target = await anEmptyShop()
    const pool = makePool(target.url, { max: 1 })
    await pool.query('create table invoices (id int)')
    await pool.end()
    await expect(restore(file, target)).rejects.toThrow("a table invoices that isn't the shop's")
    await target.close()
  })
})

test('a restore that fails halfway leaves an empty shop', async () => {
  const target = await anEmptyShop()
  let stored = 0
  const full: Pick<PictureStore, 'put'> = {
    put: async (name, bytes) => {
      stored += 1
      if (stored === 3) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      await target.store.put(name, bytes)
    },
  }
  await expect(restore(file, { url: target.url, store: full, slips: target.slips })).rejects.toThrow('no space left')
  expect(await everything(target.url)).toEqual({ 'its sequences': [] })
  // It can be repeated.
  await restore(file, target)
  expect((await everything(target.url)).shop_order).toHaveLength(3)
  await target.close()
})
