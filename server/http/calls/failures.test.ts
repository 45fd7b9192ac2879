import { describe, expect, test } from 'vitest'
import { statusNames } from '../../../contract/orders/order-status.ts'
import { refusalReply } from './failures.ts'

describe('a value of a refusal', () => {
  test.each([
    ['en', '$', 'The amount is $1,234.50 now. Look at the order again.'],
    ['en', '฿', 'The amount is ฿1,234.50 now. Look at the order again.'],
    ['th', '$', 'ขณะนี้ยอดคือ $1,234.50 กรุณาตรวจสอบออเดอร์อีกครั้ง'],
    ['th', '฿', 'ขณะนี้ยอดคือ ฿1,234.50 กรุณาตรวจสอบออเดอร์อีกครั้ง'],
  ] as const)('that is an amount has the symbol of the currency (%s, %s)', (language, symbol, message) => {
    const details = { values: { amount: { cents: 123_450 } } }
    expect(refusalReply('balance_changed', language, details, symbol).message).toBe(message)
  })

  test('that is an amount below zero has a minus sign before the symbol', () => {
    const details = { values: { amount: { cents: -2005 } } }
    expect(refusalReply('rider_cash_changed', 'en', details, '฿').message).toBe(
      'The rider owes −฿20.05 now. Count again.',
    )
  })

  test.each([
    ['en', 'This order is already at "Confirmed". Look at it again before moving it on.'],
    ['th', 'ออเดอร์นี้อยู่ในสถานะ "ร้านยืนยันแล้ว" แล้ว กรุณาตรวจสอบอีกครั้งก่อนเปลี่ยนสถานะ'],
  ] as const)('that is a text in each language is in the caller’s (%s)', (language, message) => {
    const details = { values: { status: statusNames.Confirmed } }
    expect(refusalReply('status_changed', language, details, '$').message).toBe(message)
  })

  test('that is a text or a number is the same in each language', () => {
    const details = { values: { name: 'Potato', left: 2 } }
    expect(refusalReply('stock_short', 'en', details, '$').message).toBe(
      'Only 2 of Potato left. Lower the quantity to go on.',
    )
    expect(refusalReply('stock_short', 'th', details, '$').message).toBe('Potato เหลือเพียง 2 ชิ้น ลดจำนวนแล้วสั่งซื้อต่อได้เลย')
  })
})
