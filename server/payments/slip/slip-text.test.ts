import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closeWithCrc, crc16, writeTag } from '../../../contract/payments/emv-tags.ts'
import { promptPayPayload } from '../../../contract/payments/promptpay.ts'
import { bankName } from '../../../contract/payments/thai-banks.ts'
import { cents } from '../../../contract/values/money.ts'
import { readSlipText, slipText } from './slip-text.ts'

test.each([
  ['004000060000010103002021900021231231212000115102TH91049C30', '002', '0002123123121200011'],
  ['004100060000010103014022000111222233344ABCD125102TH910417DF', '014', '00111222233344ABCD12'],
  ['0041000600000101030040220015120261121085BPM015102TH910400FF', '004', '015120261121085BPM01'],
])('reads the slip %s', (text, bank, reference) => {
  expect(readSlipText(text)).toEqual({ kind: 'slip', bank, reference })
})

test('accepts a checksum whose leading zeros the bank’s app left out, as the same slip', () => {
  const whole = '0041000600000101030040220015120261121085BPM015102TH910400FF'
  for (const text of [whole.replace(/00FF$/, 'FF'), whole.replace(/00FF$/, '0FF'), whole.replace(/00FF$/, 'ff')])
    expect(readSlipText(text)).toEqual(readSlipText(whole))
})

test('reads TrueMoney’s slip, whose checksum is in lower case', () => {
  const text = '00470002010102010203P2P0312TXN1234567890408010120249104430c'
  expect(readSlipText(text)).toEqual({
    kind: 'truemoney',
    bank: 'truemoney',
    event: 'P2P',
    reference: 'TXN123456789',
    date: '2024-01-01',
  })
  expect(readSlipText(text.replace('430c', '430C'))).toBe('checksum')
})

test('the case of a reference counts', () => {
  const slip = (reference: string) => readSlipText(slipText('006', reference))
  expect(slip('Bf870bf26685f5552')).toEqual({ kind: 'slip', bank: '006', reference: 'Bf870bf26685f5552' })
  expect(slip('BF870bf26685f5552')).not.toEqual(slip('Bf870bf26685f5552'))
})

test('reads a slip of a bank that isn’t in the list, and one with further tags', () => {
  expect(readSlipText(slipText('999', 'A1'))).toEqual({ kind: 'slip', bank: '999', reference: 'A1' })
  const further = `${writeTag('00', `000600000101030020202A10304more`)}5102TH5202xy`
  expect(readSlipText(closeWithCrc(further, '91'))).toEqual({ kind: 'slip', bank: '002', reference: 'A1' })
})

test('says when a picture shows the code to pay instead of the slip', () => {
  const payload = promptPayPayload({ kind: 'mobile', number: '0812345678' }, cents(12345))
  expect(readSlipText(payload)).toBe('payment_qr')
  expect(readSlipText(payload.slice(0, -1))).toBe('payment_qr')
  // Other shops’ codes, with a name in Thai.
  expect(readSlipText(`${payload.slice(0, -8)}5904ร้าน6304ABCD`)).toBe('payment_qr')
})

test.each([
  ['a slip with a changed digit', '004000060000010103002021900021231231212000115102TH91049C31', 'checksum'],
  ['a slip with a changed reference', '004000060000010103002021900021231231212000215102TH91049C30', 'checksum'],
  ['nothing', '', 'not_a_slip'],
  ['a web page', 'https://example.com/slip?9104ABCD', 'not_a_slip'],
  ['a slip without a checksum', '004000060000010103002021900021231231212000115102TH', 'not_a_slip'],
  ['a slip with an empty checksum', '004000060000010103002021900021231231212000115102TH9104', 'not_a_slip'],
  ['a text on which other readers loop for ever', '0002AB00-4zzzzA7C1', 'not_a_slip'],
  ['another API', closeWithCrc('0020000600000201030020201A15102TH', '91'), 'not_a_slip'],
  ['no reference', closeWithCrc(writeTag('00', '000600000101 03002'.replace(' ', '')), '91'), 'not_a_slip'],
  ['a bank that isn’t three digits', slipText('KBK', 'A1'), 'not_a_slip'],
  ['a reference with other characters', slipText('004', 'A-1'), 'not_a_slip'],
  ['a reference that is too long', slipText('004', 'A'.repeat(26)), 'not_a_slip'],
  ['TrueMoney with one wrong mark', trueMoneyText({ second: '02' }), 'not_a_slip'],
  ['TrueMoney on a day that isn’t one', trueMoneyText({ date: '31022026' }), 'not_a_slip'],
] as const)('refuses %s', (_what, text, error) => {
  expect(readSlipText(text)).toBe(error)
})

function trueMoneyText({ second = '01', date = '01012024' }): string {
  const fields = [writeTag('00', '01'), writeTag('01', second), writeTag('02', 'P2P'), writeTag('03', 'TXN1')]
  const covered = `${writeTag('00', [...fields, writeTag('04', date)].join(''))}9104`
  return covered + crc16(covered).toLowerCase()
}

const reference = fc.string({
  minLength: 1,
  maxLength: 25,
  unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
})
const bank = fc.nat({ max: 999 }).map((code) => String(code).padStart(3, '0'))

describe('the text of any slip', () => {
  test('bank and reference are read, also if zeros of the checksum are missing', () => {
    fc.assert(
      fc.property(bank, reference, fc.nat({ max: 3 }), (bank, reference, dropped) => {
        const text = slipText(bank, reference)
        const zeros = /^0*/.exec(text.slice(-4))?.[0].length ?? 0
        const sent = text.slice(0, -4) + text.slice(-4 + Math.min(zeros, dropped))
        expect(readSlipText(sent)).toEqual({ kind: 'slip', bank, reference })
      }),
      { numRuns: 1000 },
    )
  })

  test('a changed character is found', () => {
    fc.assert(
      fc.property(
        bank,
        reference,
        fc.nat(),
        fc.string({ minLength: 1, maxLength: 1 }),
        (bank, reference, position, other) => {
          const text = slipText(bank, reference)
          const index = position % text.length
          // The case of the checksum's digits is ignored.
          fc.pre(text[index]?.toUpperCase() !== other.toUpperCase() || index < text.length - 4)
          fc.pre(text[index] !== other)
          expect(readSlipText(text.slice(0, index) + other + text.slice(index + 1))).toBeTypeOf('string')
        },
      ),
      { numRuns: 1000 },
    )
  })
})

test('reads any text up to 10,000 characters without throwing, in less than 50 milliseconds each', () => {
  const pieces = fc.constantFrom('9104', '0099', '000201', '00', '9', '0000', '-4', 'ก', '\0', '91049104', 'ABCD')
  const texts = fc.oneof(
    fc.string({ maxLength: 10_000, size: 'max' }),
    fc.array(pieces, { maxLength: 2500, size: 'max' }).map((list) => list.join('').slice(0, 10_000)),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const started = process.cpuUsage()
      expect(['not_a_slip', 'payment_qr', 'checksum']).toContain(readSlipText(text))
      expect(process.cpuUsage(started).user / 1000).toBeLessThan(50)
    }),
  )
})

test('names banks in both languages, and an unknown one by its code', () => {
  expect(bankName('004', 'en')).toBe('Kasikornbank')
  expect(bankName('004', 'th')).toBe('ธนาคารกสิกรไทย')
  expect(bankName('truemoney', 'en')).toBe('TrueMoney')
  expect(bankName('999', 'th')).toBe('999')
  expect(bankName('constructor', 'en')).toBe('constructor')
})
