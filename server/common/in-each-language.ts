import type { Texts } from '../../contract/values/fill-text.ts'
import type { Language } from '../../contract/values/languages.ts'

/** Returns what a function writes in each of the shop's languages. */
export function inEachLanguage(write: (language: Language) => string): Texts {
  return { en: write('en'), th: write('th') }
}
