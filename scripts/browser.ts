import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { chromium } from '@playwright/test'

/*
 * The browser that the tests drive. A missing one is never a reason to skip a test: it is fetched, or named.
 */

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const places: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
}

/**
 * The path of a Chromium that runs: the one of CHROMIUM_PATH, else the system's, else Playwright's own download.
 * Throws when CHROMIUM_PATH is set to something that doesn't run.
 */
export function findBrowser(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const given = environment.CHROMIUM_PATH
  if (given) {
    if (!runs(given)) throw new Error(`CHROMIUM_PATH is ${given}, which does not run.`)
    return given
  }
  const onPath = (environment.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...(places[process.platform] ?? []), chromium.executablePath()].find(runs)
}

/** A browser as `findBrowser` finds it; where there is none it is fetched. Throws with what to install. */
export function getBrowser(): string {
  const found = findBrowser()
  if (found) return found
  const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js')
  process.stdout.write('No browser for the tests here: fetching one …\n')
  spawnSync(process.execPath, [playwright, 'install', 'chromium'], { stdio: 'inherit', timeout: 600_000 })
  const fetched = findBrowser()
  if (fetched) return fetched
  if (process.getuid?.() === 0 && runs('apt-get')) {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update'], { stdio: 'inherit', env: environment, timeout: 300_000 })
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], {
      stdio: 'inherit',
      env: environment,
      timeout: 600_000,
    })
  }
  const installed = findBrowser()
  if (installed) return installed
  throw new Error(
    'The browser tests need Chromium or Chrome. Install one (on Debian: apt-get install chromium), ' +
      'or name one in CHROMIUM_PATH.',
  )
}

/** Whether a program is there and answers: some systems put a script in its place that only says where to get it. */
function runs(program: string): boolean {
  try {
    if (program.includes('/') || program.includes('\\')) accessSync(program, constants.X_OK)
    // Chrome on Windows opens a window instead of answering.
    if (process.platform !== 'win32') execFileSync(program, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}
