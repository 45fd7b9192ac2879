import { expect, test } from 'vitest'
import { m } from '../../messages/messages.ts'
import { asapNowText } from './asap-now.ts'

test('the settings say what is promised now, or that shoppers can’t order as soon as possible, and why', () => {
  const zone = {}
  const asap = { promisedAt: '2026-11-22T11:42:00.000Z', minutes: 38 }
  expect(asapNowText({ zone, asap, closed: null })).toMatch(
    /^An order placed now would come by .*42.*, in 38 minutes\.$/,
  )
  const off = 'Shoppers can’t order as soon as possible right now: '
  expect(asapNowText({ zone, asap: null, closed: null })).toBe(
    `${off}it would take longer than that, or until after closing.`,
  )
  expect(asapNowText({ zone, asap: null, closed: { from: '2026-11-22T11:00:00.000Z', opensAt: null } })).toBe(
    `${off}the shop is closed.`,
  )
  expect(asapNowText({ zone: null, asap: null, closed: null })).toBe(
    `${off}the shop has no delivery zone, which says how long the ride takes. Add one above.`,
  )
})

test.each([
  ['en', 'without it they choose a delivery window', 'shoppers can’t order as soon as possible'],
  ['th', 'ถ้าปิดไว้ ลูกค้าต้องเลือกช่วงเวลาส่ง', 'ลูกค้าจะเลือกส่งเร็วที่สุดไม่ได้'],
] as const)(
  'in %s, the switch and the limit say that they close such orders, not only their time',
  (locale, off, late) => {
    expect(m.asap_on_hint({}, { locale })).toContain(off)
    expect(m.asap_limit_hint({}, { locale })).toContain(late)
  },
)
