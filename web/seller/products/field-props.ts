import type { Typed } from './typed-product.ts'

/** What a product's field gets from its form. */
export type FieldProps = (name: keyof Typed) => {
  name: string
  defaultValue: string
  error: string | undefined
  readOnly: boolean
  onInput: () => void
}
