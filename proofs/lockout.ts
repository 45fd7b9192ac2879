import { Agent, request } from 'node:http'
import type pg from 'pg'
import { createSeller } from '../server/accounts/sellers/sellers.ts'
import { newId } from '../server/common/ids.ts'
import type { Db } from '../server/database/database.ts'
import { openCodeMail } from '../server/mail/queue-mail.ts'
import { readSecret } from '../server/start/secret.ts'
import { holdSealedMails, sealedMails } from '../testing/database/jobs.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import { createProducts, withShops, withStartedDatabase } from './environment.ts'
import { Failures, type Finding, type Size } from './finding.ts'

const password = 'correct horse battery'
const newPassword = 'a river runs through it'
/** The tries that the shop allows unknown browsers per account: at once, and in a day without a pause. */
const maxGuesses = { passwordsAtOnce: 250 + 30, passwordsADay: 960 + 720, codesADay: 100 }
/** The longest that a new browser of the owner may be refused, in seconds. */
const maxWait = 300

type Kind = 'shopper' | 'seller'
type Attack = { kind: Kind; addresses: number }

/** Who is attacked, from how many addresses, and for how many hours. */
const plans: Record<Size, { attacks: Attack[]; rounds: number }> = {
  whole: {
    attacks: (['shopper', 'seller'] as const).flatMap((kind) => [1, 50].map((addresses) => ({ kind, addresses }))),
    rounds: 8,
  },
  small: {
    attacks: [
      { kind: 'seller', addresses: 1 },
      { kind: 'shopper', addresses: 50 },
    ],
    rounds: 1,
  },
}

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
      const sent = request(`${this.#url}${path}`, { method: 'POST', agent: this.#agent, headers, timeout: 180_000 })
      sent.on('error', reject)
      sent.on('timeout', () => sent.destroy(new Error('no reply in three minutes')))
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
  const { attacks, rounds } = plans[size]
  const measured = await withTempFolder((dataDir) =>
    withStartedDatabase(dataDir, async ({ db, pool, url: databaseUrl }) => {
      const secret = await readSecret({ dataDir, secret: undefined })
      // With a product the shop opens without loading the demo catalogue.
      await createProducts(db, 1, null)
      return withShops({ dataDir, databaseUrl }, ([shop]) =>
        measure(attacks, { url: shop?.url ?? '', db, pool, secret, rounds }),
      )
    }),
  )
  return report(rounds, measured, failuresOf(rounds, measured))
}

type Shop = {
  url: string
  db: Db
  pool: pg.Pool
  secret: string
  /** Hours that the guessing of an attack continues. */
  rounds: number
}
type Measured = Awaited<ReturnType<typeof measureAttack>>

async function measure(attacks: readonly Attack[], shop: Shop): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const attack of attacks) measured.push(await measureAttack(attack, shop))
  return measured
}

/** Lets unknown browsers guess at a new account while its owner uses it. Returns what each of them got. */
async function measureAttack({ kind, addresses }: Attack, shop: Shop) {
  const known = new Browser(shop.url, '127.0.1.1')
  const fresh = new Browser(shop.url, '127.0.1.2')
  const lost = new Browser(shop.url, '127.0.1.3')
  const unknown = Array.from({ length: addresses }, (_, index) => new Browser(shop.url, `127.0.2.${index + 1}`))
  const account = await createAccount(kind, known, shop)
  const tries = { passwords: 0, codes: 0, replies: 0 }
  const guess = () => guessAll(unknown, account, tries)

  const before = await signIn(known, account, password)
  await guess()
  const passwordsAtOnce = tries.passwords
  const guessing = guess()
  const meanwhile = await signIn(known, account, password)
  const waited = await secondsUntilSignedIn(fresh, account, shop)
  await guessing

  await holdSealedMails(shop.pool)
  const byCode = await verifyCode(known, account, shop)
  await guess()
  const reset = await resetPassword(lost, account, shop)
  const afterReset = await signIn(lost, account, newPassword)

  for (let hour = 1; hour < shop.rounds; hour += 1) {
    await letPass(shop.pool, account, '1 hour')
    await guess()
  }
  for (const browser of [known, fresh, lost, ...unknown]) browser.close()
  const who = `${kind}, ${addresses} ${addresses === 1 ? 'address' : 'addresses'}`
  return { who, tries, before, passwordsAtOnce, meanwhile, waited, ...byCode, reset, afterReset }
}

type Account = { email: string; area: 'user' | 'seller' }

/** Creates an account, a shopper's from the browser that the shop then knows. */
async function createAccount(kind: Kind, known: Browser, { db }: Shop): Promise<Account> {
  const email = `${kind}-${newId()}@shop.example`
  if (kind === 'seller') {
    await createSeller(db, { email, password, name: 'Owner' })
    return { email, area: 'seller' }
  }
  await known.post('/api/user/register', { name: 'Owner', email, password })
  await db.updateTable('shopper').set({ emailVerified: true }).where('email', '=', email).execute()
  return { email, area: 'user' }
}

const call = (from: Browser, { email, area }: Account, name: string, body: object = {}) =>
  from.post(`/api/${area}/${name}`, { email, ...body })

const signIn = (from: Browser, account: Account, typed: string) => call(from, account, 'login', { password: typed })

type Tries = { passwords: number; codes: number; replies: number }

/** Lets each unknown browser guess, all at once, and adds their tries to `tries`. */
async function guessAll(unknown: readonly Browser[], account: Account, tries: Tries): Promise<void> {
  await Promise.all(unknown.map((browser, index) => guessFrom(browser, index, { account, tries })))
}

/** Tries passwords and codes, and requests codes, until the browser is told to wait. */
async function guessFrom(
  browser: Browser,
  index: number,
  { account, tries }: { account: Account; tries: Tries },
): Promise<void> {
  for (let count = 0; count < 40; count += 1) {
    const { status } = await signIn(browser, account, `guess ${index} ${count}`)
    tries.replies += 1
    if (status === 429) break
    tries.passwords += 1
  }
  for (let count = 0; count < 6; count += 1) {
    tries.replies += 1
    if ((await call(browser, account, 'send-reset-otp')).status === 429) break
  }
  for (let count = 0; count < 6; count += 1) {
    tries.replies += 1
    const otp = String(100_000 + index * 50 + count)
    const { json } = await call(browser, account, 'verify-reset-otp', { otp })
    if (json.code !== 'otp_wrong') break
    tries.codes += 1
  }
}

/** Moves the counters of an account's rate limits, as if the time had passed. */
const letPass = (pool: pg.Pool, { email }: Account, time: string) =>
  pool.query('update rate_limit_counter set resets_at = resets_at - $1::interval where key like $2', [
    time,
    `%${email}%`,
  ])

/** Signs the owner in from a new browser, again every 90 seconds while it is refused, until five minutes are over. */
async function secondsUntilSignedIn(fresh: Browser, account: Account, { pool }: Shop): Promise<number> {
  let waited = 0
  while (!(await signIn(fresh, account, password)).json.success && waited <= maxWait) {
    await letPass(pool, account, '90 seconds')
    waited += 90
  }
  return waited
}

/** Requests a code from a browser, and enters that of the newest mail there. */
async function verifyCode(from: Browser, account: Account, shop: Shop): Promise<{ sentCode: Reply; verified: Reply }> {
  const sentCode = await call(from, account, 'send-reset-otp')
  const otp = (await newestMail(account, shop))?.code
  return { sentCode, verified: await call(from, account, 'verify-reset-otp', { otp }) }
}

/** Requests a mail from a browser that never signed in, and sets a new password by its link. */
async function resetPassword(from: Browser, account: Account, shop: Shop): Promise<Reply> {
  await call(from, account, 'send-reset-otp')
  const newest = await newestMail(account, shop)
  return call(from, account, 'reset-password', { otp: newest?.link ?? newest?.code, newPassword })
}

/** The newest mail to an account about its password. */
async function newestMail({ email }: Account, { pool, secret }: Shop) {
  const all = (await sealedMails(pool)).map((sealed) => openCodeMail(secret, sealed))
  return all.filter((mail) => mail.email === email && mail.purpose !== 'verify').at(-1)
}

function failuresOf(rounds: number, attacks: readonly Measured[]): string[] {
  const failures = new Failures()
  const allowed = maxGuesses.passwordsAtOnce + (maxGuesses.passwordsADay * rounds) / 24
  for (const { who, tries, passwordsAtOnce, waited, ...replies } of attacks) {
    const { before, meanwhile, sentCode, verified, reset, afterReset } = replies
    const check = (condition: boolean, failure: string) => failures.check(condition, `${who}: ${failure}`)
    check(before.json.success, 'the owner could not sign in before')
    check(passwordsAtOnce <= maxGuesses.passwordsAtOnce, `${passwordsAtOnce} passwords were checked at once`)
    check(meanwhile.json.success, "refused to the owner's known browser")
    check(waited <= maxWait, 'a new browser of the owner was refused for five minutes')
    check(sentCode.json.success, "no code for the owner's known browser")
    check(verified.json.success, `the owner's code was refused as ${verified.json.code}`)
    check(reset.json.success, `a new browser couldn't reset the password by mail: ${reset.json.code}`)
    check(afterReset.json.success, 'the new password was refused')
    check(tries.passwords <= allowed, `${tries.passwords} passwords were checked in ${rounds} h, more than ${allowed}`)
    check(tries.codes <= maxGuesses.codesADay, `${tries.codes} codes were checked in a day`)
  }
  return failures.all
}

function report(rounds: number, attacks: readonly Measured[], failures: string[]): Finding {
  const replies = attacks.reduce((sum, { tries }) => sum + tries.replies, 0)
  const passwords = Math.max(...attacks.map(({ tries }) => tries.passwords))
  const codes = Math.max(...attacks.map(({ tries }) => tries.codes))
  const longestWait = Math.max(...attacks.map(({ waited }) => waited))
  return {
    guarantee: 'Guessing by unknown browsers neither locks the owner of an account out nor gets in',
    did: `unknown browsers guessed from one address and from fifty, at shoppers and sellers, for ${rounds} h each: ${replies} tries and requests for codes`,
    figure: `at most ${passwords} passwords of an account were checked in ${rounds} h, and ${codes} codes; each owner signed in from a known browser at once, from a new one after ${Math.round(longestWait)} s at most, and by code`,
    failures,
  }
}
