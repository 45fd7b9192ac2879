import { Link, useLocation } from 'react-router'
import { m } from '../../../messages/messages.ts'
import { buttonClasses } from '../../../ui/button.tsx'
import { ChevronRight } from '../../../ui/icons.tsx'
import { ChevronLeft } from '../../../ui/seller-icons.tsx'
import { type ListQuery, listPath, sellerListSearch } from './list-query.ts'

/** Each page has a URL of its own; the previous pages are in the history entry. */
export function Pages({ query, nextCursor }: { query: ListQuery; nextCursor: string | null }) {
  const trail = trailOf(useLocation().state)
  if (!nextCursor && !query.cursor) return null
  const known = !query.cursor || trail.length > 0
  const before = trail.at(-1)
  return (
    <nav aria-label={m.sellerProducts_pages()} className="mt-5 flex flex-wrap items-center justify-center gap-3">
      {query.cursor && (
        <Link
          to={listPath + sellerListSearch({ ...query, cursor: before || undefined })}
          state={{ trail: trail.slice(0, -1) }}
          className={buttonClasses('outline')}
        >
          <ChevronLeft className="size-5" aria-hidden />
          {known ? m.sellerProducts_page_previous() : m.sellerProducts_page_first()}
        </Link>
      )}
      {known && <p className="figures text-muted">{m.sellerProducts_page({ page: trail.length + 1 })}</p>}
      {nextCursor && (
        <Link
          to={listPath + sellerListSearch({ ...query, cursor: nextCursor })}
          state={known ? { trail: [...trail, query.cursor ?? ''] } : null}
          className={buttonClasses('outline')}
        >
          {m.sellerProducts_page_next()}
          <ChevronRight className="size-5" aria-hidden />
        </Link>
      )}
    </nav>
  )
}

/** Returns the cursors of the previous pages; that of the first is ''. */
function trailOf(state: unknown): string[] {
  const trail = typeof state === 'object' && state !== null && 'trail' in state ? state.trail : undefined
  return Array.isArray(trail) ? trail : []
}
