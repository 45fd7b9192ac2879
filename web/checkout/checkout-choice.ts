import type { PaymentType } from '../../contract/entities.ts'
import { makeStore } from '../make-store.ts'
import { onSessionChecked } from '../session/session.ts'

/*
 * What the shopper chose for the order being prepared. It outlives the way to the address form or to the code and
 * back, and ends with the page or the session: it stays in memory only.
 */

export type CheckoutChoice = { addressId: string | undefined; payment: PaymentType }

const usual: CheckoutChoice = { addressId: undefined, payment: 'COD' }
const choice = makeStore(usual)
let chooser: string | undefined

export const useCheckoutChoice = choice.use

export function chooseAddress(addressId: string): void {
  choice.set({ ...choice.get(), addressId })
}

export function choosePayment(payment: PaymentType): void {
  choice.set({ ...choice.get(), payment })
}

onSessionChecked(({ user }) => {
  if (chooser !== undefined && chooser !== user?._id) choice.set(usual)
  chooser = user?._id
})
