import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pictureName } from '../contract/catalog/pictures.ts'
import { makeDb, makePool } from '../server/database/database.ts'
import { startEmbeddedPostgres } from '../server/database/embedded/start.ts'
import { migrate } from '../server/database/migrations.ts'
import { diskStore } from '../server/media/store.ts'
import { aProduct } from '../testing/makers/rows.ts'

let folder: string
let dataDir: string
const picture = pictureName('a'.repeat(32), { width: 160, height: 120 }, 'webp')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talad-backup-command-'))
  dataDir = join(folder, 'ตลาด ของฉัน')
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false })
  await migrate(postgres.url)
  const pool = makePool(postgres.url, { max: 1 })
  await aProduct(makeDb(pool), { name: 'มะม่วง' })
  await pool.end()
  await postgres.stop()
  await (await diskStore(join(dataDir, 'pictures'))).put(picture, Buffer.from('a picture'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Outcome = { code: number | null; output: string; error: string }

/** Runs a command as npm does: in the project's folder, with the user's folder in INIT_CWD. */
function command(name: 'backup' | 'restore' | 'resume', args: string[], home: string): Promise<Outcome> {
  const { DATABASE_URL: _url, ...environment } = process.env
  const program = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...environment, NODE_ENV: 'development', DATA_DIR: home, INIT_CWD: folder },
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

async function productsIn(home: string): Promise<string[]> {
  const postgres = await startEmbeddedPostgres({ dataDir: home, durable: false })
  const pool = makePool(postgres.url, { max: 1 })
  const { rows } = await pool.query<{ name: string }>('select name from product')
  await pool.end()
  await postgres.stop()
  return rows.map(({ name }) => name)
}

describe('the owner’s commands for backups', { timeout: 120_000 }, () => {
  test('back up a running shop, and restore it into a new folder', async () => {
    const running = await startEmbeddedPostgres({ dataDir, durable: false })
    const backup = await command('backup', ['shop.backup'], dataDir)
    await running.stop()
    expect(backup.error).toBe('')
    expect(backup.output).toMatch(
      /^Backed up the shop in .*: 0 orders, 1 product\.\n.*shop\.backup: \d+ rows of \d+ tables, 1 picture, 0 pictures of slips, \d+\.\d MB\n/,
    )
    // Another shop than the one that was meant, such as the demo's, would show here.
    expect(backup.output).toContain('WARNING: the shop in')
    expect(await readdir(folder)).toContain('shop.backup')

    const fresh = join(folder, 'fresh')
    const restored = await command('restore', [join(folder, 'shop.backup')], fresh)
    expect(restored.error).toBe('')
    expect(restored.output).toMatch(
      /^Restored the shop of .*Z into .*fresh: \d+ rows of \d+ tables, 1 picture, 0 pictures of slips\nIt is paused: .*\nIf it replaces the shop: .*npm run resume\n$/,
    )
    expect(await productsIn(fresh)).toEqual(['มะม่วง'])
    expect((await (await diskStore(join(fresh, 'pictures'))).read(picture))?.toString()).toBe('a picture')

    expect(await command('resume', [], fresh)).toMatchObject({ code: 0, output: expect.stringMatching(/^Resumed: /) })
    expect(await command('resume', [], fresh)).toEqual({ code: 0, output: 'It is not paused.\n', error: '' })

    const twice = await command('restore', ['shop.backup'], fresh)
    expect([twice.code, twice.output]).toEqual([1, ''])
    expect(twice.error).toContain("This shop isn't empty: it already has products.")
    const over = await command('backup', ['shop.backup'], dataDir)
    expect(over).toEqual({ code: 1, output: '', error: 'That file exists already. Name a new one.\n' })
  })

  test('back up a closed shop', async () => {
    const backup = await command('backup', ['closed.backup'], dataDir)
    expect(backup).toMatchObject({ code: 0, error: '' })
  })

  test('report errors as sentences', async () => {
    await writeFile(join(folder, 'letter.txt'), 'To whom it may concern')
    const foreign = await command('restore', ['letter.txt'], join(folder, 'other'))
    expect(foreign).toEqual({
      code: 1,
      output: '',
      error: `${join(folder, 'letter.txt')} is not a backup of this shop.\n`,
    })
    const none = await command('backup', ['none.backup'], join(folder, 'nobody'))
    expect([none.code, none.output]).toEqual([1, ''])
    expect(none.error).toContain(
      `There is no shop in ${join(folder, 'nobody')}. Name the shop's own folder with DATA_DIR`,
    )
    const missing = join(folder, 'missing')
    expect(await command('backup', ['missing/shop.backup'], dataDir)).toEqual({
      code: 1,
      output: '',
      error: `There is no folder ${missing}. Make it first, or name a file in a folder that is there.\n`,
    })
    const unread = await command('restore', ['missing.backup'], join(folder, 'unread'))
    expect(unread).toEqual({ code: 1, output: '', error: `There is no file ${missing}.backup.\n` })
    expect(await readdir(folder)).not.toContain('unread')
    expect(await readdir(folder)).not.toContain('nobody')
    expect(await readdir(folder)).not.toContain('none.backup')
  })

  test.each(['backup', 'restore'] as const)('%s prints its usage', async (name) => {
    for (const args of [[], ['one', 'two']]) {
      const { code, output, error } = await command(name, args, dataDir)
      expect([code, output]).toEqual([2, ''])
      expect(error).toMatch(new RegExp(`^Usage: npm run ${name} -- FILE`))
    }
    expect((await command(name, ['--help'], dataDir)).code).toBe(0)
  })
})
