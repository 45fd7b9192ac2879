import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { compressFolder } from './compress.mjs'
import { projectRoot, stopWith } from './runtime.mjs'

/** Everything that the web app is made of. */
const sources = [
  'web',
  'contract',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package-lock.json',
  'scripts/build-web.mjs',
  'scripts/compress.mjs',
]
/** Whether the build itself writes it: the words' functions, and notes beside their settings. */
const isGenerated = (path) => path === join('web', 'paraglide') || (/\.inlang[\\/]/.test(path) && !isRewritten(path))
/** Whether the build writes it as it was, so that its time says nothing. */
const isRewritten = (path) => /\.inlang[\\/]settings\.json$/.test(path)

const built = join(projectRoot, 'build')
const note = join(built, '.sources')

/** Whether the last build is of the sources as they are. */
export const isBuilt = () => existsSync(note) && readFileSync(note, 'utf8') === stateOf(sources)

/**
 * Builds the web app. The new build is made beside the old one and takes its place when it is whole: an interrupted build
 * is made again, and a shop that is open meanwhile keeps its files.
 */
export async function buildWeb(node) {
  const state = stateOf(sources)
  const name = `build.${process.pid}`
  const fresh = join(projectRoot, name)
  const old = join(projectRoot, `${name}.old`)
  try {
    await reactRouterBuild(node, name)
    compressFolder(join(fresh, 'client'))
    writeFileSync(join(fresh, '.sources'), state)
    if (existsSync(built)) renameSync(built, old)
    renameSync(fresh, built)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
}

/** Names, sizes and times of files, as one short text that changes when any of them does. */
function stateOf(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    if (isGenerated(path)) return
    const stat = statSync(join(projectRoot, path), { throwIfNoEntry: false })
    if (!stat) return
    if (stat.isDirectory()) {
      for (const name of readdirSync(join(projectRoot, path)).sort()) add(join(path, name))
    } else if (!/\.test\.tsx?$/.test(path)) {
      const mark = isRewritten(path) ? readFileSync(join(projectRoot, path), 'utf8') : stat.mtimeMs
      hash.update(`${path}\0${stat.size}\0${mark}\n`)
    }
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}

function reactRouterBuild(node, folder) {
  const program = join(projectRoot, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  const child = spawn(node, [program, 'build'], {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'production', WEB_BUILD_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  return new Promise((resolve) => {
    child.once('error', (error) => stopWith(`The web app could not be built: ${error.message}`))
    child.once('exit', (code) => {
      if (code === 0) return resolve()
      process.stderr.write(Buffer.concat(output))
      rmSync(join(projectRoot, folder), { recursive: true, force: true })
      stopWith('The web app could not be built: see above.')
    })
  })
}
