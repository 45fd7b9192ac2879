import { Link } from 'react-router'
import type { MatchReason } from '../../contract/entities/search.ts'
import { findCategory } from '../../contract/settings/shop.ts'
import { m } from '../messages/messages.ts'
import { categoryName, categoryPath } from '../product/categories.ts'
import { CategoryRound } from '../product/category-picture.tsx'
import { foundAs } from '../product/match-reason.ts'
import { shop } from '../shop.ts'
import { ArrowRight } from '../ui/icons.tsx'
import { type ListQuery, listUrl } from './list-query.ts'

type SearchNotesProps = {
  path: string
  query: ListQuery
  understood: readonly MatchReason[]
  /** Paths of the categories that the search names. */
  categories: readonly string[]
}

/**
 * The interpretation of a search, if no product has its words, with a link to search for exactly those; and the
 * categories it names.
 */
export function SearchNotes({ path, query, understood, categories }: SearchNotesProps) {
  const named = categories.flatMap((each) => findCategory(shop, each) ?? [])
  return (
    <>
      {understood.some(({ kind }) => kind !== 'category') && (
        <div role="status" className="rounded-tile bg-leaf-soft px-4 py-2.5 text-leaf-deep">
          <Understood understood={understood} />{' '}
          <Link
            to={listUrl(path, { q: query.q, exact: true })}
            className="inline-flex min-h-11 items-center font-medium underline underline-offset-4 md:min-h-0"
          >
            {m.understood_exactly({ q: query.q })}
          </Link>
        </div>
      )}
      {named.length > 0 && (
        <ul aria-label={m.products_categories()} className="flex flex-wrap gap-2">
          {named.map((category) => (
            <li key={category.path}>
              <Link
                to={categoryPath(category)}
                className="inline-flex min-h-12 items-center gap-2.5 rounded-full border border-line bg-surface py-1 ps-1.5 pe-4 font-semibold transition-colors hover:border-leaf"
              >
                <CategoryRound category={category} />
                {m.understood_category({ category: categoryName(category) })}
                <ArrowRight className="size-4" aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Understood({ understood }: { understood: readonly MatchReason[] }) {
  const from = [...new Set(understood.map((each) => each.from))].join(' ')
  if (understood.every(({ kind }) => kind === 'description')) return m.understood_description({ from })
  const to = understood.map(foundAs).filter(Boolean).join(' ')
  if (to === '') return m.understood_none({ from })
  const isLayout = understood.some(({ kind }) => kind === 'layout')
  return (
    <>
      <strong className="font-semibold">{m.understood_showing({ to })}</strong>{' '}
      {isLayout ? m.understood_layout({ from }) : m.understood_none({ from })}
    </>
  )
}
