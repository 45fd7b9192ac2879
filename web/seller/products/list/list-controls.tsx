import { useNavigate } from 'react-router'
import type { ListSort } from '../../../../contract/calls/product.ts'
import { m } from '../../../messages/messages.ts'
import { categoryName } from '../../../product/categories.ts'
import { shop } from '../../../shop.ts'
import { Select } from '../../../ui/select.tsx'
import { Filters } from '../../ui/filters.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { type ListQuery, listPath, sellerListSearch, sellerSorts, stockFilters } from './list-query.ts'

const sortLabels: Record<ListSort, () => string> = {
  newest: m.sellerProducts_sort_newest,
  featured: m.sellerProducts_sort_oldest,
  price: m.sellerProducts_sort_price,
  '-price': m.sellerProducts_sort_price_down,
}

/** The list's search, filters and order, all of which are in the URL. */
export function ListControls({ query, count }: { query: ListQuery; count: string | undefined }) {
  const navigate = useNavigate()
  const chosen = [query.category, query.stock, query.sort === 'newest' ? undefined : query.sort].filter(Boolean).length
  // A choice adds a history entry, for Back; typing in the search replaces it.
  const go = (next: Partial<ListQuery>, replace = false) =>
    void navigate(listPath + sellerListSearch({ ...query, cursor: undefined, ...next }), {
      replace,
      preventScrollReset: true,
    })
  return (
    <search className="mb-2 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 sm:mb-3 sm:grid-cols-3 sm:gap-3 xl:grid-cols-[minmax(0,1fr)_13rem_13rem_13rem]">
      <SearchField
        label={m.sellerProducts_search()}
        query={query.q}
        onSearch={(q) => go({ q }, true)}
        className="sm:max-xl:col-span-3"
      />
      <Filters chosen={chosen} inRowFrom="sm">
        <Select
          label={m.sellerProducts_filter_category()}
          hideLabel
          value={query.category ?? ''}
          onChange={({ target: { value } }) => go({ category: value || undefined })}
          className="min-[22rem]:max-sm:col-span-2"
        >
          <option value="">{m.sellerProducts_filter_any_category()}</option>
          {shop.categories.map((category) => (
            <option key={category.path} value={category.path}>
              {categoryName(category)}
            </option>
          ))}
        </Select>
        <Select
          label={m.sellerProducts_filter()}
          hideLabel
          value={query.stock ?? ''}
          onChange={({ target: { value } }) => go({ stock: stockFilters.find((each) => each === value) })}
        >
          <option value="">{m.sellerProducts_filter_all()}</option>
          <option value="in">{m.sellerProducts_filter_in()}</option>
          <option value="out">{m.sellerProducts_filter_out()}</option>
          <option value="off">{m.sellerProducts_filter_off()}</option>
          <option value="archived">{m.sellerProducts_filter_archived()}</option>
        </Select>
        <Select
          label={m.sellerProducts_sort()}
          hideLabel
          value={query.sort}
          onChange={({ target: { value } }) => go({ sort: sellerSorts.find((each) => each === value) ?? 'newest' })}
        >
          {sellerSorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortLabels[sort]()}
            </option>
          ))}
        </Select>
      </Filters>
      <p role="status" className="figures col-span-full min-h-6 text-muted max-sm:text-sm">
        {count}
      </p>
    </search>
  )
}
