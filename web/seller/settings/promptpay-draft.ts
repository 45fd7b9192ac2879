import type { PromptPaySettings } from '../../../contract/entities/payment.ts'
import { fieldErrorMessage, requiredMessage } from '../../../contract/messages/field-errors.ts'
import {
  checkProxy,
  type PromptPayProxy,
  type ProxyErrorCode,
  type ProxyKind,
} from '../../../contract/payments/promptpay.ts'
import { slipLimits } from '../../../contract/payments/slip-limits.ts'
import { readWhole } from '../../../contract/values/read-whole.ts'
import { getLocale, m } from '../../messages/messages.ts'
import type { sellerApi } from '../client/seller-api.ts'

/** The settings as the shop has them. */
export type SavedPromptPay = Extract<Awaited<ReturnType<typeof sellerApi.settings.promptPay>>, { success: true }>

/** The account, as typed. */
export type ProxyDraft = { kind: ProxyKind; number: string; reference1: string; reference2: string }

/** The form's values, as typed. The account is one field, so that it is never partly a colleague's. */
export type PromptPayDraft = { proxy: ProxyDraft; receiver: string; enabled: boolean; slipDays: string }

export const proxyKinds: readonly ProxyKind[] = ['mobile', 'taxId', 'eWallet', 'biller']

/** Days for which pictures of slips are kept unless the owner has set another number. */
const usualSlipDays = 90

/** Returns the form's values for the saved settings. */
export function draftOfPromptPay({ promptPay: saved }: Pick<SavedPromptPay, 'promptPay'>): PromptPayDraft {
  return {
    proxy: {
      kind: saved?.proxy.kind ?? 'mobile',
      number: saved?.proxy.number ?? '',
      reference1: saved?.proxy.reference1 ?? '',
      reference2: saved?.proxy.reference2 ?? '',
    },
    receiver: saved?.receiver ?? '',
    enabled: saved?.enabled ?? false,
    slipDays: String(saved?.slipDays ?? usualSlipDays),
  }
}

/** Returns the settings to send. Days that are no whole number are refused as 0 are, at their field. */
export function promptPayToSend({ proxy, receiver, enabled, slipDays }: PromptPayDraft): PromptPaySettings {
  const { kind, number, reference1, reference2 } = proxy
  const references = kind === 'biller' ? { reference1, reference2 } : {}
  return { proxy: { kind, number, ...references }, receiver, enabled, slipDays: daysOf(slipDays) }
}

const daysOf = (typed: string) => readWhole(typed, { min: 1, max: slipLimits.slipDays }) ?? 0

/** Returns the account that complete values name; undefined while there is none. */
export function proxyOf({ proxy }: PromptPayDraft): PromptPayProxy | undefined {
  const checked = checkProxy(proxy)
  return 'proxy' in checked ? checked.proxy : undefined
}

/** Returns the error of each field, by its name in the call. */
export function errorsOfPromptPay({ proxy, receiver, slipDays }: PromptPayDraft): Record<string, string> {
  const errors: Record<string, string> = {}
  const checked = checkProxy(proxy)
  if ('errors' in checked)
    for (const [field, code] of Object.entries(checked.errors) as [
      'number' | 'reference1' | 'reference2',
      ProxyErrorCode,
    ][])
      errors[`proxy.${field}`] = proxyErrorMessage(code, field, proxy.kind)
  if (receiver.trim() === '') errors.receiver = requiredMessage(m.settings_receiver(), getLocale())
  if (daysOf(slipDays) === 0) errors.slipDays = m.settings_days_error({ max: slipLimits.slipDays })
  return errors
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
