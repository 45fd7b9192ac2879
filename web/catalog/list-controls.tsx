import { Search, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Form, useNavigate } from 'react-router'
import type { ListSort } from '../../contract/calls.ts'
import { limits } from '../../contract/limits.ts'
import { m } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { type ListQuery, listSearch, sorts } from './list-query.ts'
import { useSearchText } from './use-search-text.ts'

const sortWords: Record<ListSort, () => string> = {
  featured: m.products_sort_featured,
  newest: m.products_sort_newest,
  price: m.products_sort_price,
  '-price': m.products_sort_price_down,
}

/** The search box and the order of a list; both stand in its address. `path` is the list's own. */
export function ListControls({
  path,
  query,
  label,
  count,
}: {
  path: string
  query: ListQuery
  label: string
  count: ReactNode
}) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const go = (next: Partial<ListQuery>) =>
    navigate(path + listSearch({ q: query.q, sort: query.sort, ...next }), { replace: true, preventScrollReset: true })
  const [text, type, flush] = useSearchText(query.q, (q) => void go({ q }))

  return (
    <Form
      action={path}
      role="search"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        flush('send')
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-3 sm:grid-cols-[minmax(0,26rem)_auto] sm:items-center sm:justify-between"
    >
      <div className="relative">
        <Search className="pointer-events-none absolute inset-y-0 start-4 my-auto size-5 text-muted" aria-hidden />
        <input
          ref={input}
          type="search"
          name="q"
          aria-label={label}
          placeholder={label}
          value={text}
          maxLength={limits.searchText}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => type(event.target.value)}
          className="min-h-12 w-full min-w-0 truncate rounded-full border border-edge bg-surface ps-11.5 pe-11 transition-colors hover:border-leaf focus-visible:border-leaf"
        />
        {text !== '' && (
          <button
            type="button"
            aria-label={m.products_search_clear()}
            onClick={() => {
              type('')
              flush('send')
              input.current?.focus()
            }}
            className="absolute inset-y-0 end-0 my-auto grid size-11 place-items-center rounded-full text-muted hover:text-ink"
          >
            <X className="size-5" aria-hidden />
          </button>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p role="status" className="figures text-muted">
          {count}
        </p>
        <Select
          name="sort"
          label={m.products_sort()}
          hideLabel
          value={query.sort}
          onChange={(event) => void go({ sort: event.target.value as ListSort })}
          className="min-w-0"
        >
          {sorts.map((each) => (
            <option key={each} value={each}>
              {sortWords[each]()}
            </option>
          ))}
        </Select>
        <noscript>
          <Button type="submit" look="outline">
            {m.products_apply()}
          </Button>
        </noscript>
      </div>
    </Form>
  )
}
