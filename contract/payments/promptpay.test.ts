import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { haveSameTags, paymentTags } from '../../testing/payment-tags.ts'
import { cents } from '../values/money.ts'
import { closeWithCrc } from './emv-tags.ts'
import { checkProxy, maxPaymentCents, type PromptPayProxy, type ProxyInput, promptPayPayload } from './promptpay.ts'

const mobile: PromptPayProxy = { kind: 'mobile', number: '0812345678' }

describe('the payload', () => {
  const biller: PromptPayProxy = {
    kind: 'biller',
    number: '010555812345601',
    reference1: 'T24110001',
    reference2: '20261121',
  }
  test.each<[PromptPayProxy, number | undefined, string]>([
    [mobile, undefined, '00020101021129370016A0000006770101110113006681234567853037645802TH6304823E'],
    [mobile, 12345, '00020101021229370016A0000006770101110113006681234567853037645802TH5406123.4563043AC7'],
    [
      { kind: 'mobile', number: '0812223333' },
      3000,
      '00020101021229370016A0000006770101110113006681222333353037645802TH540530.0063043CAD',
    ],
    [
      { kind: 'taxId', number: '1234567890123' },
      100,
      '00020101021229370016A0000006770101110213123456789012353037645802TH54041.0063047F74',
    ],
    [
      biller,
      28450,
      '00020101021230640016A00000067701011201150105558123456010209T2411000103082026112153037645802TH5406284.506304AF4E',
    ],
  ])('of %j and %s satang', (proxy, satang, expected) => {
    expect(promptPayPayload(proxy, satang === undefined ? undefined : cents(satang))).toBe(expected)
  })

  test('an e-wallet’s payload has its number in sub-tag 03', () => {
    const tags = paymentTags(promptPayPayload({ kind: 'eWallet', number: '140000812345678' }, cents(1)))
    expect(tags?.get('29.03')).toBe('140000812345678')
    expect(tags?.get('54')).toBe('0.01')
  })

  test.each([
    [5, '0.05'],
    [100, '1.00'],
    [100_050, '1000.50'],
    [999_999_999_999, '9999999999.99'],
  ])('writes %d satang as %s baht', (satang, expected) => {
    expect(paymentTags(promptPayPayload(mobile, cents(satang)))?.get('54')).toBe(expected)
  })

  test('isn’t made for a sum of zero, for one that doesn’t fit, or for parts of a satang', () => {
    expect(maxPaymentCents).toBe(999_999_999_999)
    for (const wrong of [0, -1, 0.5, Number.NaN, maxPaymentCents + 1])
      expect(() => promptPayPayload(mobile, wrong as never)).toThrow(RangeError)
  })

  test('isn’t made for a proxy of the wrong form: the money would go to another account', () => {
    for (const wrong of [
      { kind: 'mobile', number: '812345678' },
      { kind: 'mobile', number: '081234567' },
      { kind: 'taxId', number: '123456789012' },
      { kind: 'eWallet', number: '14000081234567' },
      { kind: 'biller', number: '010555812345601', reference1: '' },
      { kind: 'biller', number: '010555812345601', reference1: 'A B' },
      { kind: 'biller', number: '010555812345601', reference1: 'A', reference2: 'X'.repeat(21) },
    ] as const)
      expect(() => promptPayPayload(wrong, cents(100))).toThrow(RangeError)
  })
})

const digits = (length: number) =>
  fc.string({ minLength: length, maxLength: length, unit: fc.constantFrom(...'0123456789') })
const reference = fc.string({
  minLength: 1,
  maxLength: 20,
  unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
})
const proxies: fc.Arbitrary<PromptPayProxy> = fc.oneof(
  fc.record({ kind: fc.constant('mobile' as const), number: digits(8).map((rest) => `08${rest}`) }),
  fc.record({ kind: fc.constant('taxId' as const), number: digits(13) }),
  fc.record({ kind: fc.constant('eWallet' as const), number: digits(15) }),
  fc.record(
    { kind: fc.constant('biller' as const), number: digits(15), reference1: reference, reference2: reference },
    { requiredKeys: ['kind', 'number', 'reference1'] },
  ),
)
const amounts = fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: maxPaymentCents })).map(cents)

test('every proxy and sum can be read back from the payload', () => {
  fc.assert(
    fc.property(proxies, fc.option(amounts, { nil: undefined }), (proxy, amount) => {
      const tags = paymentTags(promptPayPayload(proxy, amount))
      const read = {
        mobile: () => `0${tags?.get('29.01')?.slice(4)}`,
        taxId: () => tags?.get('29.02'),
        eWallet: () => tags?.get('29.03'),
        biller: () => tags?.get('30.01'),
      }[proxy.kind]()
      expect(read).toBe(proxy.number)
      if (proxy.kind === 'biller') {
        expect(tags?.get('30.02')).toBe(proxy.reference1)
        expect(tags?.get('30.03')).toBe(proxy.reference2)
      }
      expect(tags?.get('01')).toBe(amount === undefined ? '11' : '12')
      // No floating point: the digits without the point are the satang.
      const satang = tags?.get('54')?.replace('.', '')
      expect(satang === undefined ? undefined : Number(satang)).toBe(amount)
      expect(tags?.get('53')).toBe('764')
      expect(tags?.get('58')).toBe('TH')
    }),
  )
})

test('a changed character fails the checksum', () => {
  fc.assert(
    fc.property(
      proxies,
      amounts,
      fc.nat(),
      fc.string({ minLength: 1, maxLength: 1 }),
      (proxy, amount, position, other) => {
        const payload = promptPayPayload(proxy, amount)
        const index = position % payload.length
        fc.pre(payload[index] !== other)
        expect(paymentTags(payload.slice(0, index) + other + payload.slice(index + 1))).toBeUndefined()
      },
    ),
  )
})

test('two programs’ codes are compared by their tags: the order is free', () => {
  const ours = '00020101021229370016A0000006770101110113006681234567853037645802TH5406123.4563043AC7'
  const theirs = '00020101021229370016A0000006770101110113006681234567853037645406123.455802TH6304B5E2'
  expect(promptPayPayload(mobile, cents(12345))).toBe(ours)
  expect(haveSameTags(ours, theirs)).toBe(true)
  expect(haveSameTags(ours, promptPayPayload(mobile, cents(12346)))).toBe(false)
  expect(haveSameTags(ours, promptPayPayload(mobile))).toBe(false)
  expect(haveSameTags(ours, 'not a payload')).toBe(false)
  expect(haveSameTags('not a payload', 'not a payload')).toBe(false)
})

test('a text with the right checksum that isn’t a payment code isn’t read', () => {
  for (const wrong of [
    '',
    '6304',
    closeWithCrc('', '63'),
    closeWithCrc('000202', '63'),
    closeWithCrc('0102110002015303764', '63'),
    closeWithCrc('00020129040004', '63'),
    closeWithCrc('0002AB00-4zzzz', '63'),
  ])
    expect(paymentTags(wrong)).toBeUndefined()
})

describe('what an owner types', () => {
  const proxyOf = (kind: ProxyInput['kind'], number: string) => {
    const checked = checkProxy({ kind, number, reference1: 'SHOP' })
    return 'proxy' in checked ? checked.proxy.number : checked.errors.number
  }

  test.each([
    '0812345678',
    ' 081-234-5678 ',
    '081 234 5678',
    '(081) 234.5678',
    '+66 81 234 5678',
    '+66 (0)81 234 5678',
    '66812345678',
    '0066812345678',
    '๐๘๑-๒๓๔-๕๖๗๘',
    '０８１２３４５６７８',
    '081\u2011234\u20135678',
    '\u202a081\u00a0234\u200b5678\u202c',
  ])('is a mobile number: %j', (input) => {
    expect(proxyOf('mobile', input)).toBe('0812345678')
  })

  test.each([
    ['', 'missing'],
    [' - ', 'missing'],
    ['081234567', 'wrong_length'],
    ['08123456789', 'wrong_length'],
    ['021234567', 'wrong_length'],
    ['0212345678', 'not_mobile'],
    ['8123456789', 'not_mobile'],
    ['081234567a', 'not_digits'],
    ['mali@example.com', 'not_digits'],
    ['+1 212 555 0100', 'not_mobile'],
  ])('isn’t a mobile number: %j, %s', (input, error) => {
    expect(proxyOf('mobile', input)).toBe(error)
  })

  test.each([
    ['1234567890121', '1234567890121'],
    ['1-2345-67890-12-1', '1234567890121'],
    ['๑ ๒๓๔๕ ๖๗๘๙๐ ๑๒ ๑', '1234567890121'],
    ['0105558123451', '0105558123451'],
    ['1234567890123', 'check_digit'],
    ['2134567890121', 'check_digit'],
    ['123456789012', 'wrong_length'],
    ['', 'missing'],
  ])('as a tax ID: %j is %s', (input, expected) => {
    expect(proxyOf('taxId', input)).toBe(expected)
  })

  test('as an e-wallet or a biller ID has 15 digits', () => {
    expect(proxyOf('eWallet', '14000-0812345678')).toBe('140000812345678')
    expect(proxyOf('eWallet', '1400008123456')).toBe('wrong_length')
    expect(proxyOf('biller', '0105558123456 01')).toBe('010555812345601')
    expect(proxyOf('biller', '0105558123456')).toBe('wrong_length')
  })

  test('as references: upper-case letters and digits, up to 20; the second one is optional', () => {
    const check = (reference1?: string, reference2?: string) =>
      checkProxy({ kind: 'biller', number: '010555812345601', reference1, reference2 })
    expect(check(' shop01 ', '')).toEqual({
      proxy: { kind: 'biller', number: '010555812345601', reference1: 'SHOP01' },
    })
    expect(check('SHOP', '๒๕๖๙')).toEqual({
      proxy: { kind: 'biller', number: '010555812345601', reference1: 'SHOP', reference2: '2569' },
    })
    expect(check()).toEqual({ errors: { reference1: 'missing' } })
    expect(check('ร้าน', 'X'.repeat(21))).toEqual({
      errors: { reference1: 'not_a_reference', reference2: 'wrong_length' },
    })
    expect(checkProxy({ kind: 'biller', number: '1' })).toEqual({
      errors: { number: 'wrong_length', reference1: 'missing' },
    })
  })

  test('never throws, and a proxy without errors makes a payload', () => {
    const kinds = fc.constantFrom('mobile', 'taxId', 'eWallet', 'biller')
    fc.assert(
      fc.property(
        kinds,
        fc.oneof(fc.string({ unit: 'grapheme' }), digits(15)),
        fc.string(),
        (kind, number, reference1) => {
          const checked = checkProxy({ kind, number, reference1 })
          if ('proxy' in checked)
            expect(paymentTags(promptPayPayload(checked.proxy, cents(100)))?.get('54')).toBe('1.00')
        },
      ),
    )
  })
})
