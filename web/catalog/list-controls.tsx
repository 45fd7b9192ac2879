import { type ReactNode, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { ListCounts } from '../../contract/entities/search.ts'
import { m } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { icon } from '../ui/icons.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { Select } from '../ui/select.tsx'
import { useSearchText } from '../ui/use-search-text.ts'
import { FilterButton, FilterChips } from './filter-bar.tsx'
import { changedUrl, filterCount, isAlwaysInStock, type ListQuery, type Sort, sorts } from './list-query.ts'

const ArrowUpDown = icon('arrow-up-down')

const sortLabels: Record<Sort, () => string> = {
  featured: m.products_sort_featured,
  newest: m.products_sort_newest,
  price: m.products_sort_price,
  '-price': m.products_sort_price_down,
  'unit-price': m.products_sort_unit_price,
  name: m.products_sort_name,
}

type ListControlsProps = {
  path: string
  query: ListQuery
  label: string
  count: ReactNode
  empty: boolean
  counts: ListCounts | undefined
  likeHeader?: boolean
}

/**
 * The search box, filters and sort order of a list; all are in its URL, `path` is the list's own. An empty list has no
 * sort order. On a phone, a list that the header's search covers too (`likeHeader`) has no search box; another one has
 * everything in one row, so that the first cards are visible.
 */
export function ListControls({ path, query, label, count, empty, counts, likeHeader = false }: ListControlsProps) {
  const navigate = useNavigate()
  const go = (next: Parameters<typeof changedUrl>[2]) =>
    navigate(changedUrl(path, query, next), { replace: true, preventScrollReset: true })
  const input = useRef<HTMLInputElement>(null)
  const [text, type, flush] = useSearchText(query.q, (q) => void go({ q }))
  const alwaysInStock = isAlwaysInStock(path, query.q)
  const hasFilters = !empty || filterCount(query) > 0

  return (
    <search aria-label={label} className="grid gap-2 md:gap-3">
      <form
        action={path}
        onSubmit={(event) => {
          event.preventDefault()
          flush('send')
        }}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,26rem)_minmax(min-content,1fr)_auto] sm:gap-x-4 sm:gap-y-3"
      >
        <div className={likeHeader ? 'max-md:hidden' : 'max-sm:col-start-1 max-sm:row-start-1 max-[16rem]:col-span-2'}>
          <SearchInput
            ref={input}
            name="q"
            label={label}
            clearLabel={m.products_search_clear()}
            text={text}
            onType={type}
            onEmptied={() => flush('send')}
          />
        </div>
        <p
          role="status"
          className={`figures min-w-0 text-muted sm:whitespace-nowrap sm:justify-self-end ${likeHeader ? '' : 'max-sm:col-span-2 low:sr-only'}`}
        >
          {count}
        </p>
        <div
          className={`flex items-center gap-2 justify-self-end ${likeHeader ? '' : 'max-sm:col-start-2 max-sm:row-start-1 max-[16rem]:row-start-2'}`}
        >
          {hasFilters && (
            <FilterButton
              query={query}
              counts={counts}
              alwaysInStock={alwaysInStock}
              onApply={(filters) => void go(filters)}
            />
          )}
          {!empty && <SortSelect query={query} onSort={(sort) => void go({ sort })} />}
        </div>
        <noscript>
          <Button type="submit" variant="outline">
            {m.products_apply()}
          </Button>
        </noscript>
      </form>
      {hasFilters && <FilterChips path={path} query={query} counts={counts} alwaysInStock={alwaysInStock} />}
    </search>
  )
}

function SortSelect({ query, onSort }: { query: ListQuery; onSort: (sort: Sort) => void }) {
  return (
    <Select
      name="sort"
      label={m.products_sort()}
      hideLabel
      phoneIcon={<ArrowUpDown className="size-5 text-muted" aria-hidden />}
      value={query.sort}
      onChange={({ target }) => {
        const sort = sorts.find((each) => each === target.value)
        if (sort) onSort(sort)
      }}
      className="min-w-0"
    >
      {sorts.map((each) => (
        <option key={each} value={each}>
          {each === 'featured' && query.q ? m.products_sort_best() : sortLabels[each]()}
        </option>
      ))}
    </Select>
  )
}
