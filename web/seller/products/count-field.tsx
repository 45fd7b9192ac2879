import type { SellerProduct } from '../../../contract/entities.ts'
import { limits } from '../../../contract/limits.ts'
import { fieldErrorMessage } from '../../../contract/refusals.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { countChange } from './count-change.ts'
import { InPlaceField } from './in-place-field.tsx'
import { asciiDigits } from './typed-price.ts'

type CountFieldProps = {
  product: SellerProduct
  name: string
  /** Called with the saved product. */
  onChange: (product: SellerProduct) => void
}

/** The stock of a product, edited in the list; empty if it isn't counted. */
export function CountField({ product, name, onChange }: CountFieldProps) {
  return (
    <InPlaceField
      product={product}
      name={name}
      change={countChange}
      cell="pieces"
      label={m.seller_pieces_of({ name })}
      inputMode="numeric"
      placeholder="–"
      title={m.seller_stock_hint()}
      read={readCount}
      format={(stock) => (stock === null ? m.seller_not_counted() : String(stock))}
      onChange={onChange}
    />
  )
}

function readCount(typed: string): { value: number | null } | { error: string } {
  const text = asciiDigits(typed).trim()
  if (text === '') return { value: null }
  const count = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
  return count <= limits.stock ? { value: count } : { error: fieldErrorMessage('number', getLocale()) }
}
