import { useLayoutEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import type { ListCounts } from '../../contract/entities/search.ts'
import { m } from '../messages/messages.ts'
import { categoryName, categoryPath } from '../product/categories.ts'
import { shop } from '../shop.ts'
import { centerInRow } from '../ui/center-in-row.ts'
import { countText } from './filter-count.ts'
import { allProductsPath, type ListQuery, listUrl } from './list-query.ts'

const chip =
  'inline-flex min-h-11 items-center whitespace-nowrap rounded-full border border-line bg-surface px-4 font-medium transition-colors hover:border-leaf aria-[current=page]:border-leaf aria-[current=page]:bg-leaf-soft aria-[current=page]:text-leaf-deep forced-colors:aria-[current=page]:border-[Highlight] forced-colors:aria-[current=page]:outline'

/**
 * Links to the categories in one row, which scrolls if it is too long: a list's filter by category. They keep its
 * search, filters and sort order, and say how many products they have with those.
 */
export function CategoryChips({ query, counts }: { query: ListQuery; counts: ListCounts | undefined }) {
  const { pathname } = useLocation()
  const row = useRef<HTMLElement>(null)
  const urlOf = (path: string) => listUrl(path, { ...query, cursor: undefined })
  const countOf = (path: string) => counts?.categories.find((each) => each.path === path)?.count ?? 0
  // A search shows the categories with products first: on a phone the row shows only two.
  const isEmpty = ({ path }: { path: string }) => Number(Boolean(query.q) && countOf(path) === 0)
  const categories = [...shop.categories].sort((a, b) => isEmpty(a) - isEmpty(b))

  // biome-ignore lint/correctness/useExhaustiveDependencies: another path marks another chip
  useLayoutEffect(() => {
    centerInRow(row.current, row.current?.querySelector('[aria-current=page]'))
  }, [pathname])

  return (
    <nav
      ref={row}
      aria-label={m.products_categories()}
      className="-mx-4 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:-mx-8 md:px-8"
    >
      <ul className="flex w-max gap-2">
        <li>
          <NavLink to={urlOf(allProductsPath)} end className={chip}>
            {m.products_all()}
          </NavLink>
        </li>
        {categories.map((category) => (
          <li key={category.path}>
            <NavLink to={urlOf(categoryPath(category))} className={chip}>
              {categoryName(category)}
              {counts && (
                <span className="figures ps-1.5 text-muted text-sm">{countText(countOf(category.path), query.q)}</span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
