import { Link, useLocation } from 'react-router'
import { m } from '../messages/messages.ts'
import { useHydrated } from '../page/hydrated.ts'
import type { CardProduct } from '../product/card-product.ts'
import { shownMessage } from '../product/count-message.ts'
import { buttonClasses } from '../ui/button.tsx'
import { type ListQuery, listUrl } from './list-query.ts'
import { ProductGrid } from './product-grid.tsx'

type ProductListProps = {
  path: string
  list: { query: ListQuery; products: CardProduct[]; total: number; nextCursor: string | null }
  label: string
}

/**
 * The cards of a list, and a link to more. Each page has its own URL; after "Show more" the earlier cards stay, which
 * are stored in the history entry, so that Back shows all of them again.
 */
export function ProductList({ path, list, label }: ProductListProps) {
  const { query, products, total, nextCursor } = list
  const { state } = useLocation()
  const hydrated = useHydrated()
  const before = hydrated && query.cursor ? earlierOf(state) : []
  const known = new Set(products.map(({ _id }) => _id))
  const shown = [...before.filter(({ _id }) => !known.has(_id)), ...products]
  return (
    <div>
      <ProductGrid products={shown} label={label} />
      <div className="mt-8 grid justify-items-center gap-3">
        {(nextCursor || query.cursor) && before.length > 0 === !!query.cursor && (
          <p role="status" className="figures text-muted">
            {shownMessage(shown.length, total, query.q)}
          </p>
        )}
        {nextCursor && (
          <Link
            to={listUrl(path, { ...query, cursor: nextCursor })}
            state={{ earlier: shown }}
            replace
            preventScrollReset
            className={buttonClasses('outline', 'large')}
          >
            {m.products_more()}
          </Link>
        )}
        {query.cursor && before.length === 0 && (
          <Link to={listUrl(path, { ...query, cursor: undefined })} className={buttonClasses('ghost')}>
            {m.products_from_start()}
          </Link>
        )}
      </div>
    </div>
  )
}

function earlierOf(state: unknown): CardProduct[] {
  const earlier = typeof state === 'object' && state !== null && 'earlier' in state ? state.earlier : undefined
  return Array.isArray(earlier) ? earlier : []
}
