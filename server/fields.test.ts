import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { everyCall } from '../contract/calls.ts'
import { productEdit, productInput } from '../contract/entities/product.ts'
import { stateOfTables } from '../testing/database/table-state.ts'
import { encoded } from '../testing/makers/product-form.ts'
import { aProduct } from '../testing/makers/rows.ts'
import { type Person, passwordOfTests, person, seller, type TestShop, testShop, verified } from '../testing/shop.ts'
import { newId } from './common/ids.ts'

/*
 * Every field of every call, by the contract's own schemas: too long, of another type, with NUL, or with half a
 * character. All are refused and change nothing.
 */

let shop: TestShop
const callers: Record<string, Person> = {}
let product: string
beforeAll(async () => {
  shop = await testShop()
  callers.anyone = person(shop)
  callers.shopper = await verified(shop)
  callers.seller = await seller(shop)
  product = (await aProduct(shop.db)).id
})
afterAll(() => shop.close())

type Shape = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: Shape | boolean
  items?: Shape
}

/** Valid values by field name. All other fields take a word. */
const right: Record<string, () => unknown> = {
  email: () => `fields-${newId()}@shopper.example`,
  password: () => passwordOfTests,
  newPassword: () => passwordOfTests,
  otp: () => '123456',
  auditDays: () => 365,
  roles: () => [],
  transports: () => ['usb'],
  token: () => 'x'.repeat(43),
  zipcode: () => 10500,
  phone: () => '0812345678',
  category: () => 'Fruits',
  taxClass: () => 'standard',
  price: () => 3,
  offerPrice: () => 2.5,
  minPrice: () => '1',
  maxPrice: () => '9.50',
  limit: () => '10',
  cursor: () => undefined,
  userId: () => undefined,
  image: () => [],
  picture: () => null,
  vatRegistered: () => false,
  logo: () => null,
  line: () => '',
  url: () => 'https://shop.example/page',
  taxId: () => '0105500000003',
  branch: () => '00000',
  from: () => '2026-11-01',
  to: () => '2026-11-22',
  ids: () => newId(),
  code: () => 'TEST',
  startsAt: () => undefined,
  endsAt: () => undefined,
  day: () => '2026-11-22',
  days: () => [1],
  starts: () => 540,
  ends: () => 660,
  zones: () => [],
  cartItems: () => ({ [product]: 1 }),
  tiers: () => [{ from: 0, fee: 40 }],
  postcodes: () => ['10500'],
  subdistricts: () => ['100402'],
  week: () => [{ day: 1, from: '08:00', to: '20:00' }],
  closed: () => ['2026-12-31'],
  limitMinutes: () => 45,
  afterMinutes: () => 10,
  endpoint: () => `https://fcm.googleapis.com/fcm/send/${newId()}`,
  // A point of the curve: the public key of RFC 8291's example.
  p256dh: () => 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  channelToken: () => 'a channel access token of LINE'.replaceAll(' ', '+'),
  channelSecret: () => '8c570fa6dd201bb328f1c1eac23a96d8',
  recipient: () => `C${'4af4980629'.repeat(3)}ab`,
  auth: () => 'BTBZMqHH6r4Tts7J_aSIgg',
}

function sample(shape: Shape, name = ''): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (Object.hasOwn(right, name)) return right[name]?.()
  if (shape.anyOf) return sample(shape.anyOf[0] as Shape, name)
  if (shape.type === 'object')
    return Object.fromEntries(Object.entries(shape.properties ?? {}).map(([key, inner]) => [key, sample(inner, key)]))
  if (shape.type === 'array') return [sample(shape.items ?? {}, name)]
  if (shape.type === 'number' || shape.type === 'integer') return 1
  if (shape.type === 'boolean') return true
  return /id$|product$/i.test(name) ? newId() : 'Somchai'
}

type Field = { path: (string | number)[]; shape: Shape }

/** The leaf fields of a shape, each with its path. */
function fieldsOf(shape: Shape, path: Field['path'] = []): Field[] {
  if (shape.type === 'object' && shape.properties)
    return Object.entries(shape.properties).flatMap(([key, inner]) => fieldsOf(inner, [...path, key]))
  if (shape.type === 'array' && shape.items) return [{ path, shape }, ...fieldsOf(shape.items, [...path, 0])]
  if (shape.type === 'object' && typeof shape.additionalProperties === 'object')
    return [{ path, shape }, ...fieldsOf(shape.additionalProperties, [...path, product])]
  return [{ path, shape }]
}

const typesOf = (shape: Shape): Set<string> =>
  new Set((shape.anyOf ?? [shape]).flatMap(({ type, enum: values }) => type ?? (values ? 'string' : 'any')))

const long = 'x'.repeat(20_000)

/** Invalid values for a kind of field, each with a name. */
function wrongValues(shape: Shape): [string, unknown][] {
  const types = typesOf(shape)
  // No type: it is checked elsewhere, as userId is.
  if (types.has('any')) return [['another’s id', newId()]]
  const wrong: [string, unknown][] = [
    ['true', true],
    ['"false"', 'false'],
    ['null', null],
    ['7', 7],
    ['a list', [7]],
    ['a map', { toString: 7 }],
    ['a long text', long],
    ['NUL', 'a\u0000b'],
    ['half a character', 'a\ud800'],
  ]
  const kinds: Record<string, (value: unknown) => boolean> = {
    boolean: (value) => value === true,
    null: (value) => value === null,
    number: (value) => value === 7,
    integer: (value) => value === 7,
    array: (value) => Array.isArray(value),
    object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    // A plain word is valid text; too long, with NUL or half a character it isn't.
    string: (value) => value === 'false',
  }
  return wrong.filter(([, value]) => ![...types].some((type) => kinds[type]?.(value)))
}

function bent(value: unknown, [key, ...path]: Field['path'], to: unknown): unknown {
  if (key === undefined) return to
  if (Array.isArray(value)) return value.map((each, index) => (index === key ? bent(each, path, to) : each))
  const map = (value ?? {}) as Record<string, unknown>
  return { ...map, [key]: bent(map[key], path, to) }
}

/** Search words and ids: invalid ones simply find nothing. */
const anyText = new Set([
  'product.list q',
  'product.suggest q',
  'product.seller q',
  'order.seller q',
  'order.seller id',
  'product.byIds ids',
  'product.seller id',
  'search.removeSynonym id',
])

const forms: Record<string, z.ZodType> = { 'product.add': productInput, 'product.edit': productEdit }
/** Multipart calls with text fields only, which other tests send. */
const textForms = ['payment.slip', 'rider.photo', 'settings.picture']

async function send(call: ReturnType<typeof everyCall>[number], input: unknown) {
  const caller = callers[call.access] as Person
  if (call.multipart) {
    const form = new FormData()
    form.append('productData', JSON.stringify(input))
    const { body, headers } = await encoded(form)
    return caller.request(call.method, call.url, body, headers)
  }
  if (call.method === 'POST') return caller.post(call.url, input)
  const query = Object.entries(input as Record<string, unknown>).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each) => `${name}=${encodeURIComponent(String(each))}`),
  )
  // A list is the same parameter twice.
  return caller.get(`${call.url}?${query.join('&')}`)
}

const state = () => stateOfTables(shop.pool)

const withFields = everyCall().flatMap((call) => {
  const { body, querystring }: { body?: z.ZodType; querystring?: z.ZodType } = call.schema
  const schema = forms[call.name] ?? body ?? querystring
  return schema
    ? [[call.name, call, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape] as const]
    : []
})

test('this file lists the fields of every multipart call', () => {
  expect(everyCall().filter(({ multipart, name }) => multipart && !forms[name] && !textForms.includes(name))).toEqual(
    [],
  )
})

describe.each(withFields)('%s', (name, call, shape) => {
  test('refuses invalid values of every field, and changes nothing', async () => {
    const before = await state()
    const isQuery = call.method === 'GET'
    // Only a query's required parameters: one parameter may replace all others.
    const { properties = {}, required = [] } = shape
    const needed = Object.fromEntries(Object.entries(properties).filter(([key]) => !isQuery || required.includes(key)))
    const asked = sample({ ...shape, properties: needed })
    for (const { path, shape: field } of fieldsOf(shape)) {
      if (path.length === 0 || anyText.has(`${name} ${path.join('.')}`)) continue
      for (const [what, value] of wrongValues(field)) {
        // In a URL everything is text, and half a character arrives as a replacement character.
        if (isQuery && (typeof value === 'string' ? !value.isWellFormed() : !Array.isArray(value))) continue
        const { status, json } = await send(
          call,
          bent(asked, path, isQuery && Array.isArray(value) ? ['a', 'b'] : value),
        )
        expect(
          [json.success, status < 500],
          `${path.join('.')}: ${what}: ${status} ${JSON.stringify(json).slice(0, 200)}`,
        ).toEqual([false, true])
      }
    }
    expect(await state()).toBe(before)
  })
})

test('reading changes nothing, and personal replies are not cached', async () => {
  const reading = everyCall().filter(({ name, method }) => method === 'GET' && !name.endsWith('.logout'))
  expect(reading.length).toBeGreaterThan(10)
  const before = await state()
  for (const { name, url, access } of reading) {
    for (const caller of Object.values(callers)) {
      const { status, headers } = await caller.get(url)
      expect(status, name).toBeLessThan(500)
      if (access !== 'anyone' || url.endsWith('is-auth')) expect(headers['cache-control'], name).toBe('no-store')
    }
  }
  expect(await state()).toBe(before)
})

test('the calls of this file are valid except for the tried field', async () => {
  for (const [name, call, shape] of withFields) {
    const { json } = await send(call, sample(shape))
    expect([name, json.code === 'malformed' || json.code === 'invalid_form' ? json : undefined]).toEqual([
      name,
      undefined,
    ])
  }
})

/** Text that programs may take for a number, a day, nothing or a part of an object. */
const misreadable = ['NaN', 'Infinity', '1e5', 'null', '__proto__', '2026-02-30']

test('text that looks like something else breaks no call, and no list afterwards', async () => {
  for (const [name, call, shape] of withFields) {
    const asked = sample(shape)
    for (const { path, shape: field } of fieldsOf(shape)) {
      // A password that is a day would be found in the log, which the tests search for passwords.
      if (path.length === 0 || !typesOf(field).has('string') || /password/i.test(path.join('.'))) continue
      for (const text of misreadable) {
        const { status, json } = await send(call, bent(asked, path, text))
        expect(status, `${name} ${path.join('.')}: ${text}: ${JSON.stringify(json).slice(0, 200)}`).toBeLessThan(500)
      }
    }
  }
  for (const { name, url, method } of everyCall()) {
    if (method !== 'GET') continue
    for (const caller of Object.values(callers)) expect((await caller.get(url)).status, name).toBeLessThan(500)
  }
})

test('the first and last days of calendars are answered at once', async () => {
  for (const [name, call, shape] of withFields) {
    const days = fieldsOf(shape).filter(({ path }) => /^(day|from|to)$/.test(String(path.at(-1))))
    if (days.length === 0) continue
    for (const day of ['0001-01-01', '2000-01-01', '2999-12-31', '9999-12-31']) {
      const asked = days.reduce((value, { path }) => bent(value, path, day), sample(shape))
      const { status, json } = await send(call, asked)
      expect(status, `${name} ${day}: ${JSON.stringify(json).slice(0, 200)}`).toBeLessThan(500)
    }
  }
})
