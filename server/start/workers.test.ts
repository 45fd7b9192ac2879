import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { delayBefore } from './workers.ts'

const run = promisify(execFile)

test('a first worker that crashes while the others open is replaced, and the others stay', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'talad-workers-'))
  const shop = join(folder, 'shop.mjs')
  await writeFile(
    shop,
    `import cluster from 'node:cluster'
    import { existsSync, readFileSync, writeFileSync } from 'node:fs'
    import { createServer } from 'node:net'
    import { receiveWorkerSettings, runWorkers } from ${JSON.stringify(new URL('./workers.ts', import.meta.url).href)}
    const first = ${JSON.stringify(join(folder, 'first'))}
    const isAlive = (pid) => { try { return process.kill(pid, 0) } catch { return false } }
    const listen = () => createServer().listen(0, '127.0.0.1')
    if (cluster.isPrimary) {
      const opened = []
      const bothAgain = new Promise((resolve) => cluster.on('listening', () => opened.push(1) === 3 && resolve()))
      const stop = await runWorkers(2, { databaseUrl: '', isOnlyProcess: true }, console.log)
      await bothAgain
      await stop()
      console.log('closed')
    } else {
      const { number } = await receiveWorkerSettings()
      if (number === 1) {
        writeFileSync(first, String(process.pid), { flag: existsSync(first) ? 'a' : 'w' })
        listen()
      } else {
        const pid = Number(readFileSync(first, 'utf8'))
        process.kill(pid, 'SIGKILL')
        while (isAlive(pid)) await new Promise((resolve) => setImmediate(resolve))
        listen()
      }
      process.on('SIGTERM', () => process.exit(0))
    }`,
  )
  const { stdout } = await run(process.execPath, [shop], { timeout: 30_000 })
  expect(stdout).toBe('Worker 1 ended (SIGKILL); another replaces it.\nclosed\n')
  await rm(folder, { recursive: true, force: true })
})

test('a worker that crashes soon after each start is replaced later each time, and at once again after a stable run', () => {
  const delays = [0]
  for (let crash = 0; crash < 8; crash += 1) delays.push(delayBefore({ waited: delays.at(-1) ?? 0, ran: 1000 }))
  expect(delays).toEqual([0, 100, 200, 400, 800, 1600, 3200, 5000, 5000])
  expect(delayBefore({ waited: 5000, ran: 30_001 })).toBe(100)
})
