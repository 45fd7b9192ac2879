import { expect, test } from 'vitest'
import type * as z from 'zod'
import { orderAddressFields } from '../delivery/address-fields.ts'
import { withFieldName } from '../messages/field-names.ts'
import { limits } from '../values/limits.ts'
import { addressInput, orderAddress, postcodeInput } from './address.ts'
import { email, newPassword, password, textField } from './fields.ts'
import { productInput } from './product.ts'

const issuesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []

test.each([
  ['a text', textField(limits.name), limits.name],
  ['an e-mail address', email, limits.email],
  ['a new password', newPassword, limits.passwordMax],
  ['a password', password, 1024],
] as const)('%s that is too long is told so, and is read no further', (_name, schema, max) => {
  // Wrong in other ways too, but only the length is reported.
  for (const letter of ['\u0000', '\ud800', '@', '.'])
    expect(issuesOf(schema, letter.repeat(max + 1)), letter).toEqual(['too_long'])
})

test('a text whose marks pile up on one letter is refused, and no word that people write', () => {
  for (const value of [`ก${'้'.repeat(9)}`, `a${'\u030d'.repeat(60)}`])
    expect(issuesOf(textField(100), value), value).toEqual(['characters'])
  for (const value of ['ที่นี่', 'กตัญญุตา', 'สิทธิ์', 'ก้้้', 'Việt Nam', 'e\u0301\u0323', '👩🏽‍🚀', '1️⃣'])
    expect(issuesOf(textField(100), value), value).toEqual([])
})

test('a text of invisible characters is empty', () => {
  const blanks = [
    '\u2800',
    '\u2800\u2800 \u2800',
    '\u3164',
    '\uffa0',
    '\ufff9\ufffb',
    '\u{13441}\u{13442}',
    '\u{1d159}',
  ]
  for (const value of ['\u200b', ' \u200d\u2060 ', '\u00ad', '\ufeff', ...blanks])
    expect(issuesOf(textField(10), value), value).toContain('required')
  for (const value of ['ก', '์', '๑', 'a\u200bb', 'a\u2800', '\u2801', '👍'])
    expect(issuesOf(textField(10), value), value).toEqual([])
  expect(issuesOf(textField(10, 0), '\u200b')).toEqual([])
  for (const value of ['\u0007', '\u202e\u2066 \u0085'])
    expect(issuesOf(textField(10), value), value).toContain('required')
})

test('a phone number of an address has digits to call, in any script and with words beside them', () => {
  const { phone } = addressInput.shape
  for (const value of [
    '081-234-5678',
    '๐๘๑ ๒๓๔ ๕๖๗๘',
    '+49 30 1234 ext. 5',
    '191',
    '\u202d081 234 5678\u202c',
    '02-123-4567 ต่อ 12',
  ])
    expect(issuesOf(phone, value), value).toEqual([])
  for (const value of ['constructor', 'Bcc: x', '<script>1</script>', '\u202e12\u202c', 'no. 12'])
    expect(issuesOf(phone, value), value).toContain('phone_digits')
})

test('the fields copied into an order are all fields of its address', () => {
  expect([...orderAddressFields].sort()).toEqual(Object.keys(orderAddress.shape).sort())
})

test('checks a description’s number of lines, then their length, then their content', () => {
  const lines = productInput.shape.description
  const long = '\u0000'.repeat(limits.descriptionLine + 1)
  expect(issuesOf(lines, Array(limits.descriptionLines + 1).fill(long))).toEqual(['too_many_lines'])
  expect(issuesOf(lines, [long])).toEqual(['line_too_long'])
  expect(issuesOf(lines, ['\u0000'])).toEqual(['characters'])
})

test.each(['a@b.co', ' mali@mail.shop.example ', 'สมชาย@ตลาด.ไทย', "o'neill+1@x-y.example"])(
  '%j is an e-mail address',
  (text) => {
    expect(issuesOf(email, text)).toEqual([])
  },
)

test.each([
  'a',
  'a@b',
  '@b.co',
  'a@.co',
  'a@b.',
  'a@b..co',
  'a@@b.co',
  'a@b@c.co',
  'a b@c.co',
  'a@b.c\no',
  'a\u202eb@c.co',
  'a@\u2066b.co',
  'a,b@c.co',
])('%j is no e-mail address', (text) => {
  expect(issuesOf(email, text)).toEqual(['email'])
})

test.each([
  [10500],
  ['00123'],
  [' 123 '],
  ['1234567890'],
  ['SW1A 1AA'],
  ['100-0001'],
  ['D02 AF30'],
  ['h3z 2y7'],
  ['๑๐๕๐๐'],
])('%j is a postal code', (text) => {
  expect(issuesOf(postcodeInput, text)).toEqual([])
})

test.each([[12], ['12/45'], ['10--50'], ['-1050'], [''], ['1'.repeat(11)], ['๑๐/๐๐'], [-10500], [105.5]])(
  '%j is no postal code',
  (text) => {
    expect(issuesOf(postcodeInput, text)).not.toEqual([])
  },
)

test.each([[' '.repeat(8)], ['\u200b'.repeat(8)], [' \t '.repeat(5)]])('%j is no password', (text) => {
  expect(issuesOf(newPassword, text)).toEqual(['password_blank'])
})

test.each([['       a'], ['กขคงจฉชซ'], ['eight  8']])('%j is a password', (text) => {
  expect(issuesOf(newPassword, text)).toEqual([])
})

test.each(Object.keys(productInput.shape))('a message about a product names its field %s for people', (field) => {
  expect(withFieldName(field, 'wrong', 'en')).toMatch(/^[A-Z].*: wrong$/)
  expect(withFieldName(field, 'ผิด', 'th')).toMatch(/^[ก-๙].*: ผิด$/)
})
