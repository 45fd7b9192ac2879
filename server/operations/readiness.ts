import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { withTimeout } from '../common/timeout.ts'
import type { Db } from '../database/database.ts'
import { type Migration, missingMigrations, readMigrations } from '../database/migrations.ts'
import { mailHealth } from '../mail/health.ts'

/** What keeps a shop from serving. */
export type Hindrance = 'database' | 'migrations' | 'disk'

/** What works badly while the shop can serve. */
export type Degradation = 'mail'

export type ReadinessDeps = {
  db: Db
  dataDir: string
  migrations?: readonly Migration[]
  /** Free and whole bytes of the file system of a folder. */
  room?: (folder: string) => Promise<{ free: number; whole: number }>
}

/** The database answers within this, or counts as away. In milliseconds. */
const databasePatience = 1000
/** Bytes that must be free, or 2% where the disk is small: a full disk stops the database. */
const enoughRoom = 200 * 1024 * 1024
/** Answers are this old at most, however many ask. In milliseconds. */
const fresh = 1000

/** Gives a function that tells what keeps the shop from serving; an empty list when nothing does. */
export function readiness(deps: ReadinessDeps): () => Promise<Hindrance[]> {
  const room = deps.room ?? roomOf
  let known: Promise<readonly Migration[]> | undefined

  async function look(): Promise<Hindrance[]> {
    const [database, disk] = await Promise.all([lookAtDatabase(), lookAtDisk()])
    return [...database, ...disk]
  }

  async function lookAtDatabase(): Promise<Hindrance[]> {
    known ??= deps.migrations ? Promise.resolve(deps.migrations) : readMigrations()
    const migrations = await known
    try {
      const { rows } = await withTimeout(
        databasePatience,
        sql<{ name: string; sha256: string }>`select name, sha256 from migration`.execute(deps.db),
      )
      return missingMigrations(migrations, rows).length > 0 ? ['migrations'] : []
    } catch {
      return ['database']
    }
  }

  async function lookAtDisk(): Promise<Hindrance[]> {
    try {
      const { free, whole } = await room(deps.dataDir)
      return free < Math.min(enoughRoom, whole * 0.02) ? ['disk'] : []
    } catch {
      return ['disk']
    }
  }

  return shared(look)
}

/** Gives a function that tells what works badly in a shop that is ready; an empty list when nothing does. */
export function degradations(db: Db): () => Promise<Degradation[]> {
  return shared(async () => {
    const mail = await withTimeout(databasePatience, mailHealth(db)).catch(() => undefined)
    return mail?.failingSince ? ['mail'] : []
  })
}

/** The same look for everyone who asks within a second. */
function shared<T>(look: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at > fresh) last = { at: now, answer: look() }
    return last.answer
  }
}

async function roomOf(folder: string): Promise<{ free: number; whole: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, whole: blocks * bsize }
}
