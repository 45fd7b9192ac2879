import { execFileSync, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const folders: string[] = []
const running = new Set<EmbeddedPostgres>()
afterAll(async () => {
  for (const server of running) await server.stop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** A folder that only its owner can enter, with a space and Thai letters in its long name. */
async function aDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'talad-'))
  folders.push(folder)
  await chmod(folder, 0o700)
  return join(folder, `ร้าน ตลาด ${'ยาว'.repeat(20)}`)
}

async function start(dataDir: string, more: { asRoot?: 'nobody'; durable?: boolean } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable: false, ...more })
  running.add(server)
  return server
}

async function stop(server: EmbeddedPostgres): Promise<void> {
  running.delete(server)
  await server.stop()
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const pidOf = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

describe('the shop’s own PostgreSQL', () => {
  test('keeps what was written from one start to the next, in a path with spaces and Thai letters', async () => {
    const dataDir = await aDataFolder()
    const first = await start(dataDir)
    await query(first.url, 'create table note as select 1 as kept')
    await expect(query(first.url, 'create role intruder')).rejects.toThrow('permission denied')
    await stop(first)
    await expect(query(first.url, 'select 1')).rejects.toThrow()
    const second = await start(dataDir)
    expect(await query(second.url, 'select kept from note')).toEqual([{ kept: 1 }])
    await stop(second)
  })

  test('finds words in Thai by index', async () => {
    const server = await start(await aDataFolder())
    await query(server.url, 'create extension pg_trgm')
    const [row] = await query(
      server.url,
      "select coalesce(array_length(show_trgm('มะม่วง'), 1), 0) as trigrams, lower('ÄB') as lower",
    )
    expect(row).toMatchObject({ lower: 'äb' })
    expect((row as { trigrams: number }).trigrams).toBeGreaterThan(2)
    await stop(server)
  })

  test('takes over a PostgreSQL that a killed shop left running, and never starts a second one', async () => {
    const dataDir = await aDataFolder()
    const module = fileURLToPath(new URL('./embedded-postgres.ts', import.meta.url))
    const script = `import(${JSON.stringify(module)}).then(async (m) => {
      await m.startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false }); console.log('up') })`
    const shop = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve) => shop.stdout.once('data', resolve))
    const pid = await pidOf(dataDir)
    shop.kill('SIGKILL')
    await new Promise((resolve) => shop.once('exit', resolve))

    const next = await start(dataDir)
    expect(await query(next.url, 'select 1 as answer')).toEqual([{ answer: 1 }])
    expect(await pidOf(dataDir)).toBe(pid)
    await stop(next)
    expect(() => process.kill(pid, 0)).toThrow()
  })

  test('recovers when PostgreSQL itself was killed, and from a pid file that names somebody else', async () => {
    const dataDir = await aDataFolder()
    const first = await start(dataDir, { durable: true })
    await query(first.url, 'create table note as select 1 as kept')
    process.kill(await pidOf(dataDir), 'SIGKILL')
    await stop(first)
    const file = join(dataDir, 'postgres', 'postmaster.pid')
    const lines = (await readFile(file, 'utf8')).split('\n')
    await writeFile(file, [process.pid, ...lines.slice(1)].join('\n'))
    const second = await start(dataDir)
    expect(await query(second.url, 'select kept from note')).toEqual([{ kept: 1 }])
    await stop(second)
  })

  test('refuses a second shop on the same data, and goes on serving the first', async () => {
    const dataDir = await aDataFolder()
    const first = await start(dataDir)
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('Another shop is running')
    expect(await query(first.url, 'select 1 as answer')).toEqual([{ answer: 1 }])
    await stop(first)
  })

  test('refuses a folder of another major version with a sentence, and leaves it alone', async () => {
    const dataDir = await aDataFolder()
    await mkdir(join(dataDir, 'postgres'), { recursive: true })
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '15\n')
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('made by PostgreSQL 15')
  })

  test.runIf(process.getuid?.() === 0)(
    'runs as nobody where root has no namespaces, out of a folder that nobody can enter',
    async () => {
      const dataDir = await aDataFolder()
      const server = await start(dataDir, { asRoot: 'nobody' })
      const at = (await readFile(join(dataDir, 'postgres-is-at'), 'utf8')).trim()
      folders.push(join(at, '..'))
      const pid = (await readFile(join(at, 'postmaster.pid'), 'utf8')).split('\n')[0] ?? ''
      expect(execFileSync('ps', ['-o', 'user=', '-p', pid]).toString().trim()).toBe('nobody')
      expect(await query(server.url, 'select 1 as answer')).toEqual([{ answer: 1 }])
      await stop(server)
    },
  )
})
