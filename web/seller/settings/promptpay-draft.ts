import type { PromptPaySettings } from '../../../contract/entities/payment.ts'
import { fieldErrorMessage, requiredMessage } from '../../../contract/messages/field-errors.ts'
import {
  checkProxy,
  type PromptPayProxy,
  type ProxyErrorCode,
  type ProxyKind,
} from '../../../contract/payments/promptpay.ts'
import { slipLimits } from '../../../contract/payments/slip-limits.ts'
import { getLocale, m } from '../../messages/messages.ts'
import type { sellerApi } from '../client/seller-api.ts'

/** The settings as the shop has them. */
export type SavedPromptPay = Extract<Awaited<ReturnType<typeof sellerApi.settings.promptPay>>, { success: true }>

/** The form's values, as typed. */
export type Draft = {
  kind: ProxyKind
  number: string
  reference1: string
  reference2: string
  receiver: string
  enabled: boolean
  slipDays: string
}

/** Errors by field. */
export type Errors = Partial<Record<keyof Draft, string>>

export const proxyKinds: readonly ProxyKind[] = ['mobile', 'taxId', 'eWallet', 'biller']

/** Days for which pictures of slips are kept unless the owner has set another number. */
const usualSlipDays = 90

/** Returns the form's values for the saved settings; null if none were saved yet. */
export function draftOfPromptPay(saved: PromptPaySettings | null): Draft {
  return {
    kind: saved?.proxy.kind ?? 'mobile',
    number: saved?.proxy.number ?? '',
    reference1: saved?.proxy.reference1 ?? '',
    reference2: saved?.proxy.reference2 ?? '',
    receiver: saved?.receiver ?? '',
    enabled: saved?.enabled ?? false,
    slipDays: String(saved?.slipDays ?? usualSlipDays),
  }
}

/** Returns the settings to send. Call it without errors only. */
export function settingsOf({
  kind,
  number,
  reference1,
  reference2,
  receiver,
  enabled,
  slipDays,
}: Draft): PromptPaySettings {
  const references = kind === 'biller' ? { reference1, reference2 } : {}
  return { proxy: { kind, number, ...references }, receiver, enabled, slipDays: Number(slipDays) }
}

/** Returns the account that complete values name; undefined while there is none. */
export function proxyOf(draft: Draft): PromptPayProxy | undefined {
  const checked = checkProxy(draft)
  return 'proxy' in checked ? checked.proxy : undefined
}

/** Returns the error of each field. */
export function errorsOfPromptPay(draft: Draft): Errors {
  const errors: Errors = {}
  const checked = checkProxy(draft)
  if ('errors' in checked)
    for (const [field, code] of Object.entries(checked.errors) as [
      'number' | 'reference1' | 'reference2',
      ProxyErrorCode,
    ][])
      errors[field] = proxyErrorMessage(code, field, draft.kind)
  if (draft.receiver.trim() === '') errors.receiver = requiredMessage(m.settings_receiver(), getLocale())
  const days = draft.slipDays.trim()
  if (!/^[0-9]{1,5}$/.test(days) || Number(days) < 1 || Number(days) > slipLimits.slipDays)
    errors.slipDays = m.settings_days_error({ max: slipLimits.slipDays })
  return errors
}

/** Returns the errors of the shop's reply by field: it names the account's field `proxy.number`. */
export function errorsOfReply(fields: Readonly<Record<string, string>>): Errors {
  return Object.fromEntries(Object.entries(fields).map(([path, error]) => [path.replace(/^proxy\./, ''), error]))
}

const digits: Record<ProxyKind, number> = { mobile: 10, taxId: 13, eWallet: 15, biller: 15 }

const numberLabels: Record<ProxyKind, () => string> = {
  mobile: m.settings_number_mobile,
  taxId: m.settings_number_tax_id,
  eWallet: m.settings_number_e_wallet,
  biller: m.settings_number_biller,
}

/** Returns the label of the number's field. */
export const numberLabel = (kind: ProxyKind) => numberLabels[kind]()

function proxyErrorMessage(
  code: ProxyErrorCode,
  field: 'number' | 'reference1' | 'reference2',
  kind: ProxyKind,
): string {
  const label = { number: numberLabel(kind), reference1: m.settings_reference1(), reference2: m.settings_reference2() }
  if (code === 'missing') return requiredMessage(label[field], getLocale())
  if (code === 'wrong_length')
    return field === 'number' ? m.settings_wrong_length({ count: digits[kind] }) : m.settings_reference_length()
  return fieldErrorMessage(
    (
      {
        not_digits: 'proxy_digits',
        not_mobile: 'proxy_mobile',
        check_digit: 'proxy_check_digit',
        not_a_reference: 'proxy_reference',
      } as const
    )[code],
    getLocale(),
  )
}
