import type { ReactNode } from 'react'
import { m } from '../messages/messages.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { changedUrl, filterCount, type ListQuery, noFilters } from './list-query.ts'

type NothingFoundProps = {
  /** The list's path. */
  path: string
  query: ListQuery
  title: string
  children?: ReactNode
  picture?: string
  /** The URL of the whole list, if there is one. */
  all: string | undefined
}

/** An empty list: the reason, and what to do next. */
export function NothingFound({ path, query, title, children, picture, all }: NothingFoundProps) {
  const filtered = filterCount(query) > 0 && changedUrl(path, query, noFilters)
  return (
    <EmptyState
      {...(picture && { picture })}
      title={title}
      action={
        <>
          {filtered && (
            <ButtonLink to={filtered} replace preventScrollReset>
              {m.filters_clear()}
            </ButtonLink>
          )}
          {all && (
            <ButtonLink to={all} variant={filtered ? 'outline' : 'primary'}>
              {m.products_show_all()}
            </ButtonLink>
          )}
        </>
      }
    >
      {filtered ? m.filters_none_text() : children}
    </EmptyState>
  )
}
