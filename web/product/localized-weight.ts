import { thaiWeight } from '../../contract/catalog/thai-weight.ts'
import type { Language } from '../../contract/values/languages.ts'
import { getLocale } from '../messages/messages.ts'

export type LocalizedWeight = {
  Weight: string
  /** The language of the words if it isn't the page's. */
  weightLang?: Language
}

/** Returns whether the seller's text is a weight, not a number of pieces or a volume. */
export function isWeight(written: string): boolean {
  return /\d ?(?:g|kg|กรัม|กก\.?|กิโลกรัม|กิโล)$/i.test(written.trim())
}

/**
 * Returns a product's weight, which sellers write as free text, in the language of the page: a number with a known unit
 * is translated to Thai, other text is marked with its language.
 */
export function localizedWeight(written: string): LocalizedWeight {
  const isThai = /[\u0e00-\u0e7f]/.test(written)
  if (getLocale() === 'en') return { Weight: written, ...(isThai && { weightLang: 'th' }) }
  const thai = thaiWeight(written)
  if (thai !== undefined) return { Weight: thai }
  return { Weight: written, ...(!isThai && { weightLang: 'en' }) }
}
