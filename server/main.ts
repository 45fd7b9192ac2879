import cluster from 'node:cluster'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Pool } from 'pg'
import type { ShopConfig } from '../contract/settings/shop.ts'
import { loadDemoCatalogue } from '../demo/load-demo.ts'
import { ensureDemoSeller, ensureDemoStaff } from './accounts/sellers/demo-seller.ts'
import type { Web } from './app.ts'
import { StartError } from './common/start-error.ts'
import { type Db, makeDb, makePool } from './database/database.ts'
import { startEmbeddedPostgres } from './database/embedded/start.ts'
import { migrate } from './database/migrations.ts'
import { listenForEvents } from './database/notifications.ts'
import { type JobsDeps, startJobs } from './database/run-jobs.ts'
import { makeWindows } from './delivery/windows/windows.ts'
import { connectToSmtp, mailboxDelivery, smtpDelivery } from './mail/deliver.ts'
import { checkMailServer } from './mail/health.ts'
import { openMailbox } from './mail/mailbox.ts'
import { startUnlessPaused } from './maintenance/backup/restored-shop.ts'
import { refuseDemoData, refuseOtherDemo, refuseProductionShop } from './maintenance/demo/demo-data.ts'
import { setOpenInProduction } from './maintenance/demo/demo-queries.ts'
import type { Metrics } from './maintenance/health/metrics.ts'
import { shopProblems } from './maintenance/health/shop-problems.ts'
import { isOtherSecret } from './maintenance/secret-mark.ts'
import { refuseOtherCurrency } from './maintenance/shop-currency.ts'
import { openStores, type Stores } from './media/open-stores.ts'
import { ownsStore } from './media/owns-store.ts'
import { ownerName } from './media/store.ts'
import { tidySlips } from './orders/promptpay/tidy-slips.ts'
import type { WebBuild } from './pages/web-build.ts'
import type { Gateway } from './payments/gateway.ts'
import { sandboxGateway } from './payments/sandbox/sandbox-gateway.ts'
import { stripeGateway } from './payments/stripe-gateway.ts'
import { tidyPhotos } from './riders/photos/tidy-photos.ts'
import { vocabulary } from './search/text/vocabulary.ts'
import { liveShop } from './settings/live-shop.ts'
import { type Config, readConfig, settingsHelp } from './start/config.ts'
import { makeDataFolder } from './start/data-folder.ts'
import { listenError } from './start/listen-error.ts'
import { readSecret } from './start/secret.ts'
import { everyWorkerOpen, receiveWorkerSettings, runWorkers, type WorkerSettings } from './start/workers.ts'
import { tasksOf, timetable } from './tasks.ts'
import { tidying } from './tidying.ts'

/*
 * Starts the shop: settings, database, jobs, pages, HTTP server. Each part registers how it is stopped; they stop in
 * reverse order.
 */

const projectRoot = fileURLToPath(new URL('..', import.meta.url))
/** Milliseconds after the shop has opened until it builds the search's vocabulary. */
const vocabularyDelay = 1000
/** Each worker uses up to 22 of the database's hundred connections. */
const maxWorkers = 4
const usage = `Usage: npm start [-- --workers N]

  --workers N           as N processes, 1 to ${maxWorkers}; more than there are cores gain nothing

Settings, from the environment:
${settingsHelp()}
`
const { workers: wantedWorkers, dev } = readArguments()

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

/** Returns the arguments. Prints the usage and exits if it is asked for, or with it and 2 if they are wrong. */
function readArguments() {
  try {
    const { help, ...values } = parseArgs({
      options: { workers: { type: 'string' }, dev: { type: 'boolean', default: false }, help: { type: 'boolean' } },
    }).values
    if (!help) return values
    process.stdout.write(usage)
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`)
    process.exit(2)
  }
}

/** Returns the number of worker processes, or undefined to run the shop in this process. */
function requestedWorkers(): number | undefined {
  if (wantedWorkers === undefined) return undefined
  const count = Number(wantedWorkers)
  if (Number.isInteger(count) && count >= 1 && count <= maxWorkers) return count
  throw new StartError(`--workers takes a number from 1 to ${maxWorkers}.`)
}

/** Starts worker processes. This process runs the database, and stops last. */
async function startWorkers(count: number): Promise<void> {
  const config = readConfig(process.env, { workers: count })
  await makeDataFolder(config.dataDir)
  const databaseUrl = config.databaseUrl ?? (await startOwnDatabase(config.dataDir))
  const settings = { databaseUrl, isOnlyProcess: config.databaseUrl === undefined }
  stops.push(await runWorkers(count, settings, printError))
}

/** Opens the shop in this process: alone, or as one of several workers with their settings. */
async function start(settings: WorkerSettings | undefined): Promise<void> {
  const config = readConfig(process.env)
  // React reads NODE_ENV once, when it is loaded, and is several times slower in development. The shop's own mode was
  // read above.
  if (!dev) process.env.NODE_ENV = 'production'
  const loadingApp = import('./app.ts')
  await makeDataFolder(config.dataDir)

  const databaseUrl = settings?.databaseUrl ?? config.databaseUrl ?? (await startOwnDatabase(config.dataDir))
  const pool = makePool(databaseUrl)
  stops.push(() => pool.end())
  await migrate(databaseUrl)
  const db = makeDb(pool)
  await refuseOtherData(db, config)

  const live = liveShop(db, config.shop)
  await live.refresh()
  const { shop } = live
  const secret = await readSecret(config)
  const { stores, close } = await openStores(config, { warn: printError })
  stops.push(async () => close())
  if (!settings || settings.announces) {
    await claimStores(db, stores)
    if (await isOtherSecret(db, secret)) printError(otherSecret)
  }
  const mail = await openMail(config)
  const events = await listenForEvents(databaseUrl, {
    warn: (_details: unknown, message?: string) => printError(message),
  })
  stops.push(() => events.stop())

  const web = dev ? await devWeb() : await builtWeb()
  const { makeApp } = await loadingApp
  // Each worker serves metrics of its own.
  const metricsPort = config.metricsPort && config.metricsPort + (settings?.number ?? 1) - 1
  const metrics = metricsPort
    ? await startMetrics(metricsPort, { db, pool }).catch((error) => {
        throw listenError(error, metricsPort, 'METRICS_PORT')
      })
    : undefined
  const gateway = gatewayFor(config, { db, secret })
  const app = await makeApp({
    config,
    live,
    db,
    ...stores,
    secret,
    gateway,
    sandbox: !config.stripe && config.demo,
    mailbox: mail.mailbox,
    events,
    web,
    metrics,
    lineApiBase: config.lineApiBase,
    logger: config.production ? { level: 'info' } : { level: 'warn' },
  })
  stops.push(() => app.close())

  const jobsDeps: JobsDeps = {
    url: databaseUrl,
    db,
    // Only this process uses the shop's own database, so a job locked there belongs to a process that has ended.
    isOnlyProcess: settings?.isOnlyProcess ?? config.databaseUrl === undefined,
    tasks: tasksOf({ config, shop, db, store: stores.store, secret, mail, gateway, app }),
    tidying: [...tidying, (db) => tidySlips(db, stores.slips), (db) => tidyPhotos(db, stores.photos)],
    timetable,
    log: app.log,
  }
  const jobs = await startUnlessPaused(db, () => startJobs(jobsDeps), {
    onFailed: (err) => app.log.error({ err }, 'the resumed shop could not start its jobs'),
  })
  // Together with the HTTP server: running requests have ten seconds, jobs two.
  stops.push(() => Promise.all([app.close(), jobs.stop()]))

  if (config.demo) await loadDemoCatalogue({ db, store: stores.store, log: print, demoShop: config.demoShop })
  await makeWindows(db, shop)
  const people = await ensureDemoPeople(db, config)

  await app.listen({ port: config.port, host: config.host }).catch((error) => {
    throw listenError(error, config.port, 'PORT')
  })
  // After the first pages, and before the first search.
  setTimeout(vocabulary, vocabularyDelay).unref()
  if (settings && !settings.announces) return
  if (settings) await everyWorkerOpen()
  await printAddresses(config, { db, shop, hasMailbox: mail.mailbox !== undefined, ...people })
  // Not awaited: the shop is open whatever the result.
  if (mail.connect) void warnOfMail(db, mail.connect).catch(printError)
}

/** Throws `StartError` if a shop would open data of another one: a demo's, a real shop's, or in another currency. */
async function refuseOtherData(db: Db, config: Config): Promise<void> {
  if (config.production) {
    await refuseDemoData(db, config.dataDir)
    await setOpenInProduction(db)
  } else {
    await refuseProductionShop(db, config.dataDir)
    await refuseOtherDemo(db, config)
  }
  await refuseOtherCurrency(db, config.shop, config.dataDir)
}

/**
 * Marks the stores of pictures as this database's, and says so if they are another's. A store that can't be reached is
 * marked by the job that deletes unused pictures; its failure is printed.
 */
async function claimStores(db: Db, stores: Stores): Promise<void> {
  for (const [name, store] of Object.entries(stores))
    if (!(await ownsStore(db, store).catch(() => true)))
      printError(
        `The pictures (${name}) belong to the shop of another database, so unused ones stay there. Give this one another DATA_DIR or bucket; if the other is gone for good, delete ${ownerName} there.`,
      )
}

const otherSecret =
  'SECRET is another one than at the last start: codes, tracking links and authenticator apps that were made with that one no longer work. If a process still runs with it, give both the same: each takes mails that only the other can decrypt, and codes come late.'

/** Returns how mails are sent: by SMTP, or to the mailbox of a demo. Production doesn't start without SMTP_URL. */
async function openMail({ smtpUrl, dataDir, mailFrom, publicUrl }: Config) {
  if (smtpUrl) return { connect: () => connectToSmtp(smtpUrl), deliver: smtpDelivery(smtpUrl, mailFrom, publicUrl) }
  const mailbox = await openMailbox(join(dataDir, 'mailbox'))
  return { mailbox, deliver: mailboxDelivery(mailbox) }
}

/** Creates the seller of a demo, and the staff of the Bangkok demo, if they don't exist. */
async function ensureDemoPeople(db: Db, config: Config) {
  const seller = config.demo ? await ensureDemoSeller(db, config) : undefined
  const staff = seller && config.demoShop === 'bangkok' ? await ensureDemoStaff(db, seller) : []
  return { seller, staff }
}

type Opened = Awaited<ReturnType<typeof ensureDemoPeople>> & { db: Db; shop: ShopConfig; hasMailbox: boolean }

/** Prints the addresses of the open shop, the demo's logins, and the owner's remaining tasks. */
async function printAddresses(config: Config, { db, shop, hasMailbox, seller, staff }: Opened): Promise<void> {
  const login = seller ? `   (${seller.email} / ${seller.password ?? 'the password that you set'})` : ''
  print('')
  print(`  ${shop.name} is open at   ${config.publicUrl}`)
  print(`  The seller's area   ${config.publicUrl}/seller${login}`)
  if (staff.length > 0) print(`  Staff${seller?.password ? ', same password ' : '               '} ${staff.join(', ')}`)
  // Sellers see them in their area.
  for (const { message } of await shopProblems({ db, shop, production: config.production }, 'en'))
    print(`  ! ${message}`)
  if (hasMailbox) print(`  The mailbox         ${config.publicUrl}/dev/mailbox`)
  print('')
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
  const { makeMetrics, serveMetrics } = await import('./maintenance/health/metrics.ts')
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
