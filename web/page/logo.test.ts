import { expect, test } from 'vitest'
import { areLongNames } from './logo.tsx'

test('two names that fit a phone’s header are in one line, longer ones in two', () => {
  expect(areLongNames({ name: 'Talad', nameTh: 'ตลาด' })).toBe(false)
  expect(areLongNames({ name: 'Baan Daeng Grocer', nameTh: 'ร้านบ้านแดง' })).toBe(true)
})
