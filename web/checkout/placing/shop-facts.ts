import { useEffect } from 'react'
import { canTakePromptPay, type PaymentType, paymentTypes } from '../../../contract/payments/payment-methods.ts'
import { api } from '../../client/api.ts'
import { shop } from '../../shop.ts'
import { makeStore } from '../../store.ts'

export type OfferedPayments = {
  payments: readonly PaymentType[]
  /** Whether PromptPay may be offered: only the shop's reply tells. */
  promptPayUnknown: boolean
}

const offered = makeStore<OfferedPayments | undefined>(undefined)
let requested = false

/** Returns how the shop can be paid; until the shop has answered, in cash and online. */
export function useOfferedPayments(): OfferedPayments {
  useEffect(() => {
    if (requested) return
    requested = true
    api.shop.facts().then(
      (reply) => {
        requested = reply.success
        if (!reply.success) return
        const isOffered: Record<PaymentType, boolean> = {
          COD: true,
          PromptPay: reply.promptPay,
          Online: reply.onlinePayment,
        }
        const payments = paymentTypes.filter((payment) => isOffered[payment])
        offered.set({ payments, promptPayUnknown: false })
      },
      () => {
        requested = false
      },
    )
  }, [])
  return offered.use() ?? { payments: ['COD', 'Online'], promptPayUnknown: canTakePromptPay(shop) }
}
