import { type PaymentType, paymentTypes } from '../../contract/payments/payment-methods.ts'
import { browserStorage, type SafeStorage, tabStorage } from '../client/browser-storage.ts'
import { onSessionChecked } from '../client/session.ts'
import { makeStore } from '../store.ts'

/*
 * The shopper's address, delivery window and payment type for the next order. They survive navigation and reloads (such
 * as a change of language), and end with the tab or the session. The last payment type is stored in this browser per
 * account.
 */

export type CheckoutChoice = {
  addressId: string | undefined
  payment: PaymentType
  /** The id of the delivery window. */
  window: string | undefined
  /** The id of the account that chose; undefined before a session check. */
  chooser: string | undefined
}

const key = 'talad.checkout'
const paymentKey = 'talad.payment'
const defaultChoice: CheckoutChoice = { addressId: undefined, payment: 'COD', window: undefined, chooser: undefined }
const choice = makeStore(defaultChoice)

export const useCheckoutChoice = choice.use

/** Chooses the address of the next order. */
export function chooseAddress(addressId: string): void {
  choose({ ...choice.get(), addressId })
}

/** Resets the address after an order, to the first of the list: the default, or else the last used one. */
export function forgetAddress(): void {
  choose({ ...choice.get(), addressId: undefined })
}

/** Chooses a delivery window, or forgets the chosen one. */
export function chooseWindow(id: string | undefined): void {
  choose({ ...choice.get(), window: id })
}

/** Chooses the payment type of the next order, and stores it for the account. */
export function choosePayment(payment: PaymentType): void {
  const { chooser } = choice.get()
  choose({ ...choice.get(), payment })
  if (chooser !== undefined) browserStorage.write(paymentKey, JSON.stringify({ chooser, payment }))
}

/** Does nothing if all is chosen already: components that choose what they are shown would render without end. */
function choose(next: CheckoutChoice): void {
  const before = choice.get()
  if ((Object.keys(next) as (keyof CheckoutChoice)[]).every((each) => next[each] === before[each])) return
  choice.set(next)
  tabStorage.write(key, JSON.stringify(next))
}

/** Restores this tab's choices after a reload. The session check tells whose they were. */
function restore(): void {
  const stored = choiceIn(tabStorage, key)
  if (!stored) return
  choice.set({
    addressId: typeof stored.addressId === 'string' ? stored.addressId : undefined,
    payment: paymentIn(stored) ?? defaultChoice.payment,
    window: typeof stored.window === 'string' ? stored.window : undefined,
    chooser: typeof stored.chooser === 'string' ? stored.chooser : undefined,
  })
}

let keepsChoice = false

/**
 * Sets whether the next logout leaves the delivery window and the payment type to the account that signs in next, as
 * when a shopper registers with another address.
 */
export const keepChoiceOnLogout = (keeps: boolean) => {
  keepsChoice = keeps
}

onSessionChecked((session) => {
  const before = choice.get()
  const chooser = session.user?._id
  // A shopper who signs in again after the session expired keeps the choices.
  if (session.status === 'unanswered' || session.expired || before.chooser === chooser) return
  const last = session.user ? choiceIn(browserStorage, paymentKey) : undefined
  const usualPayment = last?.chooser === chooser ? paymentIn(last ?? {}) : undefined
  choose(choiceOf(chooser, before, { keeps: keepsChoice, usualPayment }))
  keepsChoice = false
})

/**
 * Returns the choices when another account is signed in than before, or none any more: a visitor's stay, an account's
 * only if they are to be kept (`keeps`), without its address. `usualPayment` is the account's last payment type, which
 * has precedence unless it is cash.
 */
export function choiceOf(
  chooser: string | undefined,
  before: CheckoutChoice,
  { keeps, usualPayment }: { keeps: boolean; usualPayment: PaymentType | undefined },
): CheckoutChoice {
  const ofAccount = keeps ? { ...before, addressId: undefined } : defaultChoice
  const kept = before.chooser === undefined ? before : ofAccount
  return {
    ...kept,
    payment: usualPayment === undefined || usualPayment === 'COD' ? kept.payment : usualPayment,
    chooser,
  }
}

/** Returns a stored payment type; undefined if it isn't one. */
function paymentIn({ payment }: Record<string, unknown>): PaymentType | undefined {
  return paymentTypes.find((each) => each === payment)
}

function choiceIn(storage: SafeStorage, storageKey: string): Record<string, unknown> | undefined {
  const stored = storage.readJson(storageKey)
  return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : undefined
}

if (typeof window !== 'undefined') restore()
