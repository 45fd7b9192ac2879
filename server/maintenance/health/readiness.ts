import { statfs } from 'node:fs/promises'
import { loadedOnce } from '../../common/loaded-once.ts'
import { withTimeout } from '../../common/timeout.ts'
import type { Db } from '../../database/database.ts'
import { type Migration, missingMigrations, readMigrations } from '../../database/migrations.ts'
import { mailDelay } from '../../mail/health.ts'
import { isReadOnly } from '../queries.ts'

/** A check whose failure means that the shop can't serve requests. */
export type FailedCheck = 'database' | 'migrations' | 'disk'

/** A failure that doesn't keep the shop from serving requests. */
export type Degradation = 'mail' | 'read only'

export type ReadinessDeps = {
  db: Db
  dataDir: string
  /** Reads this version's migrations. */
  migrations?: () => Promise<readonly Migration[]>
  /** Returns the free and total bytes of a folder's file system. */
  diskSpace?: (folder: string) => Promise<{ free: number; total: number }>
}

/** Milliseconds within which the database must reply. */
const databaseTimeout = 1000
/** Bytes that must be free, or 2% of a small disk: a full disk stops the database. */
const minFreeBytes = 200 * 1024 * 1024
/** Milliseconds for which a result is reused. */
const maxAge = 1000

/** Returns a function that resolves to the failed checks; an empty list if the shop is ready. */
export function readiness(deps: ReadinessDeps): () => Promise<FailedCheck[]> {
  const diskSpace = deps.diskSpace ?? diskSpaceOf
  const known = loadedOnce(deps.migrations ?? readMigrations)

  async function check(): Promise<FailedCheck[]> {
    const [database, disk] = await Promise.all([checkDatabase(), checkDisk()])
    return [...database, ...disk]
  }

  async function checkDatabase(): Promise<FailedCheck[]> {
    const migrations = await known.read().catch(() => undefined)
    if (!migrations) return ['migrations']
    try {
      const applied = deps.db.selectFrom('migration').select(['name', 'sha256']).execute()
      return missingMigrations(migrations, await withTimeout(databaseTimeout, applied)).length > 0 ? ['migrations'] : []
    } catch {
      return ['database']
    }
  }

  async function checkDisk(): Promise<FailedCheck[]> {
    try {
      const { free, total } = await diskSpace(deps.dataDir)
      return free < Math.min(minFreeBytes, total * 0.02) ? ['disk'] : []
    } catch {
      return ['disk']
    }
  }

  return loadedOnce(check, maxAge).read
}

/** Returns a function that resolves to the failures of a shop that is ready; an empty list if everything works. */
export function degradations(db: Db): () => Promise<Degradation[]> {
  async function check(): Promise<Degradation[]> {
    const [delay, readOnly] = await Promise.all([
      withTimeout(databaseTimeout, mailDelay(db)).catch(() => undefined),
      withTimeout(databaseTimeout, isReadOnly(db)).catch(() => false),
    ])
    return [...(delay ? (['mail'] as const) : []), ...(readOnly ? (['read only'] as const) : [])]
  }
  return loadedOnce(check, maxAge).read
}

async function diskSpaceOf(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}
