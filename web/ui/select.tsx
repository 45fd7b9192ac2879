import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldNotes, noteIds } from './field-notes.tsx'
import { ChevronDown } from './icons.tsx'
import { controlClasses } from './text-field.tsx'

type SelectProps = Omit<ComponentProps<'select'>, 'className' | 'id'> & {
  label: ReactNode
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
  hint?: ReactNode
  error?: string
  /** On a phone the select is a round button that shows this instead of its value. */
  phoneIcon?: ReactNode
  className?: string
}

/** The browser's own select, styled like the shop's other fields. */
export function Select({ label, hideLabel, hint, error, phoneIcon, className = '', children, ...select }: SelectProps) {
  const id = useId()
  return (
    <div className={`grid gap-1.5 ${className}`}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'justify-self-start font-medium'}>
        {label}
      </label>
      <div className="relative">
        <select
          {...select}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={noteIds(id, hint, error)}
          className={`${controlClasses} appearance-none rounded-full ps-5 pe-11 font-medium ${
            phoneIcon ? 'max-sm:w-12 max-sm:px-0 max-sm:indent-12 max-sm:text-transparent [&>option]:text-ink' : ''
          }`}
        >
          {children}
        </select>
        {phoneIcon && (
          <span className="pointer-events-none absolute inset-0 grid place-items-center sm:hidden">{phoneIcon}</span>
        )}
        <ChevronDown
          className={`pointer-events-none absolute inset-y-0 end-4 my-auto size-5 text-muted ${phoneIcon ? 'max-sm:hidden' : ''}`}
          aria-hidden
        />
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
