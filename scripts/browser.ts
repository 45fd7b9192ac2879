import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { chromium } from '@playwright/test'

/*
 * Finds the browser for the tests. If there is none it is installed; no test is skipped because of that.
 */

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const usualPaths: Partial<Record<NodeJS.Platform, string[]>> = {
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
 * Returns the path of a Chromium that runs: CHROMIUM_PATH, else the system's, else the one that Playwright downloaded.
 * With `shell`, before those two the system's Chromium without windows, in which tests take a quarter less CPU time. It
 * shows no notices, and doesn't know whether a page can be installed. Throws if CHROMIUM_PATH is set to a program that
 * doesn't run.
 */
export function findBrowser(
  environment: NodeJS.ProcessEnv = process.env,
  { shell = false }: { shell?: boolean } = {},
): string | undefined {
  const given = environment.CHROMIUM_PATH
  if (given) {
    if (!runs(given)) throw new Error(`CHROMIUM_PATH is ${given}, which does not run.`)
    return given
  }
  const onPath = [...(shell ? ['chromium-headless-shell'] : []), ...names].flatMap((name) => pathsOf(name, environment))
  return [...onPath, ...(usualPaths[process.platform] ?? []), chromium.executablePath()].find(runs)
}

/** Returns the path that `findBrowser` finds; installs a browser if there is none. Throws with what to install. */
export function getBrowser(): string {
  const found = findBrowser()
  if (found) return found
  const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js')
  process.stdout.write('No browser for the tests found: downloading one …\n')
  spawnSync(process.execPath, [playwright, 'install', 'chromium'], { stdio: 'inherit', timeout: 600_000 })
  const fetched = findBrowser()
  if (fetched) return fetched
  if (process.getuid?.() === 0 && runs('apt-get')) {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update'], { stdio: 'inherit', env: environment, timeout: 300_000 })
    // The second isn't in every release: the first is enough.
    for (const program of ['chromium', 'chromium-headless-shell'])
      spawnSync('apt-get', ['install', '-y', '--no-install-recommends', program], {
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

/** Returns where a program may be, by the folders of PATH. */
const pathsOf = (program: string, { PATH = '' }: NodeJS.ProcessEnv): string[] =>
  PATH.split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, program))

/** Returns whether a program can be run: some systems have a script in its place that only says how to install it. */
function runs(program: string): boolean {
  try {
    if (program.includes('/') || program.includes('\\')) accessSync(program, constants.X_OK)
    // Chrome on Windows opens a window instead of printing its version.
    if (process.platform !== 'win32') execFileSync(program, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}
