import { expect, test } from 'vitest'
import * as z from 'zod'
import { calls, everyCall } from './calls.ts'
import { refusals } from './messages/refusals.ts'
import { callPaths } from './paths/call-paths.ts'
import { deliveryCallPaths } from './paths/delivery-call-paths.ts'
import { sellerCallPaths } from './paths/seller-call-paths.ts'

test('every path has its schemas and every call its path', () => {
  const names = (table: Record<string, object>) =>
    Object.entries(table).flatMap(([group, members]) => Object.keys(members).map((name) => `${group}.${name}`))
  const paths = [callPaths, deliveryCallPaths, sellerCallPaths].flatMap(names)
  expect(names(calls).sort()).toEqual(paths.sort())
  for (const call of everyCall()) expect(call.schema.response[200]).toBeDefined()
})

test('the calls that other clients know are these 22', () => {
  const known = everyCall().filter((call) => !call.ours)
  expect(known.map((call) => `${call.method} ${call.url}`).sort()).toEqual(
    [
      'GET /api/seller/is-auth',
      'GET /api/user/is-auth',
      'GET /api/product/list',
      'POST /api/cart/update',
      'POST /api/user/logout',
      'POST /api/user/send-verify-otp',
      'GET /api/seller/logout',
      'GET /api/address/get',
      'POST /api/address/add',
      'POST /api/order/cod',
      'POST /api/order/stripe',
      'GET /api/order/user',
      'POST /api/product/add',
      'POST /api/product/stock',
      'GET /api/order/seller',
      'POST /api/user/login',
      'POST /api/user/register',
      'POST /api/seller/login',
      'POST /api/user/verify-account',
      'POST /api/user/send-reset-otp',
      'POST /api/user/verify-reset-otp',
      'POST /api/user/reset-password',
    ].sort(),
  )
})

test('every refusal speaks both languages with the same placeholders', () => {
  const placeholders = (words: string) => (words.match(/\{\w+\}/g) ?? []).sort()
  for (const { en, th } of Object.values(refusals)) {
    expect(th.trim()).not.toBe('')
    expect(placeholders(th)).toEqual(placeholders(en))
  }
})

test('a version that no setting can have is a wrong field', () => {
  const seenOf = (body: z.ZodType | undefined) => (body instanceof z.ZodObject ? body.shape.seen : undefined)
  const checked = everyCall().flatMap(({ url, schema }) => {
    const seen = seenOf(schema.body)
    if (!(seen instanceof z.ZodType) || !seen.safeParse(1).success) return []
    expect(seen.safeParse(2_147_483_647).success, url).toBe(true)
    expect(seen.safeParse(2_147_483_648).success, url).toBe(false)
    return [url]
  })
  expect(checked).toContain('/api/staff/settings')
  expect(checked.length).toBeGreaterThan(15)
})
