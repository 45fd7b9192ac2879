import cluster from 'node:cluster'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Pool } from 'pg'
import { withoutSampleCompany } from '../contract/shop-samples.ts'
import { loadDemoCatalogue } from '../demo/load-demo.ts'
import { ensureDemoSeller, ensureDemoStaff } from './accounts/demo-seller.ts'
import type { Web } from './app.ts'
import { unconfirmedTasks, unconfirmedTimetable } from './checkout/follow-unconfirmed.ts'
import { paymentTasks } from './checkout/payment-tasks.ts'
import { promptPayTasks } from './checkout/promptpay/promptpay-tasks.ts'
import { tidySlips } from './checkout/promptpay/tidy-slips.ts'
import { getLocalizedOrder } from './checkout/queries.ts'
import { getLocalizedRefund } from './checkout/refund-queries.ts'
import { reminderTasks, reminderTimetable } from './checkout/remind-unconfirmed.ts'
import { delayTasks, delayTimetable } from './checkout/tell-delays.ts'
import type { Log } from './common/log.ts'
import { StartError } from './common/start-error.ts'
import { type Db, makeDb, makePool } from './database/database.ts'
import { startEmbeddedPostgres } from './database/embedded/start.ts'
import { startJobs } from './database/jobs.ts'
import { migrate } from './database/migrations.ts'
import { listenForEvents } from './database/notifications.ts'
import { windowTasks, windowTimetable } from './delivery/holds.ts'
import { makeWindows } from './delivery/windows.ts'
import { documentTasks } from './documents/tasks.ts'
import { connectToSmtp, mailboxDelivery, smtpDelivery } from './mail/deliver.ts'
import { checkMailServer } from './mail/health.ts'
import { openMailbox } from './mail/mailbox.ts'
import { mailTasks, mailTimetable } from './mail/tasks.ts'
import { cleanPicturesTimetable, pictureTasks } from './media/clean-pictures.ts'
import { diskStore, type PictureStore } from './media/store.ts'
import { lineApi } from './notices/line-api.ts'
import { vapidKeysOf } from './notices/push-message.ts'
import { pushSender } from './notices/send-push.ts'
import { lowStockTimetable, noticeTasks } from './notices/tasks.ts'
import { refuseDemoData, refuseOtherDemo, refuseProductionShop } from './operations/demo-data.ts'
import { setOpenInProduction } from './operations/demo-queries.ts'
import type { Metrics } from './operations/metrics.ts'
import { shopProblems } from './operations/shop-problems.ts'
import type { WebBuild } from './pages/web-build.ts'
import type { Gateway } from './payments/gateway.ts'
import { sandboxGateway, sandboxTasks, webhookSender } from './payments/sandbox-gateway.ts'
import { slipOkVerifier } from './payments/slip/slipok-verifier.ts'
import { stripeGateway } from './payments/stripe-gateway.ts'
import { bookEarlierTimetable, countDaysTimetable, reportTasks } from './reports/tasks.ts'
import { tidyPhotos } from './riders/tidy-photos.ts'
import { searchTasks, tidySearchTimetable } from './search/tasks.ts'
import { vocabulary } from './search/vocabulary.ts'
import { liveShop } from './settings/live-shop.ts'
import { type Config, readConfig, settingsHelp } from './start/config.ts'
import { listenError } from './start/listen-error.ts'
import { readSecret } from './start/secret.ts'
import { everyWorkerOpen, receiveWorkerSettings, runWorkers, type WorkerSettings } from './start/workers.ts'
import { tidying } from './tidying.ts'

/*
 * Starts the shop: settings, database, jobs, pages, HTTP server. Each part registers how it is stopped; they stop in
 * reverse order.
 */

const projectRoot = fileURLToPath(new URL('..', import.meta.url))
const arguments_ = process.argv.slice(2)
/** Milliseconds after the shop has opened until it builds the search's vocabulary. */
const vocabularyDelay = 1000
/** Each worker uses up to twenty of the database's hundred connections. */
const maxWorkers = 4
if (arguments_.includes('--help')) {
  process.stdout.write(
    `Usage: npm start [-- --workers N]\n\n  --workers N           as N processes, 1 to ${maxWorkers}; more than there are cores gain nothing\n\nSettings, from the environment:\n${settingsHelp()}\n`,
  )
  process.exit(0)
}

const stops: (() => Promise<unknown>)[] = []
let stopping: Promise<void> | undefined

function stop(exitCode: number): Promise<void> {
  stopping ??= (async () => {
    for (const stopPart of stops.reverse()) await stopPart().catch((error) => printError(error))
    process.exit(exitCode)
  })()
  return stopping
}

const print = (line: string) => void process.stdout.write(`${line}\n`)
const printError = (error: unknown) =>
  void process.stderr.write(`${error instanceof StartError ? error.message : ((error as Error).stack ?? error)}\n`)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

try {
  const workers = requestedWorkers()
  await (workers === undefined || cluster.isWorker ? start(await receiveWorkerSettings()) : startWorkers(workers))
} catch (error) {
  // While the shop is stopping, failures are consequences of that.
  if (!stopping) printError(error)
  await stop(1)
}

/** Returns the number of worker processes, or undefined to run the shop in this process. */
function requestedWorkers(): number | undefined {
  const at = arguments_.indexOf('--workers')
  if (at === -1) return undefined
  const count = Number(arguments_[at + 1])
  if (Number.isInteger(count) && count >= 1 && count <= maxWorkers) return count
  throw new StartError(`--workers takes a number from 1 to ${maxWorkers}.`)
}

/** Starts worker processes. This process runs the database, and stops last. */
async function startWorkers(count: number): Promise<void> {
  const config = readConfig(process.env, { workers: count })
  await mkdir(config.dataDir, { recursive: true })
  const databaseUrl = config.databaseUrl ?? (await startOwnDatabase(config.dataDir))
  const settings = { databaseUrl, alone: config.databaseUrl === undefined }
  stops.push(await runWorkers(count, settings, printError))
}

async function start(settings: WorkerSettings | undefined): Promise<void> {
  const config = readConfig(process.env)
  const dev = arguments_.includes('--dev')
  // React reads NODE_ENV once, when it is loaded, and is several times slower in development. The shop's own mode was
  // read above.
  if (!dev) process.env.NODE_ENV = 'production'
  const loadingApp = import('./app.ts')
  await mkdir(config.dataDir, { recursive: true })

  const databaseUrl = settings?.databaseUrl ?? config.databaseUrl ?? (await startOwnDatabase(config.dataDir))
  const pool = makePool(databaseUrl)
  stops.push(() => pool.end())
  await migrate(databaseUrl)
  const db = makeDb(pool)

  if (config.production) {
    await refuseDemoData(db, config.dataDir)
    await setOpenInProduction(db)
  } else {
    await refuseProductionShop(db, config.dataDir)
    await refuseOtherDemo(db, config)
  }
  const live = liveShop(db, config.shop)
  await live.refresh()
  const { shop } = live
  const secret = await readSecret(config)
  const store = await pictureStore(config)
  const [slips, photos] = [await pictureStore(config, 'slips'), await pictureStore(config, 'photos')]
  // Production doesn't start without SMTP_URL, so only a demo has a mailbox.
  const { smtpUrl } = config
  const mailbox = smtpUrl ? undefined : await openMailbox(join(config.dataDir, 'mailbox'))
  const connect = smtpUrl ? () => connectToSmtp(smtpUrl) : undefined
  const deliver = mailbox
    ? mailboxDelivery(mailbox)
    : smtpDelivery(config.smtpUrl ?? '', config.mailFrom, config.publicUrl)
  const events = await listenForEvents(databaseUrl, {
    warn: (_details: unknown, message?: string) => printError(message),
  })
  stops.push(() => events.stop())

  const web = dev ? await devWeb() : await builtWeb()
  const { makeApp } = await loadingApp
  // Each worker serves metrics of its own.
  const metricsPort = config.metricsPort && config.metricsPort + (settings?.number ?? 1) - 1
  const metrics = metricsPort ? await startMetrics(metricsPort, { db, pool }) : undefined
  const gateway = gatewayFor(config, { db, secret })
  const app = await makeApp({
    config,
    live,
    db,
    store,
    slips,
    photos,
    secret,
    gateway,
    sandbox: !config.stripe && config.demo,
    mailbox,
    events,
    web,
    metrics,
    lineApiBase: config.lineApiBase,
    logger: config.production ? { level: 'info' } : { level: 'warn' },
  })
  stops.push(() => app.close())

  const jobs = await startJobs({
    url: databaseUrl,
    db,
    // Only this process uses the shop's own database, so a job locked there belongs to a process that has ended.
    alone: settings?.alone ?? config.databaseUrl === undefined,
    tasks: {
      ...mailTasks({
        db,
        secret,
        shop: () => (config.demo ? shop : withoutSampleCompany(shop)),
        publicUrl: config.publicUrl,
        deliver,
        connect,
        orderMailTo: config.orderMailTo,
        loadOrder: getLocalizedOrder,
        loadRefund: getLocalizedRefund,
      }),
      ...pictureTasks({ db, store }),
      ...searchTasks({ db }),
      ...reportTasks({ db, timeZone: shop.timeZone }),
      ...paymentTasks({ db, gateway, log: app.log }),
      ...promptPayTasks({ db, verifierOf: verifiersFor(config, app.log) }),
      ...documentTasks({ db, shop }),
      ...windowTasks({ db, timeZone: shop.timeZone }),
      ...delayTasks({ db, timeZone: shop.timeZone }),
      ...unconfirmedTasks({ db, timeZone: shop.timeZone }),
      ...reminderTasks({ db, timeZone: shop.timeZone }),
      ...noticeTasks({
        db,
        shop,
        push: pushSender({ keys: vapidKeysOf(secret), subject: subjectOf(config) }),
        secret,
        publicUrl: config.publicUrl,
        line: lineApi({ base: config.lineApiBase }),
      }),
      ...sandboxTasks({ db, secret, deliver: webhookSender(app) }),
    },
    tidying: [...tidying, (db) => tidySlips(db, slips), (db) => tidyPhotos(db, photos)],
    timetable: [
      mailTimetable,
      reminderTimetable,
      unconfirmedTimetable,
      delayTimetable,
      cleanPicturesTimetable,
      tidySearchTimetable,
      countDaysTimetable,
      bookEarlierTimetable,
      windowTimetable,
      lowStockTimetable,
    ],
    log: app.log,
  })
  // Together with the HTTP server: running requests have ten seconds, jobs two.
  stops.push(() => Promise.all([app.close(), jobs.stop()]))

  if (config.demo) await loadDemoCatalogue({ db, store, log: print, demoShop: config.demoShop })
  await makeWindows(db, shop)
  const seller = config.demo ? await ensureDemoSeller(db, config) : undefined
  const staff = seller && config.demoShop === 'bangkok' ? await ensureDemoStaff(db, seller) : []

  await app.listen({ port: config.port, host: config.host }).catch((error) => {
    throw listenError(error, config.port)
  })
  // After the first pages, and before the first search.
  setTimeout(vocabulary, vocabularyDelay).unref()
  if (settings && !settings.announces) return
  if (settings) await everyWorkerOpen()
  print('')
  print(`  ${shop.name} is open at   ${config.publicUrl}`)
  print(
    `  The seller's area   ${config.publicUrl}/seller${seller ? `   (${seller.email} / ${seller.password ?? 'the password that you set'})` : ''}`,
  )
  if (staff.length > 0) print(`  Staff, same password ${staff.join(', ')}`)
  // The owner's remaining tasks; sellers see them in their area.
  for (const { message } of await shopProblems({ db, shop, production: config.production }, 'en'))
    print(`  ! ${message}`)
  if (mailbox) print(`  The mailbox         ${config.publicUrl}/dev/mailbox`)
  print('')
  // Not awaited: the shop is open whatever the result.
  if (connect) void warnOfMail(db, connect).catch(printError)
}

/** Returns how push services reach the shop. */
function subjectOf({ publicUrl, shop }: Config): string {
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:${shop.contact.email}`
}

/** Prints a warning if the mail server doesn't work. */
async function warnOfMail(db: Db, connect: () => Promise<unknown>): Promise<void> {
  const error = await checkMailServer(db, connect)
  if (!error || stopping) return
  process.stderr.write(`  WARNING: no mail can be sent (${error.message}). Check SMTP_URL and the mail server.
  Until it works no new shopper can verify an e-mail address, and so none of them can order.
  The shop is open; mails wait in the queue and are sent once the server answers.

`)
}

/** Starts the shop's own PostgreSQL; returns its URL. If the shop is stopped meanwhile, it stops once it runs. */
async function startOwnDatabase(dataDir: string): Promise<string> {
  const starting = startEmbeddedPostgres({ dataDir, log: print })
  stops.push(async () => (await starting.catch(() => undefined))?.stop())
  const { url } = await starting
  // If the shop is stopping, this waits until the process exits: nothing more is started.
  await stopping
  return url
}

/** Collects metrics and serves them on a port of their own. The library is loaded only then. */
async function startMetrics(port: number, deps: { db: Db; pool: Pool }): Promise<Metrics> {
  const { makeMetrics, serveMetrics } = await import('./operations/metrics.ts')
  const metrics = makeMetrics(deps)
  const server = await serveMetrics(metrics, port)
  stops.push(() => server.stop())
  return metrics
}

/** Returns the payment gateway: Stripe if configured, else the sandbox in demo mode, else undefined. */
function gatewayFor(config: Config, { db, secret }: { db: Db; secret: string }): Gateway | undefined {
  const { publicUrl } = config
  if (config.stripe) return stripeGateway(config.stripe, publicUrl)
  return config.demo ? sandboxGateway({ db, secret, publicUrl }) : undefined
}

/** Returns the service that asks the banks about slips, by the number that was paid; undefined if none is configured. */
function verifiersFor({ slipOk }: Config, log: Log) {
  if (!slipOk) return undefined
  const { accounts, ...settings } = slipOk
  return (number: string) => slipOkVerifier({ ...settings, receivers: [number, ...accounts] }, log)
}

/**
 * Returns the store of the products' pictures, or of private ones: a bucket if configured, whose library is loaded only
 * then, else a folder.
 */
async function pictureStore({ pictures, dataDir }: Config, privateFolder?: 'slips' | 'photos'): Promise<PictureStore> {
  if (!pictures) return diskStore(join(dataDir, privateFolder ?? 'pictures'))
  const { s3Store } = await import('./media/s3-store.ts')
  const store = s3Store(pictures, { warn: printError, ...(privateFolder ? { privateFolder } : {}) })
  stops.push(async () => store.close())
  return store
}

/** Returns the built web app: its server bundle, and the folder of its static files. */
async function builtWeb(): Promise<Web> {
  const build = (await import(pathToFileURL(join(projectRoot, 'build/server/index.js')).href)) as WebBuild
  return { build: async () => build, clientFolder: join(projectRoot, 'build/client') }
}

/** Returns the web app from its sources, with hot reload. */
async function devWeb(): Promise<Web> {
  const { createServer } = await import('vite')
  // Native loading: Vite's default copies its settings file, which Node's watcher would take for a change.
  const vite = await createServer({
    root: projectRoot,
    appType: 'custom',
    configLoader: 'native',
    server: { middlewareMode: true },
  })
  stops.push(() => vite.close())
  return {
    build: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as WebBuild,
    middlewares: vite.middlewares,
  }
}
