import { getLocale } from './messages.ts'

/** The English name of something that shoppers read, and its Thai one if it has one. */
type Names = { name: string; nameTh?: string | null }

/** Returns the name in the language of the page, and its language if it is another one. */
export function nameWithLanguage({ name, nameTh }: Names): { name: string; lang: 'en' | undefined } {
  if (getLocale() !== 'th') return { name, lang: undefined }
  return nameTh ? { name: nameTh, lang: undefined } : { name, lang: 'en' }
}

/** Returns the name in the language of the page; the English one if there is no Thai one. */
export const localName = (names: Names): string => nameWithLanguage(names).name
