import { readFile } from 'node:fs/promises'
import http from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import * as z from 'zod'
import { streams, webhookPath } from '../contract/call-paths.ts'
import { everyCall } from '../contract/calls.ts'
import { createSeller } from '../server/accounts/sellers.ts'
import { newId } from '../server/common/ids.ts'
import type { Db } from '../server/database/database.ts'
import { hashOfToken, newToken } from '../server/http/sessions.ts'
import { Faults, type Finding, type Size } from './finding.ts'
import { longRequests } from './long-values.ts'
import { buyers, inOwnFolder, memoryOf, type OpenDatabase, products, seeded, withDatabase, withShops } from './place.ts'

type Wish = { method: string; path: string; headers: Record<string, string>; body?: Buffer; isApi: boolean }
type Got = { status: number; text: string; headers: http.IncomingHttpHeaders; milliseconds: number }
type World = { cookies: string[]; ids: string[]; emails: string[] }

const patienceMilliseconds = 2000

/**
 * Random and malformed requests over every call, screen and file route, as visitor, shopper and seller: the shop never
 * breaks, always answers in time and in the one envelope, and what it refuses changes nothing.
 */
export async function fuzz(size: Size): Promise<Finding> {
  const many = size === 'whole' ? 20_000 : 1200
  const watched = size === 'whole' ? 2000 : 150
  const faults = new Faults()
  return inOwnFolder((dataDir) =>
    withDatabase(dataDir, async (open) => {
      const world = await populate(open.db)
      return withShops({ dataDir, databaseUrl: open.url }, async ([shop]) => {
        if (!shop) throw new Error('no shop opened')
        const random = seeded(20_261)
        const maker = new WishMaker(random, world)
        const statuses = new Map<number, number>()
        const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
        let slowest = 0

        async function tryOne(wish: Wish): Promise<Got | undefined> {
          const got = await request(shop?.url ?? '', agent, wish).catch((error: Error) => {
            // A server may hang up on what is no request; an answer that never comes is another matter.
            faults.unless(error.message !== 'no answer', `no answer within ${patienceMilliseconds} ms: ${told(wish)}`)
            return undefined
          })
          if (!got) return undefined
          slowest = Math.max(slowest, got.milliseconds)
          statuses.set(got.status, (statuses.get(got.status) ?? 0) + 1)
          judge(wish, got, faults)
          return got
        }

        // Everything is loaded and compiled before memory is looked at.
        for (let n = 0; n < many / 10; n += 1) await tryOne(maker.wish())
        const before = await memoryOf(shop.pid)
        let left = many
        await Promise.all(
          Array.from({ length: 8 }, async () => {
            while (left-- > 0) await tryOne(maker.wish())
          }),
        )
        const after = await memoryOf(shop.pid)
        faults.unless(after < before * 1.4 + 40, `memory grew from ${before} to ${after} MB`)

        let refused = 0
        let state = await stateOf(open)
        for (let n = 0; n < watched; n += 1) {
          const wish = maker.wish()
          const got = await tryOne(wish)
          const now = await stateOf(open)
          if (got && isRefusal(got)) {
            refused += 1
            faults.unless(now === state, `a refused request changed the database: ${told(wish)}`)
          }
          state = now
        }
        const longest = await costOfLongRequests(size, shop, agent, world, faults)
        for (const garbage of brokenHttp) await sendGarbage(shop.url, garbage, faults)
        faults.unlessEqual(
          (await request(shop.url, agent, { method: 'GET', path: '/api/product/list', headers: {}, isApi: true }))
            .status,
          200,
          'the shop afterwards answers',
        )
        agent.destroy()
        const kinds = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
        return {
          claim: 'No request breaks the shop, and a refused one changes nothing',
          did: `${many + many / 10 + watched} random and malformed requests over ${everyCall().length} calls, screens and files (seed 20261), and the longest value in every field`,
          figure: `${kinds.join(', ')}; slowest ${slowest.toFixed(0)} ms; ${longest}; memory ${before} to ${after} MB; ${refused} refusals compared with the database`,
          faults: faults.all,
        }
      })
    }),
  )
}

/** Milliseconds of the event loop that the longest request to any call may cost. */
const mostMilliseconds = 50

/**
 * Sends the longest requests one after the other, and looks what each costs the thread of the event loop: its time on the
 * processor, which other programs don't lengthen. Machines are never quite still, so a costly one is tried again: what
 * backtracks costs as much each time.
 */
async function costOfLongRequests(
  size: Size,
  { url, pid }: { url: string; pid: number },
  agent: http.Agent,
  { cookies }: World,
  faults: Faults,
): Promise<string> {
  const cookieOf = (kind: string) => cookies.find((cookie) => cookie.startsWith(`talad_${kind}=`)) ?? ''
  const wishes = longRequests(size, cookieOf)
  let worst = { cost: 0, what: 'nothing' }
  for (const { what, ...wish } of wishes) {
    let cost = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < 5 && cost > mostMilliseconds; tries += 1) {
      const before = await busyMilliseconds(pid)
      const got = await request(url, agent, { ...wish, isApi: true }).catch((error: Error) => {
        faults.unless(false, `${error.message} within ${patienceMilliseconds} ms: ${what}`)
      })
      // The shop may stand still for minutes; what has been found is enough.
      if (!got) return `no answer to a long request: ${what}`
      // What wasn't looked at because the shop was busy says nothing.
      faults.unless(got?.status !== 500 && got?.status !== 503, `answered ${got?.status}: ${what}`)
      cost = Math.min(cost, (await busyMilliseconds(pid)) - before)
    }
    faults.unless(cost <= mostMilliseconds, `costs the event loop ${cost.toFixed(0)} ms: ${what}`)
    if (cost > worst.cost) worst = { cost, what }
  }
  return `the costliest of ${wishes.length} long requests took the event loop ${worst.cost.toFixed(1)} ms (${worst.what})`
}

/** How long the main thread of a process has been on a processor, in milliseconds; elsewhere than on Linux the time of day. */
async function busyMilliseconds(pid: number): Promise<number> {
  const known = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => undefined)
  return known === undefined ? performance.now() : Number(known.split(' ', 1)[0]) / 1e6
}

async function populate(db: Db): Promise<World> {
  const people = await buyers(db, 5)
  const ids = [
    ...(await products(db, 10, 50)),
    ...people.map((buyer) => buyer.address),
    ...people.map((buyer) => buyer.id),
  ]
  await createSeller(db, { email: 'owner@shop.example', password: newToken(), name: 'Owner' })
  const owner = await db.selectFrom('seller').select('id').executeTakeFirstOrThrow()
  const token = newToken()
  await db
    .insertInto('sellerSession')
    .values({
      id: newId(),
      sellerId: owner.id,
      token: hashOfToken(token),
      expiresAt: new Date(Date.now() + 86_400_000),
    })
    .execute()
  const emails = (await db.selectFrom('shopper').select('email').execute()).map((row) => row.email)
  return { ids, emails, cookies: [...people.map((buyer) => buyer.cookie), `talad_seller=${token}`] }
}

const calls = everyCall()
const otherPaths = [
  '/',
  '/products',
  '/products/vegetables',
  '/products/vegetables/x',
  '/cart',
  '/add-address',
  '/my-orders',
  '/loader',
  '/contact',
  '/login',
  '/register',
  '/email-verify',
  '/reset-password',
  '/seller',
  '/seller/product-list',
  '/seller/orders',
  '/pictures/x',
  '/assets/x.js',
  '/dev/mailbox',
  '/robots.txt',
  '/favicon.ico',
  webhookPath,
  '/api/docs',
  '/api',
  '/api/',
  '/api/nothing',
]

/** Strange things that arrive in the place of what was expected. */
const strange: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '0',
  '1e9',
  'NaN',
  [],
  [[]],
  {},
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff!',
  'ก่่่่๊๊๊',
  'ตลาด',
  '👨‍👩‍👧‍👦',
  '__proto__',
  'constructor',
  'toString',
  "'; drop table product; --",
  '%_\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '\r\nSet-Cookie: a=b',
  'x'.repeat(300),
  'x'.repeat(10_000),
  'null',
  'undefined',
  '00000000-0000-0000-0000-000000000000',
  '٣',
  '１２',
  '-0',
  '1/0',
  Array(300).fill(0),
  { $gt: '' },
  { __proto__: null, toString: 1 },
  { length: 3 },
  [null],
  ['a', 1],
  Number.MIN_VALUE,
]

/** Makes requests: near to right ones, then bent. */
class WishMaker {
  readonly #random: () => number
  readonly #world: World

  constructor(random: () => number, world: World) {
    this.#random = random
    this.#world = world
  }

  wish(): Wish {
    const wish = this.#chance(0.8) ? this.#ofCall() : this.#ofPath()
    if (this.#chance(0.6)) wish.headers.cookie = this.#pick(this.#world.cookies)
    else if (this.#chance(0.2)) wish.headers.cookie = `talad_shopper=${this.#text()}; talad_seller=; ;;=x`
    if (this.#chance(0.15)) Object.assign(wish.headers, this.#oddHeader())
    return wish
  }

  #ofCall(): Wish {
    const call = this.#pick(calls)
    const schema: { body?: z.ZodType; querystring?: z.ZodType } = call.schema
    const headers: Record<string, string> = {}
    let path = this.#chance(0.05) ? `${call.url}/` : call.url
    if (schema.querystring) path += this.#query(schema.querystring)
    const method = this.#chance(0.03)
      ? this.#pick(['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'GET', 'POST'])
      : call.method
    if (method === 'GET' || method === 'HEAD') return { method, path, headers, isApi: true }
    if (call.multipart && this.#chance(0.8)) return { method, path, ...this.#multipart(), isApi: true }
    headers['content-type'] = this.#chance(0.93)
      ? 'application/json'
      : this.#pick([
          'text/plain',
          'application/xml',
          'application/x-www-form-urlencoded',
          'application/json; charset=utf-16',
          ';',
          'multipart/form-data',
        ])
    return { method, path, headers, body: this.#body(schema.body), isApi: true }
  }

  #ofPath(): Wish {
    const tail = this.#pick([
      '',
      '',
      '/',
      '//',
      '/..',
      '/%2e%2e/',
      '?q=%E0%A4',
      `?${this.#chance(0.5) ? 'q' : 'next'}=${encodeURIComponent(this.#text().toWellFormed())}`,
      '/%00',
      '/%',
      `/${'a'.repeat(3000)}`,
      '?a=1&a=2',
    ])
    const path = this.#chance(0.9)
      ? this.#pick(otherPaths) + tail
      : this.#pick(['//evil.example', '/\\evil.example', '/%0d%0aset-cookie:x', '*', '/%ff', '/../../package.json'])
    const method = this.#chance(0.9) ? 'GET' : this.#pick(['POST', 'HEAD', 'OPTIONS', 'DELETE'])
    const isApi = path.startsWith('/api/')
    if (method !== 'POST') return { method, path, headers: {}, isApi }
    return { method, path, headers: { 'content-type': 'application/json' }, body: this.#body(undefined), isApi }
  }

  #body(schema: z.ZodType | undefined): Buffer {
    const roll = this.#random()
    if (roll < 0.03)
      return Buffer.from(
        this.#pick([
          '',
          '{',
          '[',
          '"',
          'nul',
          '{"a":1,}',
          '\ufeff{}',
          '{"__proto__":{"x":1}}',
          `${'['.repeat(50)}${']'.repeat(50)}`,
        ]),
      )
    if (roll < 0.05) return Buffer.from([0xff, 0xfe, 0x00, 0x7b, 0x7d])
    if (roll < 0.055) return Buffer.alloc(300 * 1024, '1')
    let value = schema
      ? this.#sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
      : this.#pick(strange)
    for (let bends = Math.floor(this.#random() * 3); bends > 0; bends -= 1) value = this.#bent(value)
    return Buffer.from(JSON.stringify(value) ?? '')
  }

  #query(schema: z.ZodType): string {
    const sample = this.#sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) as Record<
      string,
      unknown
    >
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(sample ?? {})) {
      if (this.#chance(0.4)) continue
      query.append(name, String(this.#chance(0.3) ? this.#text() : value))
      if (this.#chance(0.05)) query.append(name, this.#text())
    }
    if (this.#chance(0.1)) query.append(this.#text().slice(0, 50), this.#text())
    return `?${query}${this.#chance(0.03) ? '&%E0%A4=%' : ''}`
  }

  /** Something of about the described shape, with values of this shop where their names say so. */
  // biome-ignore lint/suspicious/noExplicitAny: a description of any shape
  #sample(shape: any, name = ''): unknown {
    const { ids, emails } = this.#world
    if (shape.enum) return this.#pick(shape.enum)
    if (shape.const !== undefined) return shape.const
    if (shape.anyOf) return this.#sample(this.#pick(shape.anyOf), name)
    switch (shape.type) {
      case 'object': {
        if (shape.additionalProperties && !shape.properties)
          return Object.fromEntries(
            Array.from({ length: 3 }, () => [this.#pick(ids), this.#sample(shape.additionalProperties)]),
          )
        return Object.fromEntries(
          Object.entries(shape.properties ?? {}).map(([key, inner]) => [key, this.#sample(inner, key)]),
        )
      }
      case 'array':
        return Array.from({ length: Math.floor(this.#random() * 4) }, () => this.#sample(shape.items ?? {}, name))
      case 'number':
      case 'integer':
        return Math.floor(this.#random() * 12)
      case 'boolean':
        return this.#chance(0.5)
      case 'null':
        return null
      default:
        if (/email/i.test(name))
          return this.#chance(0.5) ? this.#pick(emails) : `x${Math.floor(this.#random() * 50)}@fuzz.example`
        if (/otp/i.test(name)) return String(Math.floor(this.#random() * 1e6)).padStart(6, '0')
        if (/password/i.test(name)) return 'correct horse battery'
        if (/id$|product|address|cursor|ids/i.test(name)) return this.#pick(ids)
        return this.#chance(0.5) ? 'Somchai' : '12'
    }
  }

  /** The value with one place of it bent. */
  #bent(value: unknown): unknown {
    if (this.#chance(0.25) || typeof value !== 'object' || value === null) return this.#pick(strange)
    if (Array.isArray(value)) {
      const at = Math.floor(this.#random() * value.length)
      return value.length === 0
        ? [this.#pick(strange)]
        : value.map((each, index) => (index === at ? this.#bent(each) : each))
    }
    const keys = Object.keys(value)
    const key = keys.length > 0 && this.#chance(0.9) ? this.#pick(keys) : this.#text().slice(0, 40)
    const { [key]: old, ...others } = value as Record<string, unknown>
    return this.#chance(0.2) ? others : { ...others, [key]: this.#bent(old) }
  }

  #multipart(): { headers: Record<string, string>; body: Buffer } {
    const boundary = 'xxfuzzxx'
    const input = {
      name: 'Bread',
      description: ['Soft'],
      category: 'Bakery',
      price: 3,
      offerPrice: 2.5,
      id: this.#pick(this.#world.ids),
      image: ['new'],
      seenAt: 'x',
    }
    const data = JSON.stringify(this.#chance(0.6) ? this.#bent(input) : input)
    const parts: Buffer[] = []
    const part = (disposition: string, type: string | undefined, body: Buffer | string) => {
      const head = `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${type ? `content-type: ${type}\r\n` : ''}\r\n`
      parts.push(Buffer.from(head), Buffer.from(body), Buffer.from('\r\n'))
    }
    if (this.#chance(0.9)) part('name="productData"', undefined, this.#chance(0.9) ? data : data.slice(0, 20))
    for (let n = Math.floor(this.#random() * 7); n > 0; n -= 1) {
      const file = this.#pick(['a.png', '../../x.jpg', 'a\u0000.png', '', 'x'.repeat(400), '<b>.svg'])
      const bytes = this.#pick(['', 'GIF89a', '\x89PNG\r\n\x1a\n', '<svg/>', 'x'.repeat(5000), '\xff\xd8\xff\xe0'])
      part(
        `name="${this.#pick(['images', 'images', 'other'])}"; filename="${file}"`,
        'image/png',
        Buffer.from(bytes, 'latin1'),
      )
    }
    if (this.#chance(0.2)) part('name="images"', undefined, 'undefined')
    if (this.#chance(0.05)) for (let n = 0; n < 30; n += 1) part(`name="field${n}"`, undefined, 'x')
    if (this.#chance(0.9)) parts.push(Buffer.from(`--${boundary}--\r\n`))
    return {
      headers: { 'content-type': `multipart/form-data; boundary=${this.#chance(0.95) ? boundary : ''}` },
      body: Buffer.concat(parts),
    }
  }

  #oddHeader(): Record<string, string> {
    return this.#pick([
      { 'idempotency-key': this.#chance(0.5) ? ' ' : 'k'.repeat(500) },
      { 'accept-language': 'th;q=x,,;;en-' },
      { 'accept-encoding': 'br;q=9, gzip;q=, *' },
      { 'if-none-match': `W/"${'x'.repeat(2000)}", *` },
      { origin: this.#pick(['null', 'https://evil.example', 'x']) },
      { 'sec-fetch-site': 'cross-site' },
      { host: 'evil.example' },
      { 'x-forwarded-for': '1.2.3.4, evil', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { 'content-encoding': 'gzip' },
      { range: 'bytes=9999999-0' },
      { expect: 'nothing' },
      { authorization: 'Bearer x', 'x-http-method-override': 'DELETE' },
      { 'stripe-signature': 't=1,v1=00' },
    ] as Record<string, string>[])
  }

  #text(): string {
    const value = this.#pick(strange)
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  }
  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T
  }
  #chance(part: number): boolean {
    return this.#random() < part
  }
}

function request(url: string, agent: http.Agent, wish: Wish): Promise<Got> {
  const { hostname, port } = new URL(url)
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { ...wish.headers, ...(wish.body ? { 'content-length': String(wish.body.length) } : {}) }
    const path = wish.path.replace(/[^\u0021-\u00ff]/g, '')
    const sent = http.request(
      { hostname, port, agent, method: wish.method, path, headers: printable(headers) },
      (response) => {
        const parts: Buffer[] = []
        const finish = () => {
          clearTimeout(timer)
          resolve({
            status: response.statusCode ?? 0,
            text: textOf(response, Buffer.concat(parts)),
            headers: response.headers,
            milliseconds: performance.now() - started,
          })
        }
        // A stream of events stays open; that it was opened is all there is to see.
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          finish()
          response.destroy()
          return
        }
        response.on('data', (part) => parts.push(part))
        response.on('end', finish)
        response.on('error', reject)
      },
    )
    const timer = setTimeout(() => {
      reject(new Error('no answer'))
      sent.destroy()
    }, patienceMilliseconds)
    sent.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    sent.end(wish.body)
  })
}

function textOf({ statusCode, headers }: http.IncomingMessage, bytes: Buffer): string {
  // An answer to HEAD has no bytes, and a part of a compressed file can't be read by itself.
  if (bytes.length === 0 || statusCode === 206) return ''
  const encoding = headers['content-encoding']
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

/** Header values as they may be sent at all. */
const printable = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace(/[^\t\u0020-\u007e]/g, '')]))

const allowed = new Set([
  200, 204, 206, 301, 302, 303, 304, 308, 400, 401, 403, 404, 405, 406, 412, 413, 414, 415, 416, 417, 421, 422, 429,
  431, 503,
])

function judge(wish: Wish, got: Got, faults: Faults): void {
  faults.unless(allowed.has(got.status), `answered ${got.status}: ${told(wish)}`)
  const { location } = got.headers
  if (location !== undefined)
    faults.unless(/^\/(?![/\\])[\u0021-\u007e]*$/.test(location), `leads away to ${location}: ${told(wish)}`)
  for (const word of [' at /', 'node_modules', 'postgres', 'kysely', 'SELECT '])
    faults.unless(
      !(wish.isApi && got.status >= 400 && got.text.includes(word)),
      `an answer tells too much: ${told(wish)}`,
    )
  const isJson = got.headers['content-type']?.startsWith('application/json') === true
  if (!wish.isApi || wish.method === 'HEAD' || got.status === 304 || got.status === 204) return
  if (!isJson) {
    const known = wish.path.startsWith('/api/docs') || Object.values(streams).some((path) => wish.path.startsWith(path))
    faults.unless(known, `no envelope (${got.status} ${got.headers['content-type']}): ${told(wish)}`)
    return
  }
  const reply = JSON.parse(got.text) as { success?: unknown; message?: unknown }
  faults.unless(typeof reply.success === 'boolean', `no success in the envelope: ${told(wish)}`)
  if (reply.success === false)
    faults.unless(typeof reply.message === 'string' && reply.message !== '', `no message: ${told(wish)}`)
}

const isRefusal = (got: Got) =>
  got.status >= 400 ||
  (got.headers['content-type']?.startsWith('application/json') === true && got.text.startsWith('{"success":false'))

const told = (wish: Wish) => `${wish.method} ${wish.path.slice(0, 120)} ${wish.body?.toString().slice(0, 160) ?? ''}`

/** Everything that a call may change, as one hash. Tries are counted when they fail: that is what they are for. */
async function stateOf({ pool }: OpenDatabase): Promise<string> {
  const tables = [
    'shopper',
    'product',
    'cart',
    'address',
    'shop_order',
    'order_line',
    'order_event',
    'payment',
    'payment_notice',
    'seller',
    'shopper_credential',
    'seller_credential',
  ]
  const parts = tables.map((table) => `(select md5(string_agg(line::text, '' order by line::text)) from ${table} line)`)
  const { rows } = await pool.query<{ state: string }>(`select concat_ws(' ', ${parts.join(', ')}) as state`)
  return rows[0]?.state ?? ''
}

/** What no client sends on purpose. */
const brokenHttp = [
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/9.9\r\nhost: x\r\n\r\n',
  'garbage\r\n\r\n',
  `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
  'POST /api/user/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n{}',
  'POST /api/user/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n',
  'POST /api/user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  'POST /api/user/login HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
  '\u0000\u0001\u0002\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
]

/** Sends bytes that are no request. The shop says so, or hangs up; it doesn't break. */
async function sendGarbage(url: string, bytes: string, faults: Faults): Promise<void> {
  const { hostname, port } = new URL(url)
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setTimeout(patienceMilliseconds, () => socket.destroy())
    socket.on('data', (part) => {
      text += part
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
  faults.unless(!/^HTTP\/1\.1 5/.test(answer), `broken HTTP got ${answer.slice(0, 40)}`)
}
