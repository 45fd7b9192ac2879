import type { Texts } from '../../contract/values/fill-text.ts'
import type { Language } from '../../contract/values/languages.ts'

type BilingualName = { name: string; nameTh?: string | null }

/** Returns a name in a language; the English one if there is no Thai one. */
export function nameIn(language: Language, { name, nameTh }: BilingualName): string {
  return language === 'th' ? (nameTh ?? name) : name
}

/** Returns a name in each language, as `nameIn` does. */
export function namesOf(named: BilingualName): Texts {
  return { en: nameIn('en', named), th: nameIn('th', named) }
}
