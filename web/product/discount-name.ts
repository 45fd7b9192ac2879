import { productName } from './product-name.ts'

type NamedDiscount = { name: string; nameTh?: string | null; code?: string | null }

/** Returns the name of a promotion in the language of the page, with its code. */
export function discountName({ name, nameTh = null, code }: NamedDiscount): string {
  const shown = productName({ name, nameTh })
  return code ? `${shown} (${code})` : shown
}
