import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export type ShopServer = {
  url: string
  pid: number
  /** Ends the process, waits for it and gives its exit code; SIGTERM lets it close its database as well. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** Long enough for a first start, which draws the pictures of the whole demo catalogue. */
const openingMilliseconds = 90_000

/** What `npm start` tells Node, so that the shop of the tests is the one that people get. */
export const nodeFlags: string[] = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8'),
).scripts.start.match(/--\S+/g)

/** Starts the built shop on a data folder and waits until it answers. Throws with its output when it doesn't open. */
export async function startShop({
  port,
  dataDir,
  settings = {},
  args = [],
}: {
  port: number
  dataDir: string
  /** More of the shop's settings. */
  settings?: Record<string, string>
  /** What follows the program, as `--workers 2`. */
  args?: string[] | undefined
}): Promise<ShopServer> {
  const url = `http://127.0.0.1:${port}`
  // Neither a person's own database nor mail server is meant for the tests.
  const { DATABASE_URL: _, SMTP_URL: __, PUBLIC_URL: ___, ...environment } = process.env
  const shop = spawn(process.execPath, [...nodeFlags, resolve(import.meta.dirname, '../server/main.ts'), ...args], {
    // Every person of the tests comes from one address; the limits of each account hold as ever.
    env: {
      ...environment,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: dataDir,
      LIMITS: 'off',
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
  // Its own word, not an answer at the port: that could come from somebody else there.
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
