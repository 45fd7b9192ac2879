import { Agent, request } from 'node:http'
import { createSeller } from '../server/accounts/sellers/sellers.ts'
import { newId } from '../server/common/ids.ts'
import { openCodeMail } from '../server/mail/queue-mail.ts'
import { readSecret } from '../server/start/secret.ts'
import { holdSealedMails, sealedMails } from '../testing/jobs.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import { createProducts, type OpenDatabase, withShops, withStartedDatabase } from './environment.ts'
import { Failures, type Finding, type Size } from './finding.ts'

const password = 'correct horse battery'
const newPassword = 'a river runs through it'
/** The tries that the shop allows unknown browsers per account: at once, and in a day without a pause. */
const maxGuesses = { passwordsAtOnce: 250 + 30, passwordsADay: 960 + 720, codesADay: 100 }

type Kind = 'shopper' | 'seller'
// biome-ignore lint/suspicious/noExplicitAny: proofs look into replies and say what they expect
type Reply = { status: number; json: any }

/** A browser with a loopback address of its own: to the shop, each 127.0.0.x is another client. */
class Browser {
  readonly jar = new Map<string, string>()
  readonly #agent: Agent
  readonly #url: string

  constructor(url: string, address: string) {
    this.#url = url
    this.#agent = new Agent({ localAddress: address, keepAlive: true })
  }

  post(path: string, body: object): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        cookie: [...this.jar].map(([name, value]) => `${name}=${value}`).join('; '),
      }
      const sent = request(`${this.#url}${path}`, { method: 'POST', agent: this.#agent, headers, timeout: 30_000 })
      sent.on('error', reject)
      sent.on('timeout', () => sent.destroy(new Error('no reply in 30 s')))
      sent.on('response', (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part) => (text += part))
        response.on('end', () => {
          for (const line of response.headers['set-cookie'] ?? []) {
            const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
            this.jar.set(name, value)
          }
          resolve({ status: response.statusCode ?? 0, json: JSON.parse(text) })
        })
      })
      sent.end(JSON.stringify(body))
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

/**
 * Unknown browsers at one address, then at fifty, guess the password and codes of a shopper and of a seller until they
 * are told to wait, while the owner signs in from a known browser, from a new one, and by a code. The time that a
 * patient attacker would wait is simulated by changing the counters in the database.
 */
export async function lockout(size: Size): Promise<Finding> {
  const attacks =
    size === 'whole'
      ? (['shopper', 'seller'] as const).flatMap((kind) => [1, 50].map((addresses) => ({ kind, addresses })))
      : [
          { kind: 'seller' as const, addresses: 1 },
          { kind: 'shopper' as const, addresses: 50 },
        ]
  const rounds = size === 'whole' ? 8 : 1
  const failures = new Failures()
  const figures = { guesses: 0, mostInADay: 0, codes: 0, replies: 0, longestWait: 0 }
  return withTempFolder((dataDir) =>
    withStartedDatabase(dataDir, async (database) => {
      const secret = await readSecret({ dataDir, secret: undefined })
      // With a product the shop opens without loading the demo catalogue.
      await createProducts(database.db, 1, null)
      await withShops({ dataDir, databaseUrl: database.url }, async ([shop]) => {
        const url = shop?.url ?? ''
        for (const each of attacks) await attack({ ...each, rounds, url, secret, database, failures, figures })
      })
      return {
        guarantee: 'Guessing by unknown browsers neither locks the owner of an account out nor gets in',
        did: `unknown browsers guessed from one address and from fifty, at shoppers and sellers, for ${rounds} h each: ${figures.replies} tries and requests for codes`,
        figure: `at most ${figures.mostInADay} passwords of an account were checked in ${rounds} h, and ${figures.codes} codes; each owner signed in from a known browser at once, from a new one after ${Math.round(figures.longestWait)} s at most, and by code`,
        failures: failures.all,
      }
    }),
  )
}

type Attack = {
  kind: Kind
  addresses: number
  /** Hours that the guessing continues. */
  rounds: number
  url: string
  secret: string
  database: OpenDatabase
  failures: Failures
  figures: { guesses: number; mostInADay: number; codes: number; replies: number; longestWait: number }
}

async function attack({ kind, addresses, rounds, url, secret, database, failures, figures }: Attack): Promise<void> {
  const { db, pool } = database
  const email = `${kind}-${newId()}@shop.example`
  const area = kind === 'shopper' ? 'user' : 'seller'
  const who = `${kind}, ${addresses} ${addresses === 1 ? 'address' : 'addresses'}`
  const known = new Browser(url, '127.0.1.1')
  if (kind === 'seller') {
    await createSeller(db, { email, password, name: 'Owner' })
  } else {
    await known.post('/api/user/register', { name: 'Owner', email, password })
    await db.updateTable('shopper').set({ emailVerified: true }).where('email', '=', email).execute()
  }
  const call = (from: Browser, name: string, body: object = {}) => from.post(`/api/${area}/${name}`, { email, ...body })
  const signIn = (from: Browser, typed: string) => call(from, 'login', { password: typed })
  failures.check((await signIn(known, password)).json.success, `${who}: the owner could not sign in before`)

  const unknownBrowsers = Array.from({ length: addresses }, (_, index) => new Browser(url, `127.0.2.${index + 1}`))
  let guesses = 0
  let codes = 0
  /** Each unknown browser tries passwords and codes, and requests codes, until it is told to wait. */
  const guessAll = () =>
    Promise.all(
      unknownBrowsers.map(async (unknown, index) => {
        for (let count = 0; count < 40; count += 1) {
          const { status } = await signIn(unknown, `guess ${index} ${count}`)
          figures.replies += 1
          if (status === 429) break
          guesses += 1
        }
        for (let count = 0; count < 6; count += 1) {
          figures.replies += 1
          if ((await call(unknown, 'send-reset-otp')).status === 429) break
        }
        for (let count = 0; count < 6; count += 1) {
          figures.replies += 1
          const { json } = await call(unknown, 'verify-reset-otp', { otp: String(100_000 + index * 50 + count) })
          if (json.code !== 'otp_wrong') break
          codes += 1
        }
      }),
    )
  const letPass = (time: string) =>
    pool.query('update rate_limit_counter set resets_at = resets_at - $1::interval where key like $2', [
      time,
      `%${email}%`,
    ])

  await guessAll()
  failures.check(guesses <= maxGuesses.passwordsAtOnce, `${who}: ${guesses} passwords were checked at once`)
  // While the guessing continues.
  const guessing = guessAll()
  failures.check((await signIn(known, password)).json.success, `${who}: refused to the owner's known browser`)
  const fresh = new Browser(url, '127.0.1.2')
  let waited = 0
  while (!(await signIn(fresh, password)).json.success && waited <= 300) {
    await letPass('90 seconds')
    waited += 90
  }
  failures.check(waited <= 300, `${who}: a new browser of the owner was refused for five minutes`)
  figures.longestWait = Math.max(figures.longestWait, waited)
  await guessing

  // By code, from the known browser; and by the link of the newest mail, from a browser that never signed in.
  const mails = async () => {
    const all = (await sealedMails(pool)).map((sealed) => openCodeMail(secret, sealed))
    return all.filter((mail) => mail.email === email && mail.purpose !== 'verify')
  }
  await holdSealedMails(pool)
  failures.check((await call(known, 'send-reset-otp')).json.success, `${who}: no code for the owner's known browser`)
  const otp = (await mails()).at(-1)?.code
  const byCode = await call(known, 'verify-reset-otp', { otp })
  failures.check(byCode.json.success, `${who}: the owner's code was refused as ${byCode.json.code}`)
  await guessAll()
  const lost = new Browser(url, '127.0.1.3')
  await call(lost, 'send-reset-otp')
  const newest = (await mails()).at(-1)
  const reset = await call(lost, 'reset-password', { otp: newest?.link ?? newest?.code, newPassword })
  failures.check(reset.json.success, `${who}: a new browser couldn't reset the password by mail: ${reset.json.code}`)
  failures.check((await signIn(lost, newPassword)).json.success, `${who}: the new password was refused`)

  // The remaining hours, one at a time.
  for (let hour = 1; hour < rounds; hour += 1) {
    await letPass('1 hour')
    await guessAll()
  }
  const allowed = maxGuesses.passwordsAtOnce + (maxGuesses.passwordsADay * rounds) / 24
  failures.check(guesses <= allowed, `${who}: ${guesses} passwords were checked in ${rounds} h, more than ${allowed}`)
  failures.check(codes <= maxGuesses.codesADay, `${who}: ${codes} codes were checked in a day`)
  figures.mostInADay = Math.max(figures.mostInADay, guesses)
  figures.codes = Math.max(figures.codes, codes)
  for (const browser of [known, fresh, lost, ...unknownBrowsers]) browser.close()
}
