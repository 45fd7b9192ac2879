import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeDb, makePool } from '../../server/database/database.ts'
import { startEmbeddedPostgres } from '../../server/database/embedded/start.ts'
import { migrate } from '../../server/database/migrations.ts'
import { withClient } from './with-client.ts'

/*
 * Databases for tests. One PostgreSQL serves a whole run, with one migrated template database: each test file gets a
 * copy.
 */

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
    template: string
    /** Folder with the logs of the tests' shops, and with the secrets that the tests used. */
    logs: string
  }
}

/** Runs once before all tests: starts PostgreSQL, or uses that of DATABASE_URL, and migrates the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL
  const folder = given ? undefined : await mkdtemp(join(tmpdir(), 'talad-test-'))
  const own = folder ? await startEmbeddedPostgres({ dataDir: folder, durable: false }) : undefined
  const adminUrl = given ?? own?.adminUrl ?? ''
  const template = nameOfDatabase()
  await withClient(adminUrl, (admin) => admin.query(`create database ${template}`))
  await migrate(databaseUrl(adminUrl, template))
  project.provide('adminUrl', adminUrl)
  project.provide('template', template)
  const logs = await mkdtemp(join(tmpdir(), 'talad-logs-'))
  project.provide('logs', logs)
  // The reader of the output has ended, as in `npm test | head`: Vitest would end without the teardown below.
  process.stdout.once('error', async () => {
    await own?.stop()
    process.exit(1)
  })
  return async () => {
    await withClient(adminUrl, (admin) => admin.query(`drop database if exists ${template} with (force)`))
    await own?.stop()
    await refuseSecrets(logs).finally(() => rm(logs, { recursive: true, force: true }))
    if (folder) await rm(folder, { recursive: true, force: true })
  }
}

/** Throws if a secret that the tests used (a password, a code, a session token) is in the log of any of their shops. */
export async function refuseSecrets(folder: string): Promise<void> {
  const names = await readdir(folder)
  const read = async (ending: string) => {
    const files = names.filter((name) => name.endsWith(ending))
    return (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('\n')
  }
  const log = await read('.log')
  const used = await read('.secrets')
  for (const secret of new Set(used.split('\n').filter(Boolean))) {
    // A code consists of digits, which an id may contain.
    const isLeaked = /^\d+$/.test(secret)
      ? new RegExp(`(?<![\\w-])${secret}(?![\\w-])`).test(log)
      : log.includes(secret)
    if (isLeaked) throw new Error(`a secret that the tests used is in the log: ${secret.slice(0, 6)}…`)
  }
}

/** Returns a migrated database for one test file. Close it after the file's last test. */
export async function testDatabase() {
  const { inject } = await import('vitest')
  const adminUrl = inject('adminUrl')
  const name = nameOfDatabase()
  await withClient(adminUrl, (admin) => admin.query(`create database ${name} template ${inject('template')}`))
  const url = databaseUrl(adminUrl, name)
  const pool = makePool(url, { max: 20 })
  return {
    db: makeDb(pool),
    pool,
    url,
    close: async () => {
      await pool.end()
      await withClient(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** Returns a new, empty database, for tests of migrations. */
export async function emptyDatabase() {
  const { inject } = await import('vitest')
  const adminUrl = inject('adminUrl')
  const name = nameOfDatabase()
  await withClient(adminUrl, (admin) => admin.query(`create database ${name}`))
  return {
    url: databaseUrl(adminUrl, name),
    close: async () => {
      await withClient(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`))
    },
  }
}

const nameOfDatabase = () => `talad_test_${randomBytes(6).toString('hex')}`

function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}
