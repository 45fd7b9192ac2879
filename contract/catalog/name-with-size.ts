import type { Language } from '../values/languages.ts'
import { thaiWeight } from './thai-weight.ts'

/**
 * Returns a product's name with the size that its seller wrote, as text in a language: "Jasmine rice (5 kg)". Products
 * may have one name and differ in their size. The name alone without a size.
 */
export function nameWithSize(name: string, size: string | null | undefined, language: Language): string {
  if (!size) return name
  return `${name} (${(language === 'th' && thaiWeight(size)) || size})`
}
