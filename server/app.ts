import { join } from 'node:path'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import type { NextHandleFunction } from '@fastify/middie'
import files from '@fastify/static'
import { makeClient } from '../contract/client.ts'
import { type RefusalCode, refusals } from '../contract/messages/refusals.ts'
import { callPaths } from '../contract/paths/call-paths.ts'
import { passkeySiteOf } from './accounts/passkeys/passkey-site.ts'
import { accountRoutes } from './accounts/routes.ts'
import { secondFactorRoutes } from './accounts/second-factor-routes.ts'
import { addressRoutes } from './addresses/routes.ts'
import { cartOf } from './cart/queries.ts'
import { cartRoutes } from './cart/routes.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { sellerProductRoutes } from './catalog/seller-product-routes.ts'
import type { LogSettings } from './common/log.ts'
import { withoutSlashesAtEnd } from './common/normalise-text.ts'
import type { Db } from './database/database.ts'
import type { Events } from './database/notifications.ts'
import { cachedDurations, type DurationsReader } from './delivery/promise/durations-reader.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { deliverySettingRoutes } from './delivery/setting-routes.ts'
import { windowRoutes } from './delivery/window-routes.ts'
import { zoneRoutes } from './delivery/zone-routes.ts'
import { deliverySettingsReader } from './delivery/zones/delivery-settings.ts'
import { documentRoutes } from './documents/routes.ts'
import { loadShedding } from './http/admission/load-shedding.ts'
import { drainOnShutdown } from './http/app/graceful-shutdown.ts'
import { makeServer } from './http/app/make-server.ts'
import { setUpApp } from './http/app/set-up-app.ts'
import { limitSlowBodies } from './http/bodies/body-deadline.ts'
import { apiReference } from './http/calls/api-reference.ts'
import type { App } from './http/calls/calls.ts'
import { guardDemo } from './http/calls/demo-guard.ts'
import { refusalReply } from './http/calls/failures.ts'
import { logRequests } from './http/calls/request-log.ts'
import { sessions } from './http/calls/sessions.ts'
import { clientAddressReader, type LimitedAddressOf } from './http/request/client-address.ts'
import { languageOf } from './http/request/language.ts'
import { fontRoutes } from './http/responses/font-routes.ts'
import { ResponseCache } from './http/responses/response-cache.ts'
import { securityHeadersOf } from './http/responses/security-headers.ts'
import type { Mailbox } from './mail/mailbox.ts'
import { mailboxRoutes } from './mail/routes.ts'
import type { Metrics } from './maintenance/health/metrics.ts'
import { degradations, readiness } from './maintenance/health/readiness.ts'
import { operationRoutes, shopFactsRoute, shopProblemsRoute } from './maintenance/routes.ts'
import type { Stores } from './media/open-stores.ts'
import { mediaRoutes } from './media/routes.ts'
import { lineApi } from './notices/line-api.ts'
import { lineRoutes } from './notices/line-routes.ts'
import { vapidKeysOf } from './notices/push-keys.ts'
import type { PushServices } from './notices/push-services.ts'
import { noticeRoutes } from './notices/routes.ts'
import { orderStreamRoutes } from './orders/order-stream-routes.ts'
import { orderWindowRoutes } from './orders/order-window-routes.ts'
import { handlePaymentEvent } from './orders/paying/handle-payment-event.ts'
import { promptPayRoutes } from './orders/promptpay/promptpay-routes.ts'
import { replaceOpenCodes } from './orders/promptpay/replace-open-codes.ts'
import { orderRoutes } from './orders/routes.ts'
import { pageRoutes } from './pages/routes.ts'
import type { WebBuild } from './pages/web-build.ts'
import type { Gateway } from './payments/gateway.ts'
import { paymentRoutes } from './payments/routes.ts'
import { sandboxRoutes } from './payments/sandbox/sandbox-routes.ts'
import { slipReader } from './payments/slip/read-slip.ts'
import { promotionReader } from './promotions/current-promotions.ts'
import { promotionRoutes } from './promotions/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { riderRoutes } from './riders/routes.ts'
import { trackRoutes } from './riders/track/track-routes.ts'
import { ProductSearch } from './search/finding/product-search.ts'
import { searchRoutes } from './search/routes.ts'
import { NotFoundCounter } from './search/synonyms/not-found.ts'
import { sellerAppRoutes } from './seller-app/routes.ts'
import type { LiveShop } from './settings/live-shop.ts'
import { offeredPromptPay } from './settings/promptpay.ts'
import { settingsRefresher } from './settings/refresh-settings.ts'
import { settingsRoutes } from './settings/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import type { Config } from './start/config.ts'

export type AppDeps = Stores & {
  config: Pick<
    Config,
    'publicUrl' | 'production' | 'demo' | 'limits' | 'allowedOrigins' | 'trustProxy' | 'port' | 'dataDir'
  >
  /** The shop's settings, kept up to date. */
  live: LiveShop
  db: Db
  secret: string
  /** Takes online payments; absent if they aren't set up. */
  gateway?: Gateway
  /** Whether the gateway is the sandbox, whose pages the shop serves itself. Never in production. */
  sandbox?: boolean
  /** Absent outside demo mode. */
  mailbox?: Mailbox
  events?: Events
  /** Absent in tests of calls, which need no pages. */
  web?: Web
  logger: LogSettings
  metrics?: Metrics
  /** For tests, which change the past: what a promise reads of delivered orders, instead of keeping it for a while. */
  readDurations?: DurationsReader
  /** The browsers' if absent. */
  pushServices?: PushServices
  /** Another server with LINE's API. */
  lineApiBase?: string
  /** Called with every route as `METHOD /path`. */
  onRoute?: (route: string) => void
}

/**
 * The web app: either built, with the folder of its files, or in development, with the middleware that serves sources.
 */
export type Web = { build: () => Promise<WebBuild> } & ({ clientFolder: string } | { middlewares: NextHandleFunction })

/** Bytes of memory for the cache of public responses. */
const responseCacheBytes = 64 * 1024 * 1024

/** Wires the shop: each capability gets only what it needs. The caller listens, or injects requests, and closes. */
export async function makeApp(deps: AppDeps): Promise<App> {
  const { config, db, live } = deps
  const { shop } = live
  const securityHeaders = securityHeadersOf(config)
  const clientAddressOf = clientAddressReader(config)
  const shedding = loadShedding({ clientAddressOf, securityHeaders })
  const server = makeServer({
    logger: deps.logger,
    trustProxy: config.trustProxy,
    serverFactory: shedding.serverFactory,
    securityHeaders,
  })
  const app = setUpApp(server, {
    origins: originsOf(config),
    production: config.production,
    symbol: shop.currency.symbol,
    securityHeaders,
  })
  if (config.demo) guardDemo(app, config.publicUrl)
  const methods = methodsOfPaths(app, deps.onRoute)
  logRequests(app)
  deps.metrics?.watch(app)
  const shutdown = drainOnShutdown(app)
  shedding.admitRequests(app)
  limitSlowBodies(app)
  const current = keepCurrent(app, deps)

  if (config.allowedOrigins.length > 0)
    await app.register(cors, { origin: config.allowedOrigins, credentials: true, methods: ['GET', 'POST'] })
  await app.register(cookie)
  if (!config.production) apiReference(app, shop)
  sessions(app, { db, secure: config.publicUrl.startsWith('https:') })

  addCapabilities(app, deps, { ...current, clientAddressOf })
  if (deps.web) await addPages(app, deps, deps.web, current)

  // Runs after the hooks that end streams.
  app.addHook('preClose', () => shutdown.finish())
  refuseUnknownPaths(app, methods)
  return app
}

/** Returns the caches of the database's contents. They are emptied or read again when the database changes. */
function keepCurrent(app: App, { db, live, events, readDurations = cachedDurations() }: AppDeps) {
  const cache = new ResponseCache(responseCacheBytes)
  const promotions = promotionReader(db, { symbol: live.shop.currency.symbol, onChange: () => cache.drop() })
  const dropPromotions = () => {
    promotions.drop()
    cache.drop()
  }
  events?.on('catalogue', () => cache.drop())
  events?.on('promotions', dropPromotions)
  const delivery = deliverySettingsReader(db)
  const dropDelivery = () => {
    delivery.drop()
    cache.drop()
  }
  events?.on('delivery', dropDelivery)
  const settings = settingsRefresher(live, { log: app.log, onChange: () => cache.drop() })
  events?.on('settings', settings.announced)
  // The opening hours are a setting.
  events?.on('settings', dropDelivery)
  app.addHook('onClose', async () => settings.stop())
  // What was saved between the first read and the subscription.
  app.addHook('onReady', async () => settings.announced())
  // So that the first list doesn't wait for them; it tries again if this fails.
  app.addHook('onReady', () => void promotions.read().catch(() => {}))
  return { cache, promotions, delivery, readDurations, settings, dropPromotions, dropDelivery }
}

type Current = ReturnType<typeof keepCurrent>
type SharedDeps = Current & { clientAddressOf: ReturnType<typeof clientAddressReader> }

/** Adds the routes of every capability. */
function addCapabilities(app: App, deps: AppDeps, shared: SharedDeps): void {
  const { config, db, live, secret, gateway } = deps
  const { shop } = live
  const { cache, promotions, delivery, readDurations, settings, dropPromotions, dropDelivery, clientAddressOf } = shared
  const passkeySite = passkeySiteOf(config)
  accountRoutes(app, { db, secret, cartOf, limits: config.limits, passkeySite })
  secondFactorRoutes(app, { db, secret, shop, site: passkeySite })
  const search = new ProductSearch({ db, shop, log: app.log })
  const notFound = new NotFoundCounter(db, app.log)
  app.addHook('onClose', async () => {
    await search.stop()
    await notFound.write()
  })
  catalogRoutes(app, { db, cache, shop, promotions, search, notFound })
  sellerProductRoutes(app, { db, cache, shop, store: deps.store, search })
  searchRoutes(app, { db, cache })
  promotionRoutes(app, { db, shop, clientAddressOf, onChange: dropPromotions })
  cartRoutes(app, { db })
  addressRoutes(app, { db })
  const hours = async () => (await delivery.read()).hours
  shopFactsRoute(app, {
    onlinePayment: gateway !== undefined,
    demo: config.demo,
    hasPromptPay: async () => (await offeredPromptPay(db, shop)) !== undefined,
    hours,
    timeZone: () => shop.timeZone,
  })
  settingsRoutes(app, {
    db,
    live,
    store: deps.store,
    isDemo: config.demo,
    onSaved: settings.saved,
    replaceOpenCodes,
  })
  staffRoutes(app, { db, secret, shop })
  deliveryRoutes(app, { db, shop, readDurations })
  zoneRoutes(app, { db, onChange: dropDelivery })
  deliverySettingRoutes(app, { db, shop, onChange: dropDelivery })
  shopProblemsRoute(app, { db, shop, production: config.production })
  const limitedAddressOf: LimitedAddressOf = (request) => (config.limits ? clientAddressOf(request) : undefined)
  orderRoutes(app, { db, shop, gateway, publicUrl: config.publicUrl, readDurations, limitedAddressOf, hours })
  orderWindowRoutes(app, { db })
  windowRoutes(app, { db, limitedAddressOf, shop, onChange: dropDelivery })
  riderRoutes(app, { db, photos: deps.photos, clientAddressOf })
  trackRoutes(app, { db, shop, secret, hidesSamples: !config.demo })
  const reader = slipReader()
  app.addHook('onClose', () => reader.close())
  promptPayRoutes(app, { db, shop, readDurations, slips: deps.slips, reader, clientAddressOf, limitedAddressOf, hours })
  const payments = { db, log: app.log, shop }
  if (gateway) paymentRoutes(app, { gateway, handleEvent: (event) => handlePaymentEvent(payments, event) })
  if (deps.sandbox) sandboxRoutes(app, { db, shop })
  documentRoutes(app, { db, shop })
  fontRoutes(app)
  noticeRoutes(app, { db, publicKey: vapidKeysOf(secret).publicKey, pushServices: deps.pushServices })
  lineRoutes(app, {
    db,
    secret,
    api: lineApi({ base: deps.lineApiBase }),
    publicUrl: config.publicUrl,
    shop,
  })
  sellerAppRoutes(app, { shop })
  orderStreamRoutes(app, { events: deps.events, clientAddressOf })
  reportRoutes(app, { db, shop })
  mediaRoutes(app, { store: deps.store, crossOrigin: config.allowedOrigins.length > 0 })
  operationRoutes(app, { failedChecks: readiness({ db, dataDir: config.dataDir }), degradations: degradations(db) })
  if (deps.mailbox) mailboxRoutes(app, { mailbox: deps.mailbox })
}

/** Adds the screens, and their files or in development their sources. */
async function addPages(app: App, { config, live }: AppDeps, web: Web, { cache, delivery }: Current): Promise<void> {
  const dev = 'middlewares' in web
  if (dev) {
    // Like Vite's server, only development needs it.
    await app.register((await import('@fastify/middie')).default)
    app.use(web.middlewares)
  } else await serveBuiltFiles(app, web.clientFolder)
  pageRoutes(app, {
    build: web.build,
    cache,
    dev,
    api: (onStatus) => apiClientOf(app, onStatus),
    shop: () => live.shop,
    delivery: delivery.read,
    demo: config.demo,
    publicUrl: config.publicUrl,
  })
}

/** Returns the methods of each path, once its route is added. Calls `onRoute` with every route as `METHOD /path`. */
function methodsOfPaths(app: App, onRoute: AppDeps['onRoute']): ReadonlyMap<string, Set<string>> {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) {
      onRoute?.(`${one} ${url}`)
      methods.set(url, (methods.get(url) ?? new Set()).add(one))
    }
  })
  return methods
}

/** Refuses requests of unknown paths, and of methods that a path doesn't have. */
function refuseUnknownPaths(app: App, methods: ReadonlyMap<string, Set<string>>): void {
  app.setNotFoundHandler((request, reply) => {
    const path = withoutSlashesAtEnd(request.url.split('?', 1)[0] ?? '')
    const allowed = methods.get(path)
    if (allowed) reply.header('allow', [...allowed].join(', '))
    const code: RefusalCode = allowed ? 'method_not_allowed' : 'not_found'
    reply.code(refusals[code].status).send({ ...refusalReply(code, languageOf(request)), requestId: request.id })
  })
}

/**
 * Returns a client of the shop's own calls, without a cookie, for rendering pages. Reports the status of each reply.
 */
export function apiClientOf(app: App, onStatus: (status: number) => void = () => {}) {
  return makeClient(callPaths, async ({ method, url, headers, body }) => {
    const response = await app.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) })
    onStatus(response.statusCode)
    return { status: response.statusCode, json: response.json() }
  })
}

/** Serves script, style and font files. Their names contain a hash, so browsers may cache them for good. */
async function serveBuiltFiles(app: App, folder: string): Promise<void> {
  await app.register(files, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    // A route for each file: with one for all of them, the folder is read again for each request.
    wildcard: false,
    index: false,
    maxAge: '365d',
    immutable: true,
  })
  // A missing file is no page of the shop either.
  app.get('/assets/*', (_request, reply) => reply.callNotFound())
}

/**
 * Returns the origins whose pages may change something: the shop's own and configured ones. A demo accepts every
 * loopback name.
 */
function originsOf(config: AppDeps['config']): string[] {
  const publicOrigin = new URL(config.publicUrl).origin
  const loopback = config.demo ? ['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}:${config.port}`) : []
  return [...new Set([publicOrigin, ...loopback, ...config.allowedOrigins])]
}
