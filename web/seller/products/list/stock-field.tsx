import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { m } from '../../../messages/messages.ts'
import { readStock } from '../draft/read-stock.ts'
import { InPlaceField } from './in-place-field.tsx'
import { stockChange } from './stock-change.ts'

type StockFieldProps = {
  product: SellerProduct
  name: string
  /** Called with the saved product. */
  onChange: (product: SellerProduct) => void
}

/** The stock of a product, edited in the list; empty if it isn't counted. */
export function StockField({ product, name, onChange }: StockFieldProps) {
  return (
    <InPlaceField
      product={product}
      name={name}
      change={stockChange}
      cell="pieces"
      label={m.sellerProducts_pieces_of({ name })}
      inputMode="numeric"
      placeholder="–"
      title={m.sellerProducts_stock_hint()}
      read={readStock}
      format={(stock) => (stock === null ? m.sellerProducts_not_counted() : String(stock))}
      onChange={onChange}
    />
  )
}
