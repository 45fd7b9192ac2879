import type { Language } from '../../contract/values/languages.ts'

/** Returns a name in a language; the English one if there is no Thai one. */
export function nameIn(language: Language, { name, nameTh }: { name: string; nameTh?: string | null }): string {
  return language === 'th' ? (nameTh ?? name) : name
}
