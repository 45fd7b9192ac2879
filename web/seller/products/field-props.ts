import type { Typed } from './typed-product.ts'

/** The props of a product's field. */
export type FieldProps = (name: keyof Typed) => {
  name: string
  defaultValue: string
  error: string | undefined
  readOnly: boolean
  onInput: () => void
}
