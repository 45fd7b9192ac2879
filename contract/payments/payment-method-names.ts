import type { Texts } from '../values/fill-text.ts'
import type { PaymentMethod } from './payment-methods.ts'

/** The names of the methods by which money is received and paid out. */
export const paymentMethodNames: Readonly<Record<PaymentMethod, Texts>> = {
  cash: { en: 'Cash', th: 'เงินสด' },
  card: { en: 'Card', th: 'บัตร' },
  promptpay: { en: 'PromptPay', th: 'พร้อมเพย์' },
  transfer: { en: 'Bank transfer', th: 'โอนเงิน' },
}
