import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { eventually } from '../testing/eventually.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const moment = { timeout: 60_000, interval: 2 }

test('Ctrl-C while the database is starting leaves no process behind', { timeout: 90_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'talad-ctrl-c-'))
  const shop = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const output of [shop.stdout, shop.stderr]) output.on('data', (bytes) => (said += bytes))
  const ended = once(shop, 'exit')
  // If PostgreSQL's user can't enter root's folders, the cluster is in another folder, which is named there.
  let home = dataDir
  await vi.waitFor(async () => {
    home = (await readFile(join(dataDir, 'postgres-is-at'), 'utf8').catch(() => dataDir)).trim()
    expect(existsSync(join(home, 'postgres', 'postmaster.pid')), said).toBe(true)
  }, moment)
  shop.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  // The process that started PostgreSQL as another user ends a moment later.
  const left = () => {
    const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'args='])
    return stdout
      .toString()
      .split('\n')
      .filter((line) => line.includes(join(home, 'postgres')))
  }
  await expect.poll(left, eventually).toEqual([])
  expect(existsSync(join(home, 'postgres', 'postmaster.pid'))).toBe(false)
  expect(said).toBe('')
  for (const folder of new Set([home, dataDir])) await rm(folder, { recursive: true, force: true })
})

test.each([
  [['--worker', '2'], "Unknown option '--worker'", 2],
  [['2'], "Unexpected argument '2'", 2],
  [['--workers'], "Option '--workers <value>' argument missing", 2],
  [['--workers=9'], '--workers takes a number from 1 to 4.', 1],
])('the arguments %j are refused, and nothing is started', (args, message, status) => {
  const dataDir = join(tmpdir(), 'talad-never-made')
  const shop = spawnSync(process.execPath, [main, ...args], { env: { PATH: process.env.PATH, DATA_DIR: dataDir } })
  expect(String(shop.stderr)).toContain(message)
  expect([shop.status, existsSync(dataDir)]).toEqual([status, false])
})
