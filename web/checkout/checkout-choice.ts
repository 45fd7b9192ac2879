import type { PaymentType } from '../../contract/entities.ts'
import { makeStore } from '../make-store.ts'
import { onSessionChecked } from '../session/session.ts'

/*
 * What the shopper chose for the order being prepared. It outlives the way to the address form or to the code and
 * back, and a page that is loaded anew, as for the other language; it ends with the tab or the session.
 */

export type CheckoutChoice = { addressId: string | undefined; payment: PaymentType }

const key = 'talad.checkout'
const usual: CheckoutChoice = { addressId: undefined, payment: 'COD' }
const choice = makeStore(usual)
let chooser: string | undefined

export const useCheckoutChoice = choice.use

export function chooseAddress(addressId: string): void {
  choose({ ...choice.get(), addressId })
}

export function choosePayment(payment: PaymentType): void {
  choose({ ...choice.get(), payment })
}

function choose(next: CheckoutChoice): void {
  choice.set(next)
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...next, chooser }))
  } catch {
    // Storage is full or forbidden: the choice then lasts as long as the page.
  }
}

/** Takes up what this tab chose before its page was loaded anew. Whose choice it was, the check tells. */
function takeUp(): void {
  try {
    const kept: Record<string, unknown> = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    choice.set({
      addressId: typeof kept.addressId === 'string' ? kept.addressId : undefined,
      payment: kept.payment === 'Online' ? 'Online' : 'COD',
    })
    if (typeof kept.chooser === 'string') chooser = kept.chooser
  } catch {
    // Nothing was kept, or nothing that can be read.
  }
}

onSessionChecked(({ status, user }) => {
  if (status === 'unanswered' || chooser === user?._id) return
  const wasAnother = chooser !== undefined
  chooser = user?._id
  choose(wasAnother ? usual : choice.get())
})

if (typeof window !== 'undefined') takeUp()
