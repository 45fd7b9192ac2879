import * as z from 'zod'
import { everyCall } from '../contract/calls.ts'
import { webhookPath } from '../contract/paths/call-paths.ts'
import { lineEventsPath } from '../contract/staff/notices.ts'

/*
 * The random and malformed requests that fuzz.ts sends.
 */

export type TestRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer
  isApi: boolean
}
/** Cookies of sessions, ids and email addresses of the shop under test. */
export type TestData = { cookies: string[]; ids: string[]; emails: string[] }

const calls = everyCall()
const otherPaths = [
  '/',
  '/products',
  '/products/vegetables',
  '/products/vegetables/x',
  '/cart',
  '/add-address',
  '/my-orders',
  '/promptpay',
  '/loader',
  '/contact',
  '/login',
  '/register',
  '/email-verify',
  '/reset-password',
  '/seller',
  '/seller/reset-password',
  '/seller/product-list',
  '/seller/products/x',
  '/seller/orders',
  '/seller/money',
  '/seller/slips',
  '/seller/promotions',
  '/seller/delivery',
  '/seller/windows',
  '/seller/trip',
  '/seller/today',
  '/seller/reports',
  '/seller/settings',
  '/seller/notices',
  '/seller/staff',
  '/seller/search',
  '/pictures/x',
  '/assets/x.js',
  '/dev/mailbox',
  '/robots.txt',
  '/favicon.ico',
  webhookPath,
  lineEventsPath,
  '/api/docs',
  '/api',
  '/api/',
  '/api/nothing',
]

/** Values that no field expects. */
const hostileValues: unknown[] = [
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

/** Generates requests: valid ones by the calls' schemas, with random mutations. */
export class RequestGenerator {
  readonly #random: () => number
  readonly #data: TestData

  constructor(random: () => number, data: TestData) {
    this.#random = random
    this.#data = data
  }

  next(): TestRequest {
    const request = this.#chance(0.8) ? this.#ofCall() : this.#ofPath()
    if (this.#chance(0.6)) request.headers.cookie = this.#pick(this.#data.cookies)
    else if (this.#chance(0.2)) request.headers.cookie = `talad_shopper=${this.#text()}; talad_seller=; ;;=x`
    if (this.#chance(0.15)) Object.assign(request.headers, this.#oddHeader())
    return request
  }

  #ofCall(): TestRequest {
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

  #ofPath(): TestRequest {
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
      : this.#pick(hostileValues)
    for (let mutations = Math.floor(this.#random() * 3); mutations > 0; mutations -= 1) value = this.#mutated(value)
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

  /** Returns a value of a JSON schema, with ids and email addresses of this shop in fields of such names. */
  // biome-ignore lint/suspicious/noExplicitAny: JSON schemas of any type
  #sample(shape: any, name = ''): unknown {
    const { ids, emails } = this.#data
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

  /** Returns the value with one part of it replaced or removed. */
  #mutated(value: unknown): unknown {
    if (this.#chance(0.25) || typeof value !== 'object' || value === null) return this.#pick(hostileValues)
    if (Array.isArray(value)) {
      const position = Math.floor(this.#random() * value.length)
      return value.length === 0
        ? [this.#pick(hostileValues)]
        : value.map((each, index) => (index === position ? this.#mutated(each) : each))
    }
    const keys = Object.keys(value)
    const key = keys.length > 0 && this.#chance(0.9) ? this.#pick(keys) : this.#text().slice(0, 40)
    const { [key]: old, ...others } = value as Record<string, unknown>
    return this.#chance(0.2) ? others : { ...others, [key]: this.#mutated(old) }
  }

  #multipart(): { headers: Record<string, string>; body: Buffer } {
    const boundary = 'xxfuzzxx'
    const input = {
      name: 'Bread',
      description: ['Soft'],
      category: 'Bakery',
      price: 3,
      offerPrice: 2.5,
      id: this.#pick(this.#data.ids),
      image: ['new'],
      seenAt: 'x',
    }
    const data = JSON.stringify(this.#chance(0.6) ? this.#mutated(input) : input)
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
    const value = this.#pick(hostileValues)
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  }
  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T
  }
  #chance(part: number): boolean {
    return this.#random() < part
  }
}

/** Malformed HTTP requests. */
export const malformedHttp = [
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
