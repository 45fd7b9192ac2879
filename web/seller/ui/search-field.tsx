import { useId, useRef } from 'react'
import { m } from '../../messages/messages.ts'
import { FieldNotes, noteIds } from '../../ui/field-notes.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useSearchText } from '../../ui/use-search-text.ts'

type SearchFieldProps = {
  label: string
  /** The search in the URL. */
  query: string
  /** Called with the text after a debounce. */
  onSearch: (query: string) => void
  /** Called with the text at once. */
  onText?: (text: string) => void
  /** Its name in the form around it. */
  name?: string
  error?: string
  className?: string
}

/** The search of a seller's list. The URL is updated after a debounce. */
export function SearchField({ label, query, onSearch, onText, name, error, className = '' }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [text, type, flush] = useSearchText(query, onSearch)
  return (
    // No form: some of these boxes are in one, which Enter mustn't send.
    <div className={`grid grid-cols-1 gap-1.5 ${className}`}>
      <SearchInput
        ref={input}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={noteIds(id, undefined, error)}
        label={label}
        clearLabel={m.seller_search_clear()}
        text={text}
        onType={(next) => {
          type(next)
          onText?.(next)
        }}
        onEmptied={() => flush('send')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          flush('send')
        }}
      />
      <FieldNotes id={id} error={error} />
    </div>
  )
}
