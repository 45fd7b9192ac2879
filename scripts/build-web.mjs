import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { compressFolder } from './compress.mjs'
import { projectRoot, stopWith } from './runtime.mjs'

/** The files and folders that the web app is built from. */
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
/** Returns whether the build writes a file: the compiled messages, and files beside their settings. */
const isGenerated = (path) => path === join('web', 'paraglide') || (/\.inlang[\\/]/.test(path) && !isRewritten(path))
/** Returns whether the build rewrites a file unchanged, so that its modification time means nothing. */
const isRewritten = (path) => /\.inlang[\\/]settings\.json$/.test(path)

const buildFolder = join(projectRoot, 'build')
const note = join(buildFolder, '.sources')

/** Returns whether the last build was made from the current sources. */
export const isBuilt = () => existsSync(note) && readFileSync(note, 'utf8') === stateOf(sources)

/**
 * Builds the web app. The new build is written beside the old one and replaces it once it is complete: after an
 * interrupted build the next start builds again, and a running server keeps its files.
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
    if (existsSync(buildFolder)) renameSync(buildFolder, old)
    renameSync(fresh, buildFolder)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
}

/** Returns a hash of the names, sizes and modification times of files. */
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
