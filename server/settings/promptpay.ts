import type { PromptPaySettings } from '../../contract/entities/payment.ts'
import type { FieldErrorCode } from '../../contract/messages/field-errors.ts'
import { canTakePromptPay } from '../../contract/payments/payment-methods.ts'
import { checkProxy, type PromptPayProxy, type ProxyErrorCode } from '../../contract/payments/promptpay.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { plainText } from '../common/plain-text.ts'
import { refuse, refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { findSetting, findSettingLocked, storeSetting } from './queries.ts'

/** The shop's PromptPay account and settings. */
export type PromptPay = {
  proxy: PromptPayProxy
  /** The name that the bank's app shows, for the shopper to compare. */
  receiver: string
  enabled: boolean
  /** Days after which a decided slip's picture is deleted. */
  slipDays: number
}

const topic = 'promptpay'

/** Days for which pictures of slips are kept unless the owner has set another number. */
const usualSlipDays = 90

type Currency = { currency: Pick<ShopConfig['currency'], 'code'> }

/** Returns the setting, also while PromptPay is switched off. */
export const findPromptPay = (db: Db) => findSetting(db, topic)

/** Returns how orders are paid by PromptPay now; undefined if the shop doesn't offer it. It is in baht only. */
export async function offeredPromptPay(db: Db, shop: Currency): Promise<PromptPay | undefined> {
  return canTakePromptPay(shop) ? ifEnabled((await findPromptPay(db))?.value) : undefined
}

/**
 * Returns the setting, locked against changes until the transaction ends: a change replaces the codes of the orders
 * that it finds, so an order that gets a code meanwhile would keep that of the old account. To be called before orders
 * are locked, as a change does.
 */
export const lockPromptPay = (tx: Tx) => findSettingLocked(tx, topic)

/** Returns the same for an order that is being placed; undefined if the shop doesn't offer PromptPay. */
export async function lockOfferedPromptPay(tx: Tx, shop: Currency): Promise<PromptPay | undefined> {
  return canTakePromptPay(shop) ? ifEnabled(await lockPromptPay(tx)) : undefined
}

const ifEnabled = (value: PromptPay | undefined) => (value?.enabled ? value : undefined)

/** Returns the days after which a decided slip's picture is deleted. */
export async function slipDaysOf(db: Db): Promise<number> {
  return (await findPromptPay(db))?.value.slipDays ?? usualSlipDays
}

const proxyErrors: Record<ProxyErrorCode, FieldErrorCode> = {
  missing: 'required',
  not_digits: 'proxy_digits',
  wrong_length: 'proxy_length',
  not_mobile: 'proxy_mobile',
  check_digit: 'proxy_check_digit',
  not_a_reference: 'proxy_reference',
}

/**
 * Runs `savePromptPay`, and then `replaceOpenCodes` with the saved setting, in one transaction. Returns what
 * `replaceOpenCodes` returns.
 */
export function changePromptPay<T>(
  db: Db,
  shop: Currency,
  typed: PromptPaySettings,
  { replaceOpenCodes, ...saved }: SavedPromptPay & { replaceOpenCodes: (tx: Tx, promptPay: PromptPay) => Promise<T> },
): Promise<T> {
  return inTransaction(db, async (tx) => replaceOpenCodes(tx, await savePromptPay(tx, shop, typed, saved)))
}

type SavedPromptPay = { seen: number; by: string | undefined }

/**
 * Saves the setting, and returns it.
 *
 * Throws `promptpay_not_baht`, `invalid_form` for a proxy that can't be one, and `setting_changed` if its version isn't
 * `seen` (0: never saved).
 */
export async function savePromptPay(
  db: Db,
  shop: Currency,
  typed: PromptPaySettings,
  { seen, by }: SavedPromptPay,
): Promise<PromptPay> {
  refuseUnless(canTakePromptPay(shop), 'promptpay_not_baht')
  const { proxy, receiver, enabled, slipDays } = typed
  const checked = checkProxy(proxy)
  if ('errors' in checked) {
    const errors = Object.entries(checked.errors) as [string, ProxyErrorCode][]
    refuse('invalid_form', {
      fields: Object.fromEntries(errors.map(([field, error]) => [`proxy.${field}`, proxyErrors[error]])),
    })
  }
  const value: PromptPay = { proxy: checked.proxy, receiver: plainText(receiver), enabled, slipDays }
  refuseUnless(await storeSetting(db, { topic, value, seen, by }), 'setting_changed')
  return value
}
