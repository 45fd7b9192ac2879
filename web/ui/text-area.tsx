import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldNotes, noteIds } from './field-notes.tsx'
import { controlClasses } from './text-field.tsx'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'id'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string
}

/** A text area, styled like the shop's other fields. */
export function TextArea({ label, hint, error, ...textarea }: TextAreaProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="justify-self-start font-medium">
        {label}
      </label>
      <textarea
        {...textarea}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={noteIds(id, hint, error)}
        className={`${controlClasses} resize-y rounded-card px-5 py-3`}
      />
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
