import * as z from 'zod'
import type { Access } from '../contract/calls/call.ts'
import { everyCall } from '../contract/calls.ts'
import { productEdit } from '../contract/entities/product.ts'
import { webhookPath } from '../contract/paths/call-paths.ts'
import { lineEventsPath } from '../contract/staff/notices.ts'
import { serverLimits } from '../contract/values/limits.ts'
import type { Size } from './finding.ts'

/*
 * The longest requests that the server accepts: in every field of every call, in queries, paths and headers.
 */

export type LongRequest = { what: string; method: string; path: string; headers: Record<string, string>; body?: Buffer }

/** The start, repeated part and end of a long text, for which backtracking patterns take quadratic time. */
type Texture = [start: string, repeated: string, end: string]
const textures: Texture[] = [
  ['a@', '.', ''],
  ['', ' ', 'x'],
  ['', '0', 'x'],
  ['', 'x', ''],
  ['', 'a@b.', '@'],
  ['', ';q=0,', ''],
  ['', '/', 'x'],
  ['', '<script', ''],
  ['a', '\u0315\u0300', ''],
]

const bodyBytes = serverLimits.jsonBytes - 2000
/** Node limits URL and headers together to 16 KB. */
const headBytes = 14_000

/** Returns all long requests; `small` omits the cheapest texts. `cookieOf` returns a cookie that a call accepts. */
export function longRequests(size: Size, cookieOf: (access: Access) => string): LongRequest[] {
  const tried = size === 'whole' ? textures : textures.slice(0, 3)
  const calls = everyCall().flatMap((call) => {
    const { body, querystring }: { body?: z.ZodType; querystring?: z.ZodType } = call.schema
    const request = { method: call.method, path: call.url, headers: { cookie: cookieOf(call.access) } }
    const filled = call.multipart ? productEdit : body
    const send = call.multipart ? inForm : inJson
    const bodies = filled
      ? [
          ...pathsOf(z.toJSONSchema(filled, { io: 'input', unrepresentable: 'any' }) as Shape).flatMap((path) =>
            tried.map((texture) =>
              send({ ...request, what: `${call.name} ${path.join('.')}` }, jsonWith(path, texture)),
            ),
          ),
          ...crowdedBodies(call.name).map(([what, json]) => send({ ...request, what: `${call.name} ${what}` }, json)),
        ]
      : []
    const names = querystring ? [...Object.keys((querystring as z.ZodObject).shape), 'unknown'] : []
    const queries = names.flatMap((name) =>
      tried.map((texture) => ({
        ...request,
        what: `${call.name}?${name}`,
        path: `${call.url}?${name}=${inUrl(texture)}`,
      })),
    )
    return [...bodies, ...queries]
  })
  const ascii = tried.filter((texture) => /^[ -~]*$/.test(texture.join('')))
  const paths = [
    '/',
    '/products',
    '/api/product/list',
    '/api/user/is-auth',
    '/pictures/x.webp',
    '/assets/x.js',
    '/dev/mailbox',
  ]
  const heads = paths.flatMap((path) =>
    ascii.flatMap((texture) => [
      ...headers.map((name) => ({
        what: `${path} with ${name}`,
        method: 'GET',
        path,
        headers: { [name]: longText(texture, headBytes) },
      })),
      { what: `below ${path}`, method: 'GET', path: `${path}/${inUrl(texture)}`, headers: {} },
    ]),
  )
  const webhooks = [
    [webhookPath, 'stripe-signature'],
    [webhookPath, 'content-type'],
    [lineEventsPath, 'x-line-signature'],
  ] as const
  const notifications = webhooks.map(([path, name]) => ({
    what: `a notification with ${name}`,
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', [name]: longText(['t=1,', 'v1=0,', ''], headBytes) },
    body: Buffer.alloc(bodyBytes, '['),
  }))
  return [...calls, ...heads, ...notifications]
}

const headers = [
  'accept-encoding',
  'accept-language',
  'cookie',
  'content-type',
  'if-none-match',
  'idempotency-key',
  'origin',
  'range',
  'x-forwarded-for',
]

type Shape = { type?: unknown; properties?: Record<string, Shape>; additionalProperties?: Shape; items?: Shape }

/** Returns the paths of all fields of a shape; of a list or map, that of one value. */
function pathsOf(shape: Shape, path: (string | 0)[] = []): (string | 0)[][] {
  if (shape.properties)
    return Object.entries(shape.properties).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))
  if (shape.items) return [path, ...pathsOf(shape.items, [...path, 0])]
  return [path]
}

/** Returns JSON with a long text at one path and nothing else. */
function jsonWith(path: readonly (string | 0)[], texture: Texture): string {
  const opened = path.map((key) => (key === 0 ? '[' : `{${JSON.stringify(key)}:`)).join('')
  const closed = path.map((key) => (key === 0 ? ']' : '}')).reverse()
  return `${opened}${JSON.stringify(longText(texture, bodyBytes))}${closed.join('')}`
}

/** Bodies with as many values as fit, instead of one long text. */
function crowdedBodies(name: string): [string, string][] {
  const list = (value: string) => `[${repeated(`${value},`, bodyBytes)}0]`
  const map = (value: string) => `{${Array.from({ length: 20_000 }, (_, index) => `"${index}":${value}`).join(',')}}`
  const inside = name === 'cart.update' ? 'cartItems' : 'items'
  return [
    ['a list', `{"${inside}":${list('{}')}}`],
    ['a map of numbers', `{"${inside}":${map('1')}}`],
    ['a map of texts', `{"${inside}":${map('""')}}`],
    ['many fields', map('0')],
    [
      'many within bounds',
      `{"${inside}":{${Array.from({ length: serverLimits.jsonValues - 5 }, (_, index) => `"${index}":""`).join(',')}}}`,
    ],
    ['a long key', `{"${inside}":{"${'.'.repeat(bodyBytes)}":""}}`],
    ['a long number', `{"${inside}":${'1'.repeat(bodyBytes)}}`],
    ['depth', '['.repeat(bodyBytes)],
    ['blanks', ' '.repeat(bodyBytes)],
    ['escapes', `{"${inside}":"${repeated('\\u0000', bodyBytes)}"}`],
    ['prototypes', `{${repeated('"__proto__":1,', bodyBytes)}"x":1}`],
  ]
}

type CallRequest = Omit<LongRequest, 'body'>

const inJson = (request: CallRequest, json: string): LongRequest => ({
  ...request,
  headers: { ...request.headers, 'content-type': 'application/json' },
  body: Buffer.from(json),
})

const inForm = (request: CallRequest, json: string): LongRequest => ({
  ...request,
  headers: { ...request.headers, 'content-type': 'multipart/form-data; boundary=xx' },
  body: Buffer.from(`--xx\r\ncontent-disposition: form-data; name="productData"\r\n\r\n${json}\r\n--xx--\r\n`),
})

const repeated = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length))

/** Returns a text whose JSON in UTF-8 has about this many bytes. */
function longText([start, text, end]: Texture, bytes: number): string {
  const each = Buffer.byteLength(JSON.stringify(text)) - 2
  return `${start}${text.repeat(Math.floor((bytes - 20) / each))}${end}`
}

/** Returns a percent-encoded long text that fits into a URL. */
function inUrl([start, text, end]: Texture): string {
  return `${encodeURIComponent(start)}${repeated(encodeURIComponent(text), headBytes)}${encodeURIComponent(end)}`
}
