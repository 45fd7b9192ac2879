import { describe, expect, test } from 'vitest'
import { parseSetting } from '../../../contract/entities/setting-values.ts'
import type { Language } from '../../../contract/values/languages.ts'
import { bangkokShop } from '../../../demo/bangkok/shop.ts'
import { shop } from '../../../shop.config.ts'
import { settingChanges } from './setting-changes.ts'
import { topicName } from './setting-words.ts'

const changes = (topic: string, before: unknown, after: unknown, language: Language = 'en') =>
  settingChanges(topic, { before, after }, language).map((each) => [each.label, each.before, each.after])

describe('a change of a setting is told by its fields, from what to what', () => {
  test('of plain fields, only those that differ', () => {
    const before = { enabled: true, limitMinutes: 45, pickers: 2, riders: 1 }
    expect(changes('asap', before, { ...before, enabled: false, riders: 3 })).toEqual([
      ['Switched on', 'yes', 'no'],
      ['Riders', '1', '3'],
    ])
    expect(changes('asap', before, { ...before, limitMinutes: 60 }, 'th')).toEqual([['ไม่เกิน (นาที)', '45', '60']])
  })

  test('of values that are chosen from a few', () => {
    expect(
      changes('unconfirmed', { action: 'ring', afterMinutes: 10 }, { action: 'cancel', afterMinutes: 10 }),
    ).toEqual([['What happens', 'Goes on ringing', 'Cancels']])
    expect(changes('second-factor', { roles: [] }, { roles: ['owner', 'rider'] }, 'th')).toEqual([
      ['ตำแหน่ง', undefined, 'เจ้าของร้าน, พนักงานส่งของ'],
    ])
  })

  test('of a number of PromptPay, within what holds it', () => {
    const proxy = { kind: 'mobile', number: '0812345678' }
    const before = { proxy, receiver: 'Mali', enabled: true, slipDays: 90 }
    const after = { ...before, proxy: { kind: 'biller', number: '010555812345601', reference1: 'T1' } }
    expect(changes('promptpay', before, after)).toEqual([
      ['Registered with', 'Mobile number', 'Biller ID of a bank'],
      ['Number', '0812345678', '010555812345601'],
      ['Reference 1', undefined, 'T1'],
    ])
  })

  test('of opening hours, by day', () => {
    const span = (day: number, from: string, to: string) => ({ day, from, to })
    const before = {
      week: [span(1, '08:00', '20:00'), span(2, '08:00', '20:00')],
      closed: ['2026-12-31', '2027-01-01'],
    }
    const after = {
      week: [span(1, '08:00', '12:00'), span(1, '13:00', '24:00'), span(3, '09:00', '10:00')],
      closed: ['2026-12-31', '2027-04-13'],
    }
    expect(changes('hours', before, after)).toEqual([
      ['Monday', '08:00–20:00', '08:00–12:00, 13:00–24:00'],
      ['Tuesday', '08:00–20:00', undefined],
      ['Closed days', '2027-01-01', undefined],
      ['Wednesday', undefined, '09:00–10:00'],
      ['Closed days', undefined, '2027-04-13'],
    ])
    expect(changes('hours', { week: [span(7, '08:00', '20:00')] }, {}, 'th')).toEqual([
      ['วันอาทิตย์', '08:00–20:00', undefined],
    ])
  })

  test('of categories: a new name, one more, and another order', () => {
    const [fruit, bread, tea] = [
      { path: 'Fruits', name: 'Fruits', nameTh: 'ผลไม้', tint: 'mango' },
      { path: 'Bread', name: 'Bread', nameTh: 'ขนมปัง' },
      { path: 'Tea', name: 'Tea', nameTh: 'ชา' },
    ]
    expect(
      changes('categories', { categories: [fruit, bread] }, { categories: [tea, { ...bread, name: 'Bakery' }, fruit] }),
    ).toEqual([
      ['Bakery · Name', 'Bread', 'Bakery'],
      ['Tea · Name', undefined, 'Tea'],
      ['Tea · Thai name', undefined, 'ชา'],
      ['Order', 'Fruits, Bread', 'Bakery, Fruits'],
    ])
  })

  test('of tax classes: rates by day', () => {
    const standard = {
      id: 'standard',
      name: 'Standard',
      nameTh: 'ปกติ',
      rates: [{ from: '0001-01-01', basisPoints: 700 }],
    }
    const tax = { mode: 'included', rounding: 'half up', classes: [standard] }
    const next = { ...standard, rates: [...standard.rates, { from: '2026-10-01', basisPoints: 1050 }] }
    const issuer = { taxId: '0105500000003', branch: '00000', vatRegistered: true }
    expect(changes('tax', { tax }, { tax: { ...tax, rounding: 'down', classes: [next] }, issuer })).toEqual([
      ['Rounding', 'Rounded, a half up', 'Dropped'],
      ['Tax class · Standard · Rate · from 2026-10-01', undefined, '10.5%'],
      ['Receipts · Tax ID', undefined, '0105500000003'],
      ['Receipts · Branch', undefined, '00000'],
      ['Receipts · Registered for VAT', undefined, 'yes'],
    ])
  })

  test('without the moment at which receipts were switched on, which the log has anyway', () => {
    const issuer = { taxId: '0105500000003', vatRegistered: true }
    expect(changes('tax', {}, { issuer, documentsSince: '2026-11-23T08:00:00.000Z' })).toEqual([
      ['Receipts · Tax ID', undefined, '0105500000003'],
      ['Receipts · Registered for VAT', undefined, 'yes'],
    ])
  })

  test('of the shop: links by name, addresses whole', () => {
    const before = {
      contact: { addressLines: ['1 Silom Rd', 'Bangkok'] },
      social: [{ name: 'LINE', url: 'https://a.example' }],
    }
    const after = {
      contact: { addressLines: ['2 Silom Rd', 'Bangkok'] },
      social: [{ name: 'LINE', url: 'https://b.example' }],
    }
    expect(changes('shop', before, after)).toEqual([
      ['Address', '1 Silom Rd, Bangkok', '2 Silom Rd, Bangkok'],
      ['Link · LINE', 'https://a.example', 'https://b.example'],
    ])
  })

  test('of nothing, when only the order of keys differs', () => {
    expect(changes('asap', { a: 1, enabled: true }, { enabled: true, a: 1 })).toEqual([])
    expect(changes('asap', undefined, undefined)).toEqual([])
  })
})

test('every field of the sample shops has words in both languages', () => {
  for (const { tax, issuer, categories, ...said } of [shop, bangkokShop])
    for (const [topic, value] of Object.entries({ shop: said, tax: { tax, issuer }, categories: { categories } })) {
      // What isn't a setting stays as it is stored: parsed, it is left out.
      const stored = parseSetting(topic as 'shop', value)
      const [en, th] = (['en', 'th'] as const).map((language) => changes(topic, undefined, stored, language))
      expect(en?.length).toBeGreaterThan(3)
      for (const [label] of en ?? []) expect(label).toMatch(/^[A-Z]/)
      // Names that the owner types stay as they are.
      for (const [label] of th ?? []) expect(label).toMatch(/[ก-๙]/)
    }
})

test('a topic and a field that this version doesn’t know keep their stored names', () => {
  expect(topicName('asap').th).toBe('ส่งเร็วที่สุด')
  expect(topicName('later').en).toBe('later')
  expect(changes('later', { colour: 'red' }, { colour: 'blue' })).toEqual([['colour', 'red', 'blue']])
  expect(changes('asap', { mode: 'added' }, { mode: 'included' }, 'th')).toEqual([['mode', 'added', 'included']])
})

test('text that looks like a part of an object is only text', () => {
  expect(changes('unconfirmed', { action: '__proto__' }, { action: 'constructor', toString: 'x' })).toEqual([
    ['What happens', '__proto__', 'constructor'],
    ['toString', undefined, 'x'],
  ])
})
