import type { PaymentType } from '../../../contract/entities/payment.ts'
import { m } from '../../messages/messages.ts'

const labels: Record<PaymentType, () => string> = {
  COD: m.checkout_pay_cod,
  Online: m.checkout_pay_online,
  PromptPay: m.checkout_pay_promptpay,
}

/** Returns the name of a way to pay. */
export const paymentTypeLabel = (payment: PaymentType) => labels[payment]()
