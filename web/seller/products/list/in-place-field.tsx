import { type HTMLAttributes, type KeyboardEvent, useId, useRef } from 'react'
import { m } from '../../../messages/messages.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { InPlaceOptions } from './in-place.ts'
import { useInPlace } from './use-in-place.ts'

type InPlaceFieldProps<V, S> = Omit<InPlaceOptions<V, S>, 'onConflict'> & {
  label: string
  inputMode: HTMLAttributes<HTMLInputElement>['inputMode']
  title?: string
  placeholder?: string
  className?: string
}

/**
 * A product's value edited in a list: saved on leaving and by Enter, which moves to the next row; reverted by Escape.
 * The focus returns if another person changed the value, unless the seller typed in the next row meanwhile.
 */
export function InPlaceField<V, S>(props: InPlaceFieldProps<V, S>) {
  const { label, cell, inputMode, title, placeholder, className = '' } = props
  const field = useRef<HTMLInputElement>(null)
  const next = useRef<{ field: HTMLInputElement; text: string }>(undefined)
  const { text, error, saving, openQuestion, type, discard, finish, answer } = useInPlace({
    ...props,
    onConflict() {
      const left = next.current
      if (left && left.field === document.activeElement && left.field.value === left.text) field.current?.focus()
    },
  })
  const id = useId()

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape') void discard()
    if (event.key !== 'Enter' || !finish()) return
    const cells = [...document.querySelectorAll<HTMLInputElement>(`[data-cell="${cell}"]`)]
    const below = cells[cells.indexOf(event.currentTarget) + 1]
    next.current = below && { field: below, text: below.value }
    below?.focus()
  }

  return (
    <>
      <input
        ref={field}
        data-cell={cell}
        type="text"
        inputMode={inputMode}
        autoComplete="off"
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        placeholder={placeholder}
        title={title}
        value={text}
        readOnly={saving}
        onFocus={(event) => event.target.select()}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => finish({ left: true })}
        className={`figures h-11 w-full min-w-0 rounded-full border border-edge bg-surface px-2 text-center transition-colors hover:border-leaf focus-visible:border-leaf read-only:opacity-60 aria-invalid:border-tomato ${className}`}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 font-medium text-tomato text-xs">
          {error}
        </p>
      )}
      {openQuestion && (
        <ConfirmDialog
          open={openQuestion.open}
          title={m.sellerProducts_price_title()}
          onClose={() => answer(false)}
          onConfirm={() => answer(true)}
        >
          {openQuestion.text}
        </ConfirmDialog>
      )}
    </>
  )
}
