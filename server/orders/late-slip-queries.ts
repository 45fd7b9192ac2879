import { sql } from 'kysely'
import { serverLimits } from '../../contract/values/limits.ts'
import { paymentIs } from '../domain/payment-conditions.ts'

const afterPayment = sql`make_interval(hours => ${serverLimits.lateSlipHours})`

/**
 * Until when a slip of a cancelled order is taken; null if none is. Of an unpaid order by PromptPay one is taken until
 * `lateSlipHours` after its time to pay ended, which the rejection of an earlier slip may have extended: a transfer of
 * the last minute may have come too late. The query has `shop_order` and its `payment`.
 */
export const slipUntil = sql<Date | null>`
  case when status = 'Cancelled' and payment_type = 'PromptPay' and not is_paid and ${paymentIs('expired')}
    and payment.expires_at + ${afterPayment} > now() then payment.expires_at + ${afterPayment} end`
