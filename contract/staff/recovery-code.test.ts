import { expect, test } from 'vitest'
import { secondFactorCode } from '../entities/fields.ts'
import { recoveryCode } from './recovery-code.ts'

test('a recovery code may be typed with capitals, spaces and letters that look like its digits', () => {
  expect(recoveryCode.plain(' K7PM-2qx9 hd4O ')).toBe('k7pm2qx9hd40')
  expect(recoveryCode.plain('il1o')).toBe('1110')
})

test.each(['123456', ' 123 456 ', 'k7pm-2qx9-hd4t', 'K7PM2QX9HD4T'])('%s has the form of a code', (code) => {
  expect(secondFactorCode.safeParse(code).success).toBe(true)
})

test.each(['', '12345', '1234567', 'k7pm-2qx9-hd4', 'k7pm-2qx9-hd4u', 'k7pm-2qx9-hd4ทt', ' '.repeat(300)])(
  '%s has not',
  (code) => {
    expect(secondFactorCode.safeParse(code).success).toBe(false)
  },
)
