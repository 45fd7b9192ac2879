import { useState } from 'react'
import type { Product } from '../../../contract/entities/product.ts'
import { useRead } from '../../client/use-read.ts'
import { localName } from '../../messages/local-name.ts'
import { m } from '../../messages/messages.ts'
import { ProductSize } from '../../product/product-size.tsx'
import { Plus } from '../../ui/icons.tsx'
import { Picture } from '../../ui/picture.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { sellerApi } from '../client/seller-api.ts'
import type { UnchosenSearch } from '../form/use-unchosen.ts'
import { SearchField } from '../ui/search-field.tsx'

/** Products that a search offers at once. */
const suggestionLimit = '6'

type ProductPickerProps = {
  label: string
  /** Ids of products that aren't offered, because they were picked. */
  without: readonly string[]
  onPick: (product: Product) => void
  /** Its search as a field of the form around it. */
  search?: UnchosenSearch
}

/** Finds products by their names, and picks them one by one. */
export function ProductPicker({ label, without, onPick, search }: ProductPickerProps) {
  const [query, setQuery] = useState('')
  const { data } = useRead(query === '' ? undefined : query, (signal) =>
    sellerApi.product.seller({ q: query, limit: suggestionLimit }, { signal }),
  )
  const found = query === '' ? [] : (data?.products ?? []).filter(({ _id }) => !without.includes(_id))
  return (
    <div className="grid grid-cols-1 gap-2">
      <SearchField label={label} query={query} onSearch={setQuery} {...search?.field} />
      {found.length > 0 && (
        <ul className="grid gap-1">
          {found.map((product) => (
            <li key={product._id}>
              <button
                type="button"
                onClick={() => {
                  search?.onChosen()
                  onPick(product)
                }}
                className="flex min-h-11 w-full items-center gap-3 rounded-tile px-2 text-start hover:bg-sunken"
              >
                <Picture
                  image={product.image[0]}
                  sizes="32px"
                  className="size-8 shrink-0 overflow-hidden rounded-[0.5rem]"
                />
                <span className="wrap-anywhere min-w-0 grow py-1 leading-snug">
                  {localName(product)}
                  <ProductSize size={product.Weight} />
                </span>
                <span className="figures text-muted">{formatAmount(product.offerPrice)}</span>
                <Plus className="size-5 shrink-0 text-leaf" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {data?.products.length === 0 && <p className="text-muted">{m.promotions_nothing_found()}</p>}
    </div>
  )
}
