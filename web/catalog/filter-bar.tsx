import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { ListCounts } from '../../contract/entities/search.ts'
import { m } from '../messages/messages.ts'
import { useLazy } from '../page/lazy.tsx'
import { Button } from '../ui/button.tsx'
import { icon, X } from '../ui/icons.tsx'
import { formatAmount } from '../ui/price.tsx'
import { type CountedFilter, countText } from './filter-count.ts'
import { changedUrl, filterCount, type ListFilters, type ListQuery, noFilters } from './list-query.ts'

const SlidersHorizontal = icon('sliders-horizontal')
const loadSheet = () => import('./filter-sheet.tsx')

type FiltersProps = {
  path: string
  query: ListQuery
  counts: ListCounts | undefined
  /** The list has products in stock only: it has no filter for that. */
  alwaysInStock: boolean
}

/** The button that opens the filters in a sheet. On a phone it is round, with the number of filters in use. */
export function FilterButton({
  onApply,
  ...filters
}: Omit<FiltersProps, 'path'> & { onApply: (filters: ListFilters) => void }) {
  const [open, setOpen] = useState(false)
  const Sheet = useLazy(loadSheet, open, () => setOpen(false))
  const count = filterCount(filters.query)
  return (
    <>
      <Button
        variant="outline"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={() => void loadSheet().catch(() => {})}
        className="min-h-12 max-sm:size-12 max-sm:px-0!"
      >
        <SlidersHorizontal className="size-5 shrink-0" aria-hidden />
        <span className="max-sm:sr-only">{m.filters_title()}</span>
        {count > 0 && (
          <span className="figures min-w-5 rounded-full bg-leaf px-1.5 text-center text-on-leaf text-xs leading-5 max-sm:absolute max-sm:-end-1 max-sm:-top-1">
            <span aria-hidden>{count}</span>
            <span className="sr-only">{m.filters_in_use({ count })}</span>
          </span>
        )}
      </Button>
      {Sheet && <Sheet open={open} onClose={() => setOpen(false)} onApply={onApply} {...filters} />}
    </>
  )
}

const chip =
  'inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-full border px-4 font-medium transition-colors hover:border-leaf'
const unusedFilter = 'border-line bg-surface'
const usedFilter = 'border-leaf bg-leaf-soft text-leaf-deep forced-colors:border-[Highlight] forced-colors:outline'

/**
 * The filters in use, each a link that removes it, and on a wide screen further filters that one press adds. They are
 * links so that they work without scripts, and can be opened in a tab.
 */
export function FilterChips({ path, query, counts, alwaysInStock }: FiltersProps) {
  const to = (filters: Partial<ListFilters>) => changedUrl(path, query, filters)
  const inUse = filterCount(query)
  const { minPrice, maxPrice } = query
  return (
    <ul
      aria-label={m.filters_title()}
      className={`-mx-4 flex gap-2 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0 ${inUse === 0 ? 'max-md:hidden' : ''}`}
    >
      <Toggle to={to({ onOffer: !query.onOffer })} isOn={query.onOffer} count={counts?.onOffer} q={query.q}>
        {m.filters_on_offer()}
      </Toggle>
      {!alwaysInStock && (
        <Toggle to={to({ inStock: !query.inStock })} isOn={query.inStock} count={counts?.inStock} q={query.q}>
          {m.filters_in_stock()}
        </Toggle>
      )}
      {(minPrice || maxPrice) && (
        <Toggle to={to({ minPrice: '', maxPrice: '' })} isOn count={undefined} q={query.q}>
          {priceText(minPrice, maxPrice)}
        </Toggle>
      )}
      {inUse > 1 && (
        <li className="shrink-0">
          <Link
            to={to(noFilters)}
            replace
            preventScrollReset
            className="inline-flex min-h-11 items-center whitespace-nowrap px-2 font-medium text-leaf-deep underline-offset-4 hover:underline"
          >
            {m.filters_clear()}
          </Link>
        </li>
      )}
    </ul>
  )
}

function Toggle({ to, isOn, count, q, children }: { to: string; isOn: boolean; children: ReactNode } & CountedFilter) {
  return (
    <li className={`shrink-0 ${isOn ? '' : 'max-md:hidden'}`}>
      <Link to={to} replace preventScrollReset className={`${chip} ${isOn ? usedFilter : unusedFilter}`}>
        {isOn && <span className="sr-only">{m.filters_remove()} </span>}
        {children}
        {isOn ? (
          <X className="size-4 shrink-0" aria-hidden />
        ) : (
          count !== undefined && <span className="figures text-muted text-sm">{countText(count, q)}</span>
        )}
      </Link>
    </li>
  )
}

function priceText(min: string, max: string): string {
  const from = formatAmount(Number(min))
  const to = formatAmount(Number(max))
  if (min === '') return m.filters_price_to({ to })
  return max === '' ? m.filters_price_from({ from }) : m.filters_price_between({ from, to })
}
