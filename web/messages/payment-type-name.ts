import type { PaymentType } from '../../contract/payments/payment-methods.ts'
import { m } from './messages.ts'

const names: Readonly<Record<PaymentType, () => string>> = {
  COD: m.checkout_pay_cod,
  PromptPay: m.checkout_pay_promptpay,
  Online: m.checkout_pay_online,
}

/** Returns the name of a way to pay, for shoppers and sellers. */
export const paymentTypeName = (payment: PaymentType): string => names[payment]()
