import type { ComponentProps, RefObject } from 'react'
import { limits } from '../../contract/values/limits.ts'
import { Search, X } from './icons.tsx'

type SearchInputProps = ComponentProps<'input'> & {
  ref: RefObject<HTMLInputElement | null>
  label: string
  clearLabel: string
  text: string
  onType: (text: string) => void
  /** Called when the button has emptied it. */
  onEmptied?: () => void
}

/** A search box, with a button that empties it. Enter submits the form around it. */
export function SearchInput({
  ref,
  label,
  clearLabel,
  text,
  onType,
  onEmptied,
  className = 'min-h-12',
  ...input
}: SearchInputProps) {
  return (
    <div className="relative">
      <Search className="pointer-events-none absolute inset-y-0 start-4 my-auto size-5 text-muted" aria-hidden />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={limits.searchText}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onType(event.target.value)}
        {...input}
        className={`w-full min-w-0 truncate rounded-full border border-edge bg-surface ps-11.5 pe-11 transition-colors hover:border-leaf focus-visible:border-leaf aria-invalid:border-tomato ${className}`}
      />
      {text !== '' && (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={() => {
            onType('')
            onEmptied?.()
            ref.current?.focus()
          }}
          className="absolute inset-y-0 end-0 my-auto grid size-11 place-items-center rounded-full text-muted hover:text-ink"
        >
          <X className="size-5" aria-hidden />
        </button>
      )}
    </div>
  )
}
