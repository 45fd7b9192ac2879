import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { makeAccounts } from '../server/accounts/accounts.ts'
import { createSeller } from '../server/accounts/sellers.ts'
import { makeApp } from '../server/app.ts'
import { newId } from '../server/common/ids.ts'
import { makeDb, makePool } from '../server/database/database.ts'
import { startEmbeddedPostgres } from '../server/database/embedded/start.ts'
import { migrate } from '../server/database/migrations.ts'
import { listenForEvents } from '../server/database/notifications.ts'
import { diskStore } from '../server/media/store.ts'
import { shop } from '../shop.config.ts'

/*
 * How long shoppers wait for the list of products while a seller adds twenty photographs of forty megapixels, against
 * when nobody adds anything.
 *
 *   npx node bench/pictures.ts
 *
 * The shop runs in a process of its own; this one asks, fifty times a second, whether or not answers have come.
 */

const products = 1000
const askedPerSecond = 50
const seconds = 20
/** Lists that the shop was too busy for; on a machine of its own there are none. */
let refused = 0
const account = { email: 'seller@seller.example', password: 'a password for the benchmark', name: 'Seller' }

type Reply = { status: number; body: string; headers: Record<string, string | string[] | undefined> }

/** The shop without pages, on a database and a folder of its own. Tells its address and its memory. */
async function openShop(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'talad-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false })
  await migrate(postgres.url)
  const pool = makePool(postgres.url)
  const db = makeDb(pool)
  const accounts = makeAccounts({
    db,
    secret: 'a secret of at least thirty-two characters',
    publicUrl: 'http://127.0.0.1',
  })
  await createSeller(accounts, account)
  await db
    .insertInto('product')
    .values(
      Array.from({ length: products }, (_, at) => ({
        id: newId(),
        name: `Product ${at}`,
        nameTh: `สินค้า ${at}`,
        description: ['Fresh from the market', 'Good for frying', `Number ${at}`],
        category: shop.categories[at % shop.categories.length]?.path ?? '',
        priceCents: 2500 + at,
        offerPriceCents: 1999 + at,
        pictures: [`/pictures/${newId().replaceAll('-', '')}-1280x960.webp`],
      })),
    )
    .execute()
  const events = await listenForEvents(postgres.url, { warn: () => {} })
  const app = await makeApp({
    config: {
      publicUrl: 'http://127.0.0.1',
      port: 0,
      dataDir: folder,
      production: false,
      demo: true,
      limits: false,
      allowedOrigins: [],
      trustProxy: [],
    },
    shop,
    db,
    store: await diskStore(join(folder, 'pictures')),
    accounts,
    secret: 'a secret of at least thirty-two characters',
    events,
    logger: false,
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.({ url })
  const watch = setInterval(() => process.send?.({ rss: process.memoryUsage.rss() }), 50)
  // Asked to close, or left alone by a measurement that failed.
  await Promise.race([once(process, 'message'), once(process, 'disconnect')])
  clearInterval(watch)
  await app.close()
  await events.stop()
  await pool.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
  if (process.connected) process.disconnect()
}

async function measure(): Promise<void> {
  const photographs: Buffer[] = []
  for (let at = 0; at < 5; at += 1) photographs.push(await aPhotograph())
  const sizes = photographs.map((bytes) => (bytes.length / 2 ** 20).toFixed(1)).join(', ')
  say(`photographs of 7,300 × 5,500 pixels: ${sizes} MB`)

  const child = fork(import.meta.filename, ['shop'])
  let rss = 0
  let highest = 0
  child.on('message', (message: { rss?: number }) => {
    rss = message.rss ?? rss
    highest = Math.max(highest, rss)
  })
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  const agent = new Agent({ keepAlive: true })
  const signedIn = await call(url, agent, 'POST', '/api/seller/login', {
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(account)),
  })
  const cookie = [signedIn.headers['set-cookie']]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ')

  await askForAWhile(url, agent, 5)
  const idle = await askForAWhile(url, agent, seconds)
  const restingRss = rss
  say(`idle:   ${told(idle)}`)

  const forms = await Promise.all(Array.from({ length: 5 }, (_, at) => aForm(at, photographs)))
  let added = 0
  let sentBack = 0
  const began = performance.now()
  let took = 0
  const adding = Promise.all(
    forms.map(async ({ body, headers }) => {
      for (;;) {
        const reply = await call(url, agent, 'POST', '/api/product/add', { headers: { ...headers, cookie }, body })
        if (reply.body.startsWith('{"success":true')) break
        if (reply.status !== 503) throw new Error(`${reply.status} ${reply.body}`)
        // A shop that is short of time says when to come back.
        sentBack += 1
        await new Promise((resolve) => setTimeout(resolve, Number(reply.headers['retry-after'] ?? 1) * 1000))
      }
      added += 4
    }),
  ).then(() => {
    took = (performance.now() - began) / 1000
  })
  highest = 0
  const busy = await askForAWhile(url, agent, seconds, () => took > 0)
  await adding
  say(`adding: ${told(busy)}`)
  say(`ratio of p99: ${(at(busy, 99) / at(idle, 99)).toFixed(1)}, of p50: ${(at(busy, 50) / at(idle, 50)).toFixed(1)}`)
  say(
    `${added} photographs in ${took.toFixed(1)} s, told to come back: ${sentBack} forms, ${refused} lists; memory ${mb(restingRss)} at rest, ${mb(highest)} at most`,
  )

  child.send('close')
  await once(child, 'exit')
  agent.destroy()
}

/** Asks at a steady pace, until the time is over or the work is done; gives each wait in milliseconds, sorted. */
async function askForAWhile(url: string, agent: Agent, duration: number, done = () => false): Promise<number[]> {
  const waits: number[] = []
  const pending: Promise<void>[] = []
  const start = performance.now()
  for (let asked = 0; asked < duration * askedPerSecond && !done(); asked += 1) {
    const due = start + (asked * 1000) / askedPerSecond
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    pending.push(
      call(url, agent, 'GET', '/api/product/list', { headers: { 'accept-encoding': 'br' } }).then(({ status }) => {
        if (status === 503) refused += 1
        else if (status !== 200) throw new Error(`the list answered ${status}`)
        // From when it was due: a shop that holds up the one who asks doesn't look faster for it.
        waits.push(performance.now() - due)
      }),
    )
  }
  await Promise.all(pending)
  return waits.sort((a, b) => a - b)
}

function call(
  url: string,
  agent: Agent,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: Buffer },
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const length = body ? { 'content-length': String(body.length) } : {}
    const sent = request(`${url}${path}`, { method, agent, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks).toString('latin1'),
          headers: response.headers,
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Noise, which no encoder makes small. */
function aPhotograph(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 24 } as const
  return sharp({ create: { width: 7300, height: 5500, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 76 })
    .toBuffer()
}

async function aForm(number: number, photographs: readonly Buffer[]) {
  const form = new FormData()
  const productData = {
    name: `New ${number}`,
    description: ['New'],
    category: shop.categories[0]?.path,
    price: 20,
    offerPrice: 10,
  }
  form.append('productData', JSON.stringify(productData))
  // Four of the five in an order of their own: the same photograph is encoded anew each time it is sent.
  for (let place = 0; place < 4; place += 1)
    form.append('images', new File([new Uint8Array(photographs[(number + place) % 5] ?? [])], `${place}.jpg`))
  const response = new Response(form)
  return {
    body: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  }
}

const at = (sorted: readonly number[], percent: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
const told = (sorted: readonly number[]) =>
  `p50 ${at(sorted, 50).toFixed(1)} ms, p99 ${at(sorted, 99).toFixed(1)} ms, slowest ${at(sorted, 100).toFixed(1)} ms, ${sorted.length} answers`
const mb = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`
function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

if (process.argv[2] === 'shop') await openShop()
else await measure()
