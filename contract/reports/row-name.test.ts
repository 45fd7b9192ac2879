import { expect, test } from 'vitest'
import { amountKey, deliveryKey } from './report.ts'
import { type NamedRow, type NamedView, rowName } from './row-name.ts'

const categories = [{ path: 'Fruits', name: 'Fresh Fruits', nameTh: 'ผลไม้สด' }]
const names = (view: NamedView, row: NamedRow) => [
  rowName(view, row, { language: 'en', categories }),
  rowName(view, row, { language: 'th', categories }),
]

test.each<[NamedView, NamedRow, string, string]>([
  ['weekday', { key: '1' }, 'Monday', 'วันจันทร์'],
  ['method', { key: 'transfer' }, 'Bank transfer', 'โอนเงิน'],
  ['method', { key: 'none' }, 'Nothing to pay', 'ไม่มียอดชำระ'],
  ['rate', { key: '700' }, '7%', '7%'],
  ['rate', { key: '0' }, 'Not taxed', 'ไม่มีภาษี'],
  ['category', { key: 'Fruits' }, 'Fresh Fruits', 'ผลไม้สด'],
  ['category', { key: 'Gone' }, 'Gone', 'Gone'],
  ['product', { key: '1', name: 'Mango', nameTh: 'มะม่วง' }, 'Mango', 'มะม่วง'],
  ['product', { key: '1', name: 'Mango', nameTh: null }, 'Mango', 'Mango'],
  ['product', { key: '1' }, 'Removed', 'ลบแล้ว'],
  ['product', { key: deliveryKey }, 'Delivery', 'ค่าส่ง'],
  ['category', { key: amountKey }, 'Amounts taken off or refunded', 'ลดหรือคืนเป็นจำนวนเงิน'],
])('a row of %s, %j, is called “%s” and “%s”', (view, row, en, th) => {
  expect(names(view, row)).toEqual([en, th])
})
