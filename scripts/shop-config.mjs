import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot, stopWith } from './runtime.mjs'

const file = join(projectRoot, 'shop.config.ts')
const cacheFile = join(projectRoot, 'node_modules', '.cache', 'shop-config')

/**
 * Loads shop.config.ts in a separate process if it has changed, and exits with a readable message if that fails. Owners
 * edit that file by hand; its values are validated by the server's readConfig.
 */
export function checkShopConfig(node) {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat) return
  const state = `${stat.size} ${stat.mtimeMs}`
  if (cachedState() === state) return
  const load = `await import(${JSON.stringify(pathToFileURL(file).href)})`
  const { status, stderr } = spawnSync(node, ['--input-type=module', '--eval', load], { encoding: 'utf8' })
  if (status !== 0) stopWith(messageOf(stderr))
  mkdirSync(dirname(cacheFile), { recursive: true })
  writeFileSync(cacheFile, state)
}

function cachedState() {
  try {
    return readFileSync(cacheFile, 'utf8')
  } catch {
    return undefined
  }
}

/** Returns Node's message about a file that it can't load, without the stack: the line, its text, and the error. */
function messageOf(stderr) {
  const lines = stderr.split('\n')
  const line = /shop\.config\.ts:(\d+)/.exec(stderr)?.[1]
  const message = lines.find((each) => /^\w*Error\b/.test(each))?.replace(/^\w*Error(?: \[\w+\])?: /, '')
  const index = lines.findIndex((each) => /shop\.config\.ts:\d+$/.test(each))
  const marked = lines.findIndex((each) => /^\s*\^+\s*$/.test(each))
  const shown = index === -1 || marked === -1 ? [] : ['', ...lines.slice(index + 1, marked + 1)]
  const where = line ? `in line ${line}, or in the line before it` : 'somewhere'
  return [
    `shop.config.ts can't be read: there is a typing error ${where}. Often a comma or a quote is missing.`,
    ...shown,
    '',
    `  ${message ?? stderr.trim()}`,
  ].join('\n')
}
