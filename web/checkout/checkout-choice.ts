import { useSyncExternalStore } from 'react'
import type { PaymentType } from '../../contract/entities.ts'
import { onSessionChecked } from '../session/session.ts'

/*
 * What the shopper chose for the order being prepared. It outlives the way to the address form or to the code and
 * back, and ends with the page or the session: it stays in memory only.
 */

export type CheckoutChoice = { addressId: string | undefined; payment: PaymentType }

const usual: CheckoutChoice = { addressId: undefined, payment: 'COD' }
let choice = usual
let chooser: string | undefined
const subscribers = new Set<() => void>()

export function useCheckoutChoice(): CheckoutChoice {
  return useSyncExternalStore(
    subscribe,
    () => choice,
    () => usual,
  )
}

export function chooseAddress(addressId: string): void {
  publish({ ...choice, addressId })
}

export function choosePayment(payment: PaymentType): void {
  publish({ ...choice, payment })
}

function publish(next: CheckoutChoice): void {
  choice = next
  for (const subscriber of subscribers) subscriber()
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber)
  return () => subscribers.delete(subscriber)
}

onSessionChecked(({ user }) => {
  if (chooser !== undefined && chooser !== user?._id) publish(usual)
  chooser = user?._id
})
