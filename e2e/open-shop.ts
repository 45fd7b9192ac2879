import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FullConfig } from '@playwright/test'

const openingMilliseconds = 120_000

/** Opens the built shop on data of its own before the browser tests, and closes and clears it after them. */
export default async function openShop(config: FullConfig): Promise<() => Promise<void>> {
  const baseURL = config.projects[0]?.use.baseURL ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'talad-e2e-'))
  const { DATABASE_URL: _, ...environment } = process.env
  const shop = spawn(process.execPath, [resolve(import.meta.dirname, '../server/main.ts')], {
    // Every person of the tests comes from one address; the limits of each account hold as ever.
    env: { ...environment, NODE_ENV: 'development', PORT: new URL(baseURL).port, DATA_DIR: folder, LIMITS: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [shop.stdout, shop.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise<void>((done) => shop.once('exit', () => done()))

  const close = async () => {
    shop.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const deadline = Date.now() + openingMilliseconds
  while (!(await answers(baseURL))) {
    if (shop.exitCode !== null || shop.signalCode !== null || Date.now() > deadline) {
      await close()
      throw new Error(`The shop for the browser tests did not open:\n${output}`)
    }
    await wait(100)
  }
  // An answer may come from somebody else on this port, while ours could not take it.
  await wait(100)
  if (shop.exitCode !== null) {
    await close()
    throw new Error(`The shop for the browser tests did not open:\n${output}`)
  }
  return close
}

const answers = (url: string) =>
  fetch(url).then(
    (reply) => reply.ok,
    () => false,
  )
