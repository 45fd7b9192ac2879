import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../server/common/ids.ts'
import { startEmbeddedPostgres } from '../server/database/embedded/start.ts'
import { withApp } from '../testing/makers/second-factor.ts'
import { passwordOfTests, person, seller, type TestShop, testShop } from '../testing/shop.ts'
import { Aborted, askNewPassword } from './ask-password.ts'

let shop: TestShop
let folder: string
beforeAll(async () => {
  shop = await testShop()
  folder = await mkdtemp(join(tmpdir(), 'talad-seller-'))
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const program = fileURLToPath(new URL('./seller.ts', import.meta.url))
const anEmail = () => `seller-${newId()}@seller.example`
const password = 'kettle on the blue stove'

type Outcome = { code: number | null; output: string; error: string }

/** Runs the command with text as its input, on the test's database or a data folder. */
function command(args: string[], input = '', dataDir?: string): Promise<Outcome> {
  const { DATABASE_URL: _url, ...environment } = process.env
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      ...environment,
      NODE_ENV: 'development',
      DATA_DIR: dataDir ?? folder,
      ...(dataDir ? {} : { DATABASE_URL: shop.url }),
    },
  })
  let [output, error] = ['', '']
  child.stdout.on('data', (part) => {
    output += part
  })
  child.stderr.on('data', (part) => {
    error += part
  })
  child.stdin.end(input)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output, error })))
}

const login = async (email: string, typed: string) =>
  (await person(shop).post('/api/seller/login', { email, password: typed })).json.success

// Each command is a process of its own, which is slow on a busy machine.
describe('the owner’s command for sellers', { timeout: 60_000 }, () => {
  test('removes the second factors of a seller who lost them', async () => {
    const owner = await seller(shop)
    const { email } = (await owner.get('/api/seller/is-auth')).json
    await withApp(shop, owner)
    expect(await login(email, passwordOfTests)).toBe(false)
    const { output } = await command(['reset-second-factor', email])
    expect(output).toBe(`${email} logs in with the password alone, and is signed out everywhere.\n`)
    expect(await login(email, passwordOfTests)).toBe(true)
    expect((await owner.get('/api/seller/is-auth')).json.success).toBe(false)
    const unknown = await command(['reset-second-factor', 'nobody@seller.example'])
    expect([unknown.code, unknown.error.trim()]).toEqual([1, 'There is no seller nobody@seller.example.'])
  })

  test('creates an account, lists it, changes its password, and removes it', async () => {
    const email = anEmail()
    const created = await command(['create', email.toUpperCase()], `${password}\n`)
    expect(created).toEqual({ code: 0, output: `${email} can log in at /seller.\n`, error: '' })
    expect(await login(email, password)).toBe(true)
    const today = new Date().toISOString().slice(0, 10)
    const { id } = await shop.db.selectFrom('seller').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    expect((await command(['list'])).output.split('\n')).toContain(`${email}  since ${today}  id ${id}`)

    const salesperson = person(shop)
    await salesperson.post('/api/seller/login', { email, password })
    const changed = await command(['password', email], 'another kettle entirely\r\n')
    expect(changed.output).toBe(`${email} has a new password, and is signed out everywhere.\n`)
    expect((await salesperson.get('/api/seller/is-auth')).json.success).toBe(false)
    expect([await login(email, password), await login(email, 'another kettle entirely')]).toEqual([false, true])

    expect((await command(['remove', email])).output).toBe(`${email} is a seller no longer.\n`)
    expect(await login(email, 'another kettle entirely')).toBe(false)
    expect((await command(['list'])).output).not.toContain(email)
  })

  test('reports errors as sentences and changes nothing', async () => {
    const email = anEmail()
    await command(['create', email], password)
    const wrong = async (args: string[], input = '') => {
      const { code, output, error } = await command(args, input)
      expect(output).toBe('')
      return [code, error.trim()]
    }
    const taken = `${email} is a seller already. Set another password with: password ${email}`
    expect(await wrong(['create', email], 'another kettle entirely')).toEqual([1, taken])
    expect(await wrong(['create', 'nobody'], password)).toEqual([1, 'This does not look like an email address'])
    expect(await wrong(['create', anEmail()], 'short')).toEqual([1, 'At least 8 characters'])
    const common = 'This password is too easy to guess. Choose another one.'
    expect(await wrong(['create', anEmail()], 'password1')).toEqual([1, common])
    expect(await wrong(['password', 'nobody@seller.example'], password)).toEqual([
      1,
      'There is no seller nobody@seller.example.',
    ])
    expect(await wrong(['remove', 'nobody@seller.example'])).toEqual([1, 'There is no seller nobody@seller.example.'])
    expect(await login(email, password)).toBe(true)
  })

  test.each([
    [[]],
    [['create']],
    [['create', 'a@b.example', 'password']],
    [['list', 'x']],
    [['delete', 'a@b.example']],
  ])('shows how it is used when called with %j', async (args) => {
    const { code, output, error } = await command(args as string[])
    expect([code, output]).toEqual([2, ''])
    expect(error).toMatch(/^Usage: npm run seller -- create EMAIL/)
  })

  test('creates no second shop in a folder without one', async () => {
    const dataDir = join(folder, 'none')
    const { code, output, error } = await command(['create', anEmail()], password, dataDir)
    expect([code, output]).toEqual([1, ''])
    expect(error).toContain(`There is no shop in ${dataDir}. Name the shop's own folder with DATA_DIR`)
    expect(existsSync(dataDir)).toBe(false)
  })

  test('works on the shop’s own database, whether or not the shop is running', async () => {
    const dataDir = join(folder, 'own')
    const email = anEmail()
    await (await startEmbeddedPostgres({ dataDir, durable: false })).stop()
    expect(await command(['create', email], password, dataDir)).toMatchObject({ code: 0, error: '' })
    const running = await startEmbeddedPostgres({ dataDir, durable: false })
    const beside = await command(['list'], '', dataDir)
    expect(beside).toMatchObject({ code: 0, error: '' })
    expect(beside.output).toMatch(new RegExp(`^${email}  since `))
    expect((await command(['remove', email], '', dataDir)).code).toBe(0)
    await running.stop()
    expect(await command(['list'], '', dataDir)).toEqual({ code: 0, output: '', error: '' })
  })
})

describe('a password typed on a terminal', () => {
  function terminal() {
    const raw: boolean[] = []
    const setRawMode = (on: boolean) => void raw.push(on)
    const input = Object.assign(new PassThrough(), { isTTY: true as const, setRawMode: setRawMode as never })
    let shown = ''
    const output = {
      write: (text: string) => {
        shown += text
        return true
      },
    }
    return { input, raw, answer: askNewPassword(input, output), shown: () => shown }
  }
  const typed = async (terminal: { input: PassThrough }, ...lines: string[]) => {
    for (const line of lines) {
      await new Promise((resolve) => setImmediate(resolve))
      terminal.input.write(line)
    }
  }

  test('is never shown, and asked for twice', async () => {
    const person = terminal()
    await typed(person, 'ต้มยำx', '\u007fกุ้ง\r', 'ต้มยำกุ้ง\r')
    expect(await person.answer).toBe('ต้มยำกุ้ง')
    expect(person.shown()).toBe('Password: \nAgain:    \n')
    expect(person.raw).toEqual([true, false])
  })

  test('may be pasted with both lines at once', async () => {
    const person = terminal()
    await typed(person, 'one kettle\rone kettle\r')
    expect(await person.answer).toBe('one kettle')
  })

  test('is refused when the second differs from the first', async () => {
    const person = terminal()
    await typed(person, 'one kettle\r', 'two kettles\r')
    await expect(person.answer).rejects.toThrow('The two passwords differ.')
  })

  test.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('is given up with %s, and the terminal is as before', async (_name, key) => {
    const person = terminal()
    await typed(person, key)
    await expect(person.answer).rejects.toBeInstanceOf(Aborted)
    expect(person.raw).toEqual([true, false])
  })
})
