import type { SellerProduct } from '../../../contract/entities.ts'
import { limits } from '../../../contract/limits.ts'
import { fieldFaultWords, notices } from '../../../contract/refusals.ts'
import { api } from '../../client/api.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { sendChange } from '../area/send-change.ts'
import { withSessionEnd } from '../area/session-end.ts'
import { InPlaceField } from './in-place-field.tsx'
import { findProduct } from './price-field.tsx'
import { asciiDigits } from './typed-price.ts'

type CountFieldProps = {
  product: SellerProduct
  name: string
  /** The product as the shop has it now. */
  onChange: (product: SellerProduct) => void
}

/** How many pieces there are, changed in place; empty for a product whose pieces aren't counted. */
export function CountField({ product, name, onChange }: CountFieldProps) {
  return (
    <InPlaceField<number | null>
      product={product}
      cell="pieces"
      label={m.seller_pieces_of({ name })}
      inputMode="numeric"
      placeholder="–"
      title={m.seller_stock_hint()}
      textOf={({ stock }) => (stock === null ? '' : String(stock))}
      read={readCount}
      save={async (stock, seen) => {
        const reply = withSessionEnd(
          await sendChange(
            () => api.product.count({ id: product._id, stock, seen: seen.stock }),
            async () => {
              const now = await findProduct(product._id)
              if (now?.stock !== stock) return undefined
              return { success: true as const, message: notices.stock_saved[getLocale()], product: now }
            },
          ),
        )
        return reply.success ? reply : { ...reply, changed: reply.code === 'stock_changed' }
      }}
      reread={() => findProduct(product._id)}
      onChange={onChange}
    />
  )
}

function readCount(typed: string): { value: number | null } | { fault: string } {
  const text = asciiDigits(typed).trim()
  if (text === '') return { value: null }
  const count = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
  return count <= limits.stock ? { value: count } : { fault: fieldFaultWords('number', getLocale()) }
}
