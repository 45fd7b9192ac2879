import type { ProductDraft } from '../draft/product-draft.ts'

/** The props of a product's field. */
export type FieldProps = (name: keyof ProductDraft) => {
  name: string
  label: string
  defaultValue: string
  error: string | undefined
  readOnly: boolean
  onInput: () => void
}
