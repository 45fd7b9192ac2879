import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { m } from '../../../messages/messages.ts'
import { readCount } from '../draft/read-count.ts'
import { countChange } from './count-change.ts'
import { InPlaceField } from './in-place-field.tsx'

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
