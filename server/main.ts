import cluster from 'node:cluster'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Pool } from 'pg'
import { webhookPath } from '../contract/call-paths.ts'
import { withoutSampleCompany } from '../contract/shop-samples.ts'
import { loadDemoCatalogue } from '../demo/load-demo.ts'
import { shop } from '../shop.config.ts'
import { makeAccounts } from './accounts/accounts.ts'
import { ensureDemoSeller } from './accounts/demo-seller.ts'
import type { Web } from './app.ts'
import { tidyWordsTimetable, wordTasks } from './catalog/search/tidy-words.ts'
import { paymentTasks } from './checkout/payment-tasks.ts'
import { getLocalizedOrder } from './checkout/queries.ts'
import { StartError } from './common/start-error.ts'
import { type Db, makeDb, makePool } from './database/database.ts'
import { startEmbeddedPostgres } from './database/embedded/start.ts'
import { startJobs } from './database/jobs.ts'
import { migrate } from './database/migrations.ts'
import { listenForEvents } from './database/notifications.ts'
import type { App } from './http/edge.ts'
import { connectToSmtp, mailboxDelivery, smtpDelivery } from './mail/deliver.ts'
import { checkMailServer } from './mail/health.ts'
import { openMailbox } from './mail/mailbox.ts'
import { mailTasks, mailTimetable } from './mail/tasks.ts'
import { cleanPicturesTimetable, pictureTasks } from './media/clean-pictures.ts'
import { diskStore, type PictureStore } from './media/store.ts'
import { refuseDemoData } from './operations/demo-data.ts'
import type { Metrics } from './operations/metrics.ts'
import { shopProblems } from './operations/shop-problems.ts'
import type { WebBuild } from './pages/web-build.ts'
import type { Gateway } from './payments/gateway.ts'
import { type DeliverEvent, sandboxGateway, sandboxTasks } from './payments/sandbox-gateway.ts'
import { stripeGateway } from './payments/stripe-gateway.ts'
import { countDaysTimetable, reportTasks } from './reports/tasks.ts'
import { type Config, readConfig, settingsHelp } from './start/config.ts'
import { readSecret } from './start/secret.ts'
import { everyWorkerOpen, receiveWorkerSettings, runWorkers, type WorkerSettings } from './start/workers.ts'
import { tidying } from './tidying.ts'

/*
 * Starts the shop: settings, database, jobs, pages, door. Each part registers how it is stopped, and everything stops
 * in the opposite order.
 */

const projectRoot = fileURLToPath(new URL('..', import.meta.url))
const arguments_ = process.argv.slice(2)
/** Each takes up to twenty of the database's hundred connections. */
const mostWorkers = 4
if (arguments_.includes('--help')) {
  process.stdout.write(
    `Usage: npm start [-- --workers N]\n\n  --workers N           as N processes, 1 to ${mostWorkers}; more than there are cores gain nothing\n\nSettings, from the environment:\n${settingsHelp()}\n`,
  )
  process.exit(0)
}

const stops: (() => Promise<unknown>)[] = []
let stopping: Promise<void> | undefined

function stop(exitCode: number): Promise<void> {
  stopping ??= (async () => {
    for (const stopPart of stops.reverse()) await stopPart().catch((error) => complain(error))
    process.exit(exitCode)
  })()
  return stopping
}

const say = (line: string) => void process.stdout.write(`${line}\n`)
const complain = (error: unknown) =>
  void process.stderr.write(`${error instanceof StartError ? error.message : ((error as Error).stack ?? error)}\n`)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

try {
  const workers = workersAsked()
  await (workers === undefined || cluster.isWorker ? start(await receiveWorkerSettings()) : startWorkers(workers))
} catch (error) {
  // What fails while everything is being stopped fails because of that.
  if (!stopping) complain(error)
  await stop(1)
}

/** How many processes are asked for; nothing where the shop is to be this one. */
function workersAsked(): number | undefined {
  const at = arguments_.indexOf('--workers')
  if (at === -1) return undefined
  const count = Number(arguments_[at + 1])
  if (Number.isInteger(count) && count >= 1 && count <= mostWorkers) return count
  throw new StartError(`--workers takes a number from 1 to ${mostWorkers}.`)
}

/** Starts the shop as so many processes. This one has the database, and stops last. */
async function startWorkers(count: number): Promise<void> {
  const config = readConfig(process.env, { workers: count })
  await mkdir(config.dataDir, { recursive: true })
  const databaseUrl = config.databaseUrl ?? (await ownDatabase(config.dataDir))
  const settings = { databaseUrl, alone: config.databaseUrl === undefined }
  stops.push(await runWorkers(count, settings, complain))
}

async function start(settings: WorkerSettings | undefined): Promise<void> {
  const config = readConfig(process.env)
  const dev = arguments_.includes('--dev')
  // The libraries that draw pages read this once, when they are loaded, and are several times slower in their development
  // form. The shop's own mode was read above.
  if (!dev) process.env.NODE_ENV = 'production'
  const loadingApp = import('./app.ts')
  await mkdir(config.dataDir, { recursive: true })

  const databaseUrl = settings?.databaseUrl ?? config.databaseUrl ?? (await ownDatabase(config.dataDir))
  const pool = makePool(databaseUrl)
  stops.push(() => pool.end())
  await migrate(databaseUrl)
  const db = makeDb(pool)

  if (config.production) await refuseDemoData(db, config.dataDir)
  const secret = await readSecret(config)
  const store = await pictureStore(config)
  // Production doesn't start without SMTP_URL, so the mailbox is only ever the demo's.
  const { smtpUrl } = config
  const mailbox = smtpUrl ? undefined : await openMailbox(join(config.dataDir, 'mailbox'))
  const connect = smtpUrl ? () => connectToSmtp(smtpUrl) : undefined
  const deliver = mailbox
    ? mailboxDelivery(mailbox)
    : smtpDelivery(config.smtpUrl ?? '', config.mailFrom, config.publicUrl)
  const accounts = makeAccounts({ db, secret, publicUrl: config.publicUrl })
  const events = await listenForEvents(databaseUrl, {
    warn: (_details: unknown, message?: string) => complain(message),
  })
  stops.push(() => events.stop())

  const web = dev ? await developingWeb() : await builtWeb()
  const { makeApp } = await loadingApp
  // Each worker tells its own figures.
  const metricsPort = config.metricsPort && config.metricsPort + (settings?.number ?? 1) - 1
  const metrics = metricsPort ? await ownMetrics(metricsPort, { db, pool }) : undefined
  const gateway = gatewayFor(config, { db, secret })
  const app = await makeApp({
    config,
    shop,
    db,
    store,
    accounts,
    secret,
    gateway,
    sandbox: !config.stripe && config.demo,
    mailbox,
    events,
    web,
    metrics,
    logger: config.production ? { level: 'info' } : { level: 'warn' },
  })
  stops.push(() => app.close())

  const jobs = await startJobs({
    url: databaseUrl,
    db,
    // The shop's own database serves this process alone, so whatever holds a job there is a process that is gone.
    alone: settings?.alone ?? config.databaseUrl === undefined,
    tasks: {
      ...mailTasks({
        db,
        secret,
        shop: config.demo ? shop : withoutSampleCompany(shop),
        publicUrl: config.publicUrl,
        deliver,
        connect,
        orderMailTo: config.orderMailTo,
        loadOrder: getLocalizedOrder,
      }),
      ...pictureTasks({ db, store }),
      ...wordTasks({ db }),
      ...reportTasks({ db, timeZone: shop.timeZone }),
      ...paymentTasks({ db, gateway, log: app.log }),
      ...sandboxTasks({ db, secret, deliver: eventDelivery(app) }),
    },
    tidying,
    timetable: [mailTimetable, cleanPicturesTimetable, tidyWordsTimetable, countDaysTimetable],
    log: app.log,
  })
  // At the same time as the door: what is on its way there has ten seconds, jobs have two.
  stops.push(() => Promise.all([app.close(), jobs.stop()]))

  if (config.demo) await loadDemoCatalogue({ db, store, log: say })
  const seller = config.demo ? await ensureDemoSeller({ db, accounts }, config) : undefined

  await app.listen({ port: config.port, host: config.host })
  if (settings && !settings.announces) return
  if (settings) await everyWorkerOpen()
  say('')
  say(`  ${shop.name} is open at   ${config.publicUrl}`)
  say(
    `  The seller's area   ${config.publicUrl}/seller${seller ? `   (${seller.email} / ${seller.password ?? 'the password that you set'})` : ''}`,
  )
  // What the owner has yet to do is told where the owner looks first; sellers see it in their area.
  for (const { message } of await shopProblems({ db, shop, production: config.production }, 'en')) say(`  ! ${message}`)
  if (mailbox) say(`  The mailbox         ${config.publicUrl}/dev/mailbox`)
  say('')
  // The shop is open whatever comes of it.
  if (connect) void warnOfMail(db, connect).catch(complain)
}

/** Says on the console when the mail server can't be used. */
async function warnOfMail(db: Db, connect: () => Promise<unknown>): Promise<void> {
  const error = await checkMailServer(db, connect)
  if (!error || stopping) return
  process.stderr.write(`  WARNING: no mail can be sent (${error.message}). Check SMTP_URL and the mail server.
  Until it works no new shopper can verify an e-mail address, and so none of them can order.
  The shop is open; mails wait in the queue and are sent once the server answers.

`)
}

/** Starts the shop's own PostgreSQL and gives its address. One that is told to stop meanwhile is stopped once it runs. */
async function ownDatabase(dataDir: string): Promise<string> {
  const starting = startEmbeddedPostgres({ dataDir, log: say })
  stops.push(async () => (await starting.catch(() => undefined))?.stop())
  const { url } = await starting
  // Ends with the process: nothing more is started.
  await stopping
  return url
}

/** Counts what the shop does, and tells it on a port of its own. The library is loaded only then. */
async function ownMetrics(port: number, deps: { db: Db; pool: Pool }): Promise<Metrics> {
  const { makeMetrics, serveMetrics } = await import('./operations/metrics.ts')
  const metrics = makeMetrics(deps)
  const server = await serveMetrics(metrics, port)
  stops.push(() => server.stop())
  return metrics
}

/** Who takes the money: Stripe where it is set up; in demo mode else the sandbox, which moves none; otherwise nobody. */
function gatewayFor(config: Config, { db, secret }: { db: Db; secret: string }): Gateway | undefined {
  const { publicUrl } = config
  if (config.stripe) return stripeGateway(config.stripe, publicUrl)
  return config.demo ? sandboxGateway({ db, secret, publicUrl }) : undefined
}

/** Brings the sandbox's notifications to the door at which a real gateway's come in. */
function eventDelivery(app: App): DeliverEvent {
  return async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const { statusCode } = await app.inject({ method: 'POST', url: webhookPath, headers, payload: body })
    if (statusCode !== 200) throw new Error(`the notification was answered with ${statusCode}`)
  }
}

/** Where pictures are: in the configured bucket, whose library is loaded only then, or in a folder. */
async function pictureStore({ pictures, dataDir }: Config): Promise<PictureStore> {
  if (!pictures) return diskStore(join(dataDir, 'pictures'))
  const { s3Store } = await import('./media/s3-store.ts')
  const store = s3Store(pictures, { warn: complain })
  stops.push(async () => store.close())
  return store
}

/** The built web app: its pages' program, and the folder of files that browsers load. */
async function builtWeb(): Promise<Web> {
  const build = (await import(pathToFileURL(join(projectRoot, 'build/server/index.js')).href)) as WebBuild
  return { build: async () => build, clientFolder: join(projectRoot, 'build/client') }
}

/** The web app as its sources are right now, with hot reload. */
async function developingWeb(): Promise<Web> {
  const { createServer } = await import('vite')
  // Read as it is: a copy of the settings, as Vite makes by default, would look like a change to Node's watcher.
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
