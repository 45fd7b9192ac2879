import { nameWithSize } from '../../contract/catalog/name-with-size.ts'
import type { Texts } from '../../contract/values/fill-text.ts'
import type { Language } from '../../contract/values/languages.ts'

type BilingualName = { name: string; nameTh?: string | null }

/** Returns a name in a language; the English one if there is no Thai one. */
export function nameIn(language: Language, { name, nameTh }: BilingualName): string {
  return language === 'th' ? (nameTh ?? name) : name
}

/** Returns a product's name in a language, with the size that its seller wrote. */
export function productNameIn(language: Language, named: BilingualName, size: string | null | undefined): string {
  return nameWithSize(nameIn(language, named), size, language)
}

/** Returns a product's name in each language, as `productNameIn` does. */
export function productNamesOf(named: BilingualName, size: string | null | undefined): Texts {
  return { en: productNameIn('en', named, size), th: productNameIn('th', named, size) }
}

/** Returns a name in each language, as `nameIn` does. */
export function namesOf(named: BilingualName): Texts {
  return { en: nameIn('en', named), th: nameIn('th', named) }
}
