import { expect, test } from 'vitest'
import { isPhoneForThailand, isShopPhoneForThailand } from './thai-phone.ts'

test.each([
  '0812345678',
  '081 234 5678',
  '081-234-5678',
  '+66 81 234 5678',
  '+66 (0) 81 234 5678',
  '0066812345678',
  '66812345678',
  '0912345678',
  '0612345678',
  '02 123 4567',
  '02-123-4567 ต่อ 12',
  '+66 2 123 4567 ext. 4',
  '053 123 456',
  '02‑123‑4567',
  '+44 20 7946 0958',
])('takes the phone number %s', (phone) => {
  expect(isPhoneForThailand(phone)).toBe(true)
})
test.each(['โทร', '', '081234567', '08123456789', '12345', '02 123 456', '+66 81 234', '081x2345678', '0112345678'])(
  'takes no %j for a phone number',
  (phone) => {
    expect(isPhoneForThailand(phone)).toBe(false)
  },
)

test.each(['1669', '191', '1800 123 456', '1-800-123-456', '+66 (0) 2‑111.1111', '๐๒-๑๑๑-๑๑๑๑', '+44 20 7946 0958'])(
  'takes the phone number %s of a shop',
  (phone) => {
    expect(isShopPhoneForThailand(phone)).toBe(true)
  },
)
test.each(['02 123 456', '๐๒ ๑๒๓ ๔๕๖', '+66 2 123 456', '081 234 567', '12', '2669', '16699', '1800 123 45'])(
  'takes no %s for the phone number of a shop',
  (phone) => {
    expect(isShopPhoneForThailand(phone)).toBe(false)
  },
)
