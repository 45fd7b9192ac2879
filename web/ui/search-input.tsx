import { useRef } from 'react'
import { limits } from '../../contract/limits.ts'
import { Search, X } from './icons.tsx'

type SearchInputProps = {
  label: string
  clearLabel: string
  /** The field's name in a form that is sent without script. */
  name?: string
  text: string
  onType: (text: string) => void
  /** Called when the button has emptied it. */
  onEmptied: () => void
}

/** The search box of a list, with a button that empties it. Enter submits the form around it. */
export function SearchInput({ label, clearLabel, name, text, onType, onEmptied }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="relative">
      <Search className="pointer-events-none absolute inset-y-0 start-4 my-auto size-5 text-muted" aria-hidden />
      <input
        ref={input}
        type="search"
        name={name}
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={limits.searchText}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onType(event.target.value)}
        className="min-h-12 w-full min-w-0 truncate rounded-full border border-edge bg-surface ps-11.5 pe-11 transition-colors hover:border-leaf focus-visible:border-leaf"
      />
      {text !== '' && (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={() => {
            onType('')
            onEmptied()
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
