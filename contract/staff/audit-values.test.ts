import { expect, test } from 'vitest'
import { failedAttemptReasons } from '../delivery/failed-attempt-rule.ts'
import { auditIds, auditValue, deliverySubject } from './audit-values.ts'

const names = [
  { id: 'p1', name: 'Mango', nameTh: 'มะม่วง' },
  { id: 'p2', name: 'Mango', nameTh: 'มะม่วง', size: '5 kg' },
]
const categories = [{ path: 'bakery', name: 'Bakery', nameTh: 'เบเกอรี่' }]
const taxClasses = [{ id: 'standard', name: 'VAT', nameTh: 'ภาษีมูลค่าเพิ่ม' }]
const en = (column: string, value: unknown) =>
  auditValue(column, value, { language: 'en', symbol: '฿', names, categories, taxClasses })
const th = (column: string, value: unknown) =>
  auditValue(column, value, { language: 'th', symbol: '฿', names, categories, taxClasses })

test('a refunded line names its product, its pieces or its weight, and what it cost', () => {
  const lines = [
    { product: 'p1', quantity: 2, cents: 2900 },
    { product: 'p1', quantity: 0, measure: 800, unit: 'g', cents: 5740 },
    { product: 'gone', quantity: 1 },
  ]
  expect(en('lines', lines)).toBe('2 × Mango ฿29.00, 800 g Mango ฿57.40, 1 × a removed product')
  expect(th('lines', lines.slice(0, 1))).toBe('2 × มะม่วง ฿29.00')
  expect(auditIds([{ lines }, { terms: { products: ['p1', 'p2'] } }, { zone_ids: ['z'] }, { lines: null }])).toEqual([
    'p1',
    'gone',
    'p2',
    'z',
  ])
})

test('what a promotion takes off is in words, with what it is about', () => {
  expect(en('terms', { kind: 'percent', basisPoints: 5000 })).toBe('50% off')
  expect(th('terms', { kind: 'percent', basisPoints: 5000, categories: ['bakery'] })).toBe('ลด 50% สำหรับ เบเกอรี่')
  expect(en('terms', { kind: 'amount', amount: 18, products: ['p1'] })).toBe('฿18 off on Mango')
  expect(en('terms', { kind: 'freeDelivery' })).toBe('Free delivery')
})

test('products of one name are told apart by their size', () => {
  const lines = [{ product: 'p2', quantity: 1, cents: 2900 }]
  expect(en('lines', lines)).toBe('1 × Mango (5 kg) ฿29.00')
  expect(th('lines', lines)).toBe('1 × มะม่วง (5 กก.) ฿29.00')
  expect(en('terms', { kind: 'amount', amount: 18, products: ['p1', 'p2'] })).toBe('฿18 off on Mango, Mango (5 kg)')
})

test('words of programs are words of the shop in both languages; what staff typed stays', () => {
  const words: [string, string][] = [
    ...['cost', 'received', 'paid out'].map((value): [string, string] => ['kind', value]),
    ...['cash', 'card', 'promptpay', 'transfer'].map((value): [string, string] => ['method', value]),
    ...['delivered', 'returned', 'came back', 'ended by the shop'].map((each): [string, string] => ['outcome', each]),
    ...failedAttemptReasons.map((reason): [string, string] => ['reason', reason]),
    ...['missing', 'sold out', 'undone', 'cancelled'].map((reason): [string, string] => ['reason', reason]),
    ...['owner', 'manager', 'picker', 'rider'].map((role): [string, string] => ['role', role]),
  ]
  for (const [column, value] of words) {
    expect(th(column, value), value).toMatch(/[ก-๙]/)
    expect(en(column, value), value).toMatch(/^[A-Z][^_]+$/)
  }
  expect(en('reason', 'the box was wet')).toBeUndefined()
  expect(en('reason', 'constructor')).toBeUndefined()
  expect(en('name', 'cost')).toBeUndefined()
})

test('times, days, fees and zones are readable', () => {
  expect(en('starts', 570)).toBe('09:30')
  expect(en('days', [1, 7])).toBe('Mon, Sun')
  expect(
    en('fee_tiers', [
      { from: 0, fee: 3000 },
      { from: 50000, fee: 0 },
    ]),
  ).toBe('฿30.00, from ฿500.00: ฿0.00')
  expect(en('zone_ids', null)).toBe('all zones')
  expect(th('code', null)).toBe('ไม่มี')
  expect(en('pictures', ['a', 'b'])).toBe('2')
})

test('a list has its items, an empty one none, and a tax class its name', () => {
  const lines = ['Baked at 5 in the morning', 'Keeps three days']
  expect(en('description', lines)).toBe('Baked at 5 in the morning, Keeps three days')
  expect(['description', 'description_th', 'pictures'].map((column) => en(column, []))).toEqual([
    'none',
    'none',
    'none',
  ])
  expect(th('description', [])).toBe('ไม่มี')
  expect(en('second_factors', ['app', 'passkey'])).toBe('Authenticator app, Passkey')
  expect(th('second_factors', ['passkey'])).toBe('พาสคีย์')
  expect([en('tax_class', 'standard'), th('tax_class', 'standard')]).toEqual(['VAT', 'ภาษีมูลค่าเพิ่ม'])
  // One that the owner has removed since.
  expect(en('tax_class', 'books')).toBeUndefined()
})

test('a delivery time is called by the clock time of its start, and a zone by its name', () => {
  expect([0, 540, 1439].map((minutes) => deliverySubject(String(minutes)))).toEqual(['00:00', '09:00', '23:59'])
  for (const name of ['Bang Rak', 'Zone 2', '10500', '1440', '']) expect(deliverySubject(name)).toBe(name)
})
