import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { m } from '../../../messages/messages.ts'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ProductRow, rowGrid } from './product-row.tsx'

type ProductTableProps = {
  products: readonly SellerProduct[]
  /** The list's search, to return to. */
  list: string
  /** Whether another page is loading. */
  busy: boolean
  isOn: (product: SellerProduct) => boolean
  onSwitch: (product: SellerProduct, on: boolean) => void
  onChange: (product: SellerProduct) => void
  onArchive: (product: SellerProduct, archived: boolean) => void
}

/** The products of a page. */
export function ProductTable({ products, list, busy, isOn, onSwitch, onChange, onArchive }: ProductTableProps) {
  return (
    <Card
      aria-busy={busy || undefined}
      className={`overflow-hidden transition-opacity ${busy ? 'opacity-60 delay-300' : ''}`}
    >
      <table className="w-full table-fixed text-start max-[21rem]:block">
        <caption className="sr-only">{m.sellerProducts_list_title()}</caption>
        <thead className="max-[21rem]:sr-only border-line border-b bg-sunken text-muted text-sm max-sm:text-xs max-sm:leading-tight">
          <tr>
            <th scope="col" className="px-3 py-2.5 text-start font-medium lg:px-5">
              {m.sellerProducts_column_product()}
            </th>
            <th scope="col" className="w-[20%] px-3 py-2.5 text-start font-medium max-lg:hidden">
              {m.sellerProducts_column_category()}
            </th>
            <th scope="col" className="w-30 py-2 font-medium sm:w-51 xl:w-82">
              <span className={`${rowGrid} text-center`}>
                <span>{m.sellerProducts_column_price()}</span>
                <span className="max-xl:hidden">{m.sellerProducts_column_regular()}</span>
                <span>{m.sellerProducts_column_pieces()}</span>
              </span>
            </th>
            <th scope="col" className="w-16 px-1 py-2 font-medium">
              {m.sellerProducts_column_stock()}
            </th>
            <th scope="col" className="w-24 py-2 max-sm:hidden lg:w-28">
              <span className="sr-only">{m.sellerProducts_column_actions()}</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-[21rem]:block">
          {products.map((product) => (
            <ProductRow
              key={product._id}
              product={product}
              list={list}
              on={isOn(product)}
              onSwitch={(on) => onSwitch(product, on)}
              onChange={onChange}
              onArchive={(archived) => onArchive(product, archived)}
            />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** Shown until the first page is loaded. */
export function TableSkeleton() {
  return (
    <Card className="overflow-hidden">
      <p role="status" className="sr-only">
        {m.sellerProducts_loading()}
      </p>
      <div className="h-11 border-line border-b bg-sunken" />
      {[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
        <div
          key={row}
          className="flex h-26 items-center gap-4 border-line px-3 not-last:border-b sm:h-15 sm:px-5 lg:h-17"
        >
          <Skeleton className="size-11 sm:size-14" />
          <Skeleton className="h-5 grow" />
          <Skeleton className="h-7 w-12 rounded-full" />
        </div>
      ))}
    </Card>
  )
}
