import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../server/common/free-port.ts'
import { startEmbeddedPostgres } from '../../server/database/embedded/start.ts'
import { nodeFlags } from '../../testing/shop-process.ts'
import { ask, type Size } from '../measure.ts'
import { median, ms, type Row } from '../row.ts'

const launcher = resolve(import.meta.dirname, '../../scripts/launch.mjs')

/** A start on existing data, from the command to the first page; and how much of it is PostgreSQL's. */
export async function start(dataDir: string, { rounds }: Size): Promise<Row[]> {
  const whole: number[] = []
  const database: number[] = []
  // The first start of a fresh clone fills the compile cache.
  await shopStart(dataDir)
  for (let round = 0; round < rounds; round += 1) {
    database.push(await databaseStart(dataDir))
    whole.push(await shopStart(dataDir))
  }
  const all = median(whole)
  const postgres = median(database)
  const figure = { part: 'start', details: { whole, database } }
  return [
    {
      ...figure,
      what: 'second start to the first page',
      goal: 'at most 1.5 s',
      figure: ms(all),
      met: all <= 1500,
      more: `of ${rounds}: ${whole.map(ms).join(', ')}`,
    },
    {
      ...figure,
      what: 'of it ours',
      goal: 'at most 0.9 s',
      figure: ms(all - postgres),
      met: all - postgres <= 900,
      more: `PostgreSQL alone, by the same code: ${ms(postgres)}`,
    },
  ]
}

async function databaseStart(dataDir: string): Promise<number> {
  const started = performance.now()
  const postgres = await startEmbeddedPostgres({ dataDir })
  const took = performance.now() - started
  await postgres.stop()
  return took
}

async function shopStart(dataDir: string): Promise<number> {
  const port = await freePort()
  const started = performance.now()
  const { DATABASE_URL: _, SMTP_URL: __, PUBLIC_URL: ___, ...environment } = process.env
  const child = spawn(process.execPath, [...nodeFlags, launcher, 'start'], {
    env: { ...environment, NODE_ENV: 'development', PORT: String(port), DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  try {
    for (;;) {
      const reply = await ask(`http://127.0.0.1:${port}/`).catch(() => undefined)
      if (reply?.status === 200) return performance.now() - started
      if (child.exitCode !== null || performance.now() - started > 60_000) throw new Error('The shop did not open')
      await wait(5)
    }
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}
