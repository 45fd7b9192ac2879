import { useRef } from 'react'
import { m } from '../../messages/messages.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { useSearchText } from '../../ui/use-search-text.ts'

type SearchFieldProps = {
  label: string
  /** The search in the URL. */
  query: string
  /** Called with the text after a debounce. */
  onSearch: (query: string) => void
  className?: string
}

/** The search of a seller's list. The URL is updated after a debounce. */
export function SearchField({ label, query, onSearch, className }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, type, flush] = useSearchText(query, onSearch)
  return (
    // No form: some of these boxes are in one, which Enter mustn't send.
    <div className={className}>
      <SearchInput
        ref={input}
        label={label}
        clearLabel={m.seller_search_clear()}
        text={text}
        onType={type}
        onEmptied={() => flush('send')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          flush('send')
        }}
      />
    </div>
  )
}
