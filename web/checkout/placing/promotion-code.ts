import { normalCode } from '../../../contract/pricing/promotion-code.ts'
import { browserStorage, tabStorage } from '../../client/browser-storage.ts'
import { makeStore } from '../../store.ts'

/*
 * The promotion code that the shopper has entered for the cart. Stored in this browser until it is removed, or the
 * cart is ordered or empty. Text that is only typed is stored in this tab: it survives reloads, such as a change of
 * language.
 */

const key = 'talad.code'
const textKey = 'talad.code-text'
const code = makeStore<string | undefined>(undefined)
const typed = makeStore('')

export const usePromotionCode = code.use
export const useCodeText = typed.use

/** Keeps the text of the code's field. */
export function setCodeText(text: string): void {
  tabStorage.write(textKey, text || null)
  typed.set(text)
}

/** Returns the code in a text as it is entered for the cart; undefined if there is none. */
const codeIn = (text: string): string | undefined => normalCode(text) || undefined

/** Returns the code that stands in the field and wasn't entered yet; undefined if there is none. */
export function codeNotEntered(text: string, entered: string | undefined): string | undefined {
  const found = codeIn(text)
  return found === entered ? undefined : found
}

/** Keeps a code for the cart, also as the field's text; or removes both. The shop tells whether it is a code. */
export function setPromotionCode(text: string | undefined): void {
  const next = text === undefined ? undefined : codeIn(text)
  setCodeText(next ?? '')
  if (next === code.get()) return
  browserStorage.write(key, next ?? null)
  code.set(next)
}

/** Returns whether a refusal is of the promotion's code: without it the cart can be ordered. */
export const isAboutCode = (code: string | undefined): boolean => code?.startsWith('coupon_') === true

if (typeof window !== 'undefined') {
  code.set(browserStorage.read(key) ?? undefined)
  typed.set(tabStorage.read(textKey) ?? '')
}
