import type { Language } from './languages.ts'

/** A text in each of the shop's languages. */
export type Texts = Readonly<Record<Language, string>>

/** Returns a text with its `{name}` placeholders filled; one without a value stays. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  )
}
