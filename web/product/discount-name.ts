import { localName } from '../messages/local-name.ts'

type NamedDiscount = { name: string; nameTh?: string | null; code?: string | null }

/** Returns the name of a promotion in the language of the page, with its code. */
export function discountName({ code, ...names }: NamedDiscount): string {
  const shown = localName(names)
  return code ? `${shown} (${code})` : shown
}
