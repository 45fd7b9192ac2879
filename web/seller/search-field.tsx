import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { limits } from '../../contract/limits.ts'
import { useSearchText } from '../catalog/use-search-text.ts'
import { m } from '../messages/messages.ts'

type SearchFieldProps = {
  label: string
  /** What the address searches for. */
  query: string
  /** Gets what was typed, a moment after the last letter. */
  onSearch: (query: string) => void
  className?: string
}

/** The search of a seller's list. What is typed stands in the address a moment later. */
export function SearchField({ label, query, onSearch, className = '' }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, type, flush] = useSearchText(query, onSearch)
  return (
    <div className={`relative ${className}`}>
      <Search className="pointer-events-none absolute inset-y-0 start-4 my-auto size-5 text-muted" aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={limits.searchText}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && flush('send')}
        className="min-h-12 w-full min-w-0 truncate rounded-full border border-edge bg-surface ps-11.5 pe-11 transition-colors hover:border-leaf focus-visible:border-leaf"
      />
      {text !== '' && (
        <button
          type="button"
          aria-label={m.seller_search_clear()}
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
  )
}
