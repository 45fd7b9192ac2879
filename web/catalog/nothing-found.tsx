import type { ReactNode } from 'react'
import { m } from '../messages/messages.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

type NothingFoundProps = {
  title: string
  children?: ReactNode
  picture?: string | undefined
  /** The URL of the whole list, if there is one. */
  all: string | undefined
  /** The URL of the list without its filters, if it has some. */
  filtered: string | undefined
}

/** An empty list: the reason, and what to do next. */
export function NothingFound({ title, children, picture, all, filtered }: NothingFoundProps) {
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
