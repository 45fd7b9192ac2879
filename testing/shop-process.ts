import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export type ShopServer = {
  url: string
  pid: number
  /** Ends the process, waits for it and returns its exit code; SIGTERM lets it close its database too. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** Long enough for a first start, which copies the pictures of the demo catalogue. */
const openingMilliseconds = 90_000

/** Node's flags of `npm start`, so that tests run the shop as users do. */
export const nodeFlags: string[] = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8'),
).scripts.start.match(/--\S+/g)

/** Starts the built shop on a data folder and waits until it is open. Throws with its output if it doesn't open. */
export async function startShop({
  port,
  dataDir,
  settings = {},
  args = [],
}: {
  port: number
  dataDir: string
  /** Further settings of the shop. */
  settings?: Record<string, string>
  /** Command-line arguments, such as `--workers 2`. */
  args?: string[]
}): Promise<ShopServer> {
  const url = `http://127.0.0.1:${port}`
  // Tests must not use a developer's own database, mail server or choice of demo.
  const { DATABASE_URL: _, SMTP_URL: __, PUBLIC_URL: ___, DEMO: ____, ...environment } = process.env
  const shop = spawn(process.execPath, [...nodeFlags, resolve(import.meta.dirname, '../server/main.ts'), ...args], {
    // All users of the tests have one address, so limits per address are off; those per account apply.
    env: {
      ...environment,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: dataDir,
      LIMITS: 'off',
      // Nothing answers there, so no test reaches LINE.
      LINE_API_BASE: 'http://127.0.0.1:9',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [shop.stdout, shop.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | null>((done) => shop.once('exit', (code) => done(code)))
  const end: ShopServer['end'] = async (signal) => {
    if (isRunning(shop)) shop.kill(signal)
    return ended
  }

  const deadline = Date.now() + openingMilliseconds
  // Its own output, not a reply at the port, which could come from another program.
  while (!output.includes(`is open at   ${url}`)) {
    if (!isRunning(shop) || Date.now() > deadline) {
      await end('SIGTERM')
      throw new Error(`The shop did not open:\n${output}`)
    }
    await wait(50)
  }
  return { url, pid: shop.pid ?? 0, end }
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null
