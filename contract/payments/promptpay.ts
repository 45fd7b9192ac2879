import { isTaxId } from '../pricing/tax-id.ts'
import { asciiDigits } from '../values/ascii-digits.ts'
import { type Cents, cents } from '../values/money.ts'
import { closeWithCrc, writeTag } from './emv-tags.ts'

/*
 * PromptPay: the text of the QR code that a Thai bank app pays. Source: EMVCo Merchant-Presented Mode with the Bank of
 * Thailand's tags 29 (transfer) and 30 (bill payment).
 */

/** The account that is paid. Only a bill payment tells the receiver a reference; a bank assigns the biller ID. */
export type PromptPayProxy =
  /** Ten digits from 0. */
  | { kind: 'mobile'; number: string }
  /** Thirteen digits of a person or a company. */
  | { kind: 'taxId'; number: string }
  /** Fifteen digits. */
  | { kind: 'eWallet'; number: string }
  /** Fifteen digits: a tax ID and a suffix. References are 1 to 20 upper-case letters and digits. */
  | { kind: 'biller'; number: string; reference1: string; reference2?: string }

export type ProxyKind = PromptPayProxy['kind']

/** A proxy as its owner typed it. */
export type ProxyInput = { kind: ProxyKind; number: string; reference1?: string; reference2?: string }

/**
 * `not_mobile`: the digits of a phone that isn't a Thai mobile. `check_digit`: a digit of the tax ID is wrong.
 * `not_a_reference`: other characters than letters and digits.
 */
export type ProxyErrorCode =
  | 'missing'
  | 'not_digits'
  | 'wrong_length'
  | 'not_mobile'
  | 'check_digit'
  | 'not_a_reference'

export type CheckedProxy =
  | { proxy: PromptPayProxy }
  | { errors: { number?: ProxyErrorCode; reference1?: ProxyErrorCode; reference2?: ProxyErrorCode } }

/** The largest sum of a payload, in satang: tag 54 has at most 13 characters. */
export const maxPaymentCents = 999_999_999_999

/** The digits of a number. A mobile's first one is 0. */
const lengths: Record<ProxyKind, number> = { mobile: 10, taxId: 13, eWallet: 15, biller: 15 }
const referenceForm = /^[0-9A-Z]{1,20}$/

/**
 * Checks an owner's input and returns the normalised proxy, or the error of each field. Spaces, dashes, brackets, Thai
 * digits and the country code +66 are accepted. Doesn't know whether the proxy is registered with a bank.
 */
export function checkProxy(input: ProxyInput): CheckedProxy {
  const number = input.kind === 'mobile' ? nationalNumber(compact(input.number)) : compact(input.number)
  const errors: { number?: ProxyErrorCode; reference1?: ProxyErrorCode; reference2?: ProxyErrorCode } = {}
  const error = numberError(input.kind, number)
  if (error) errors.number = error
  if (input.kind !== 'biller') return error ? { errors } : { proxy: { kind: input.kind, number } }

  const reference1 = compact(input.reference1 ?? '').toUpperCase()
  const reference2 = compact(input.reference2 ?? '').toUpperCase()
  const error1 = reference1 === '' ? 'missing' : referenceError(reference1)
  const error2 = reference2 === '' ? undefined : referenceError(reference2)
  if (error1) errors.reference1 = error1
  if (error2) errors.reference2 = error2
  if (error || error1 || error2) return { errors }
  return { proxy: { kind: 'biller', number, reference1, ...(reference2 && { reference2 }) } }
}

/** Removes separators between digits, and converts Thai and full-width digits. */
function compact(input: string): string {
  return asciiDigits(input.normalize('NFKC')).replace(/[\p{White_Space}\p{Cf}\p{Pd}().]/gu, '')
}

/**
 * Returns a Thai phone number without its country code: `0812345678` of `+66812345678`, `66812345678` or
 * `0066812345678`.
 */
function nationalNumber(number: string): string {
  const [, rest] = /^(?:\+66|0066|66(?=0?[0-9]{9}$))0?(.*)$/.exec(number) ?? []
  return rest === undefined ? number : `0${rest}`
}

function numberError(kind: ProxyKind, number: string): ProxyErrorCode | undefined {
  if (number === '') return 'missing'
  // Another country's code.
  if (kind === 'mobile' && /^\+[0-9]+$/.test(number)) return 'not_mobile'
  if (!/^[0-9]+$/.test(number)) return 'not_digits'
  if (number.length !== lengths[kind]) return 'wrong_length'
  if (kind === 'mobile' && !/^0[689]/.test(number)) return 'not_mobile'
  if (kind === 'taxId' && !isTaxId(number)) return 'check_digit'
  return undefined
}

function referenceError(reference: string): ProxyErrorCode | undefined {
  if (!/^[0-9A-Z]+$/.test(reference)) return 'not_a_reference'
  return referenceForm.test(reference) ? undefined : 'wrong_length'
}

/**
 * Returns the text of the QR code that pays `amount` satang to a proxy; without an amount, the payer types it. Throws a
 * RangeError for a proxy of the wrong form, an amount of zero and one above {@link maxPaymentCents}.
 */
export function promptPayPayload(proxy: PromptPayProxy, amount?: Cents): string {
  return closeWithCrc(
    [
      writeTag('00', '01'),
      writeTag('01', amount === undefined ? '11' : '12'),
      receiver(proxy),
      writeTag('53', '764'),
      writeTag('58', 'TH'),
      amount === undefined ? '' : writeTag('54', baht(amount)),
    ].join(''),
    '63',
  )
}

function receiver(proxy: PromptPayProxy): string {
  const { kind, number } = proxy
  const isWhole = /^[0-9]+$/.test(number) && number.length === lengths[kind]
  if (!isWhole || (kind === 'mobile' && !number.startsWith('0')))
    throw new RangeError(`not a PromptPay proxy: ${kind} ${number}`)
  const transfer = writeTag('00', 'A000000677010111')
  switch (kind) {
    case 'mobile':
      return writeTag('29', transfer + writeTag('01', `0066${number.slice(1)}`))
    case 'taxId':
      return writeTag('29', transfer + writeTag('02', number))
    case 'eWallet':
      return writeTag('29', transfer + writeTag('03', number))
    case 'biller': {
      const references = [proxy.reference1, ...(proxy.reference2 === undefined ? [] : [proxy.reference2])]
      for (const reference of references)
        if (!referenceForm.test(reference)) throw new RangeError(`not a reference: ${reference}`)
      const fields = references.map((reference, index) => writeTag(`0${2 + index}`, reference))
      return writeTag('30', writeTag('00', 'A000000677010112') + writeTag('01', number) + fields.join(''))
    }
  }
}

/** Returns satang as baht with two decimals, without floating point. */
function baht(amount: Cents): string {
  const whole = cents(amount)
  if (whole === 0 || whole > maxPaymentCents) throw new RangeError(`not a sum of a payment code: ${amount}`)
  const figures = String(whole).padStart(3, '0')
  return `${figures.slice(0, -2)}.${figures.slice(-2)}`
}
