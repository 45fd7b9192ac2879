import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { inject } from 'vitest'
import type { User } from '../contract/entities/user.ts'
import type { ShopConfig } from '../contract/settings/shop.ts'
import type { Role } from '../contract/staff/staff-roles.ts'
import { rememberBrowser } from '../server/accounts/known-browser-queries.ts'
import { hashPassword } from '../server/accounts/password.ts'
import { insertAccount, setVerified, storePassword } from '../server/accounts/queries.ts'
import { hashes, ofAddress } from '../server/accounts/slow-hashes.ts'
import { makeApp, type Web } from '../server/app.ts'
import { newId } from '../server/common/ids.ts'
import { type Db, inTransaction, type Tx } from '../server/database/database.ts'
import { listenForEvents } from '../server/database/notifications.ts'
import { type DurationsReader, readDurationsNow } from '../server/delivery/promise/durations-reader.ts'
import { documentTasks } from '../server/documents/tasks.ts'
import { type AccountKind, openSession } from '../server/domain/session-queries.ts'
import type { makeMetrics } from '../server/maintenance/health/metrics.ts'
import { diskStore } from '../server/media/store.ts'
import type { PushServices } from '../server/notices/push-services.ts'
import { paymentTasks } from '../server/orders/paying/payment-tasks.ts'
import { type PromptPayTaskDeps, promptPayTasks } from '../server/orders/promptpay/promptpay-tasks.ts'
import type { Gateway } from '../server/payments/gateway.ts'
import { sandboxGateway, sandboxTasks, webhookSender } from '../server/payments/sandbox/sandbox-gateway.ts'
import { liveShop } from '../server/settings/live-shop.ts'
import { shop as shopConfig } from '../shop.config.ts'
import { testDatabase } from './database/database.ts'
import { runDueJobs } from './database/jobs.ts'
import type { ShopReply } from './shop-reply.ts'

const currentRoute = new AsyncLocalStorage<FastifyRequest['routeOptions']>()
// A call that hashes without saying so would run instead of other calls. The error fails the run.
hashes.subscribe(() => {
  const { url, config } = currentRoute.getStore() ?? {}
  if (config && !config.hashes) throw new Error(`${url} hashes: its route needs "hashes: true"`)
})

type Settings = {
  publicUrl?: string
  limits?: boolean
  log?: Writable
  /** The payment gateway instead of the sandbox; null for none. */
  gateway?: Gateway | null
  /** Returns the service that asks the banks about slips. */
  verifierOf?: PromptPayTaskDeps['verifierOf']
  /** Makes the shop's metrics. */
  metrics?: typeof makeMetrics
  web?: Web
  /** Reads the durations of delivered orders, by default each time anew: tests can change the past. */
  readDurations?: DurationsReader
  /** The push services of the test. */
  pushServices?: PushServices
  /** The address of a server of the test with LINE's API. */
  lineApiBase?: string
  /** Settings of the shop that differ from shop.config.ts. */
  shop?: Partial<ShopConfig>
}

/** A shop on a database of its own, called through Fastify's inject, without pages unless given. */
export async function testShop(settings: Settings = {}) {
  const { db, pool, url, close } = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'talad-'))
  const pictures = join(folder, 'pictures')
  const slips = join(folder, 'slips')
  const photos = join(folder, 'photos')
  const routes: string[] = []
  // The logs of all shops are searched for secrets at the end of the run.
  const logName = join(inject('logs'), newId())
  const ownLog = createWriteStream(`${logName}.log`)
  const publicUrl = settings.publicUrl ?? 'http://127.0.0.1:3000'
  const secret = 'a secret of at least thirty-two characters'
  const events = await listenForEvents(url, { warn: () => {} })
  let onNotified = (_version: number) => {}
  const gateway =
    settings.gateway === undefined ? sandboxGateway({ db, secret, publicUrl }) : (settings.gateway ?? undefined)
  const live = liveShop(db, { ...shopConfig, ...settings.shop })
  const app = await makeApp({
    config: {
      publicUrl,
      port: 3000,
      production: false,
      demo: true,
      limits: settings.limits ?? false,
      allowedOrigins: [],
      trustProxy: [],
      dataDir: folder,
    },
    live,
    db,
    store: await diskStore(pictures),
    slips: await diskStore(slips),
    photos: await diskStore(photos),
    secret,
    gateway,
    sandbox: settings.gateway === undefined,
    events,
    metrics: settings.metrics?.({ db, pool }),
    web: settings.web,
    readDurations: settings.readDurations ?? readDurationsNow,
    pushServices: settings.pushServices,
    // Nothing answers on port 9, so no test reaches LINE.
    lineApiBase: settings.lineApiBase ?? 'http://127.0.0.1:9',
    logger: { level: 'info', stream: settings.log ?? ownLog },
    onRoute: (route) => routes.push(route),
  })
  events.on('catalogue', (version) => onNotified(Number(version)))
  app.addHook('preHandler', (request, _reply, done) => {
    currentRoute.enterWith(request.routeOptions)
    done()
  })
  await app.ready()
  return {
    app,
    db,
    pool,
    url,
    secret,
    publicUrl,
    /** The folder of the pictures. */
    pictures,
    /** The folder of the pictures of slips. */
    slips,
    /** The folder of the photos of deliveries. */
    photos,
    routes,
    /** Records secrets that must not be in any log. */
    noteSecrets: (secrets: readonly string[]) => appendFileSync(`${logName}.secrets`, `${secrets.join('\n')}\n`),
    /** Runs the due payment jobs, and those that they queue; a failed one stays in the queue. */
    runJobs: async () => {
      await runDueJobs(pool, {
        ...paymentTasks({ db, gateway, log: app.log, shop: live.shop }),
        ...promptPayTasks({ db, shop: live.shop, verifierOf: settings.verifierOf }),
        ...sandboxTasks({ db, secret, deliver: webhookSender(app) }),
        ...documentTasks({ db, shop: live.shop }),
      })
    },
    /** Resolves once the newest change of the catalogue has been notified. */
    catalogueNotified: () =>
      catalogueNotified({ db, pool }, (listener) => {
        onNotified = listener
      }),
    close: async () => {
      await app.close()
      await events.stop()
      await close()
      await new Promise((done) => ownLog.end(done))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Changes the catalogue, and resolves once that change has been notified to the listener. */
async function catalogueNotified(
  { db, pool }: { db: Db; pool: Pool },
  listen: (listener: (version: number) => void) => void,
): Promise<void> {
  const all = Promise.withResolvers<void>()
  let last = 0
  let newest = Number.POSITIVE_INFINITY
  listen((version) => {
    last = version
    if (last >= newest) all.resolve()
  })
  await db.updateTable('product').set({ inStock: true }).where('id', '=', newId()).execute()
  const { rows } = await pool.query('select last_value::int as version from catalogue_version')
  newest = rows[0].version
  if (last < newest) await all.promise
}

export type TestShop = Awaited<ReturnType<typeof testShop>>

type Headers = Record<string, string>
export type Person = {
  jar: Map<string, string>
  request<M extends 'GET' | 'POST', U extends string>(
    method: M,
    url: U,
    body?: unknown,
    headers?: Headers,
  ): Promise<ShopReply<M, U>>
  get<U extends string>(url: U, headers?: Headers): Promise<ShopReply<'GET', U>>
  post<U extends string>(url: U, body?: unknown, headers?: Headers): Promise<ShopReply<'POST', U>>
  register(): Promise<Person & { user: User }>
}

/** Returns the password and the code of a body. Short ones may be in a log by chance. */
function secretsOf(body: unknown): string[] {
  const { password, newPassword, otp } = (body ?? {}) as Record<string, unknown>
  return [password, newPassword, otp].filter(
    (value): value is string => typeof value === 'string' && (/^\d{6}$/.test(value) || /^[ -~]{16,200}$/.test(value)),
  )
}

/** Returns the `cookie` header of a user's requests. */
export const cookieOf = ({ jar }: Pick<Person, 'jar'>): string =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

/** A user with a browser's cookie jar. */
export function person(shop: TestShop): Person {
  const jar = new Map<string, string>()
  const user: Person = {
    jar,
    async request(method, url, body, headers = {}) {
      shop.noteSecrets(secretsOf(body))
      const response = await shop.app.inject({
        method,
        url,
        headers: { ...headers, cookie: cookieOf(user) },
        ...(body === undefined ? {} : { payload: body as object }),
      })
      shop.noteSecrets(response.cookies.map(({ value }) => value).filter((value) => value.length > 20))
      for (const { name, value, maxAge } of response.cookies) {
        if (value === '' || maxAge === 0) jar.delete(name)
        else jar.set(name, value)
      }
      return { status: response.statusCode, json: response.json(), headers: response.headers }
    },
    get: (url, headers) => user.request('GET', url, undefined, headers),
    post: (url, body, headers) => user.request('POST', url, body, headers),
    async register() {
      const email = `shopper-${newId()}@shopper.example`
      const registered = await user.post('/api/user/register', { name: 'Somchai', email, password: passwordOfTests })
      if (!registered.json.success) throw new Error(registered.json.message)
      return Object.assign(user, { user: (await user.get('/api/user/is-auth')).json.user as User })
    },
  }
  return user
}
export const passwordOfTests = 'correct horse battery'

/** A signed-in shopper with a verified address. */
export async function verified(shop: TestShop): Promise<Person & { user: User }> {
  const shopper = await signedIn(shop, 'shopper', async (tx, email) => {
    const id = await insertAccount(tx, 'shopper', { email, name: 'Somchai', language: 'en' })
    if (id) await setVerified(tx, id)
    return id
  })
  return Object.assign(shopper, { user: (await shopper.get('/api/user/is-auth')).json.user as User })
}

/** A signed-in seller: an owner, or one of the staff with another role. */
export const seller = (shop: TestShop, role: Role = 'owner'): Promise<Person & { email: string }> =>
  signedIn(shop, 'seller', (tx, email) => insertAccount(tx, 'seller', { email, name: 'Seller', role }))

/** The hash of `passwordOfTests`: made once, as hashing is slow by design. */
let hashOfTests: Promise<string> | undefined

/** Adds an account with the password of the tests, and signs it in as its login would. */
async function signedIn(
  shop: TestShop,
  kind: AccountKind,
  insert: (tx: Tx, email: string) => Promise<string | undefined>,
): Promise<Person & { email: string }> {
  hashOfTests ??= hashPassword(passwordOfTests, ofAddress('tests'))
  const hash = await hashOfTests
  const email = `${kind}-${newId()}@${kind}.example`
  const [session, browser] = await inTransaction(shop.db, async (tx) => {
    const id = (await insert(tx, email)) ?? ''
    await storePassword(tx, kind, id, hash)
    return [await openSession(tx, kind, id), await rememberBrowser(tx, kind, id, undefined)]
  })
  shop.noteSecrets([session, browser])
  const user = person(shop)
  const prefix = shop.publicUrl.startsWith('https:') ? '__Host-' : ''
  user.jar.set(`${prefix}talad_${kind}`, session).set(`${prefix}talad_device`, browser)
  return Object.assign(user, { email })
}
