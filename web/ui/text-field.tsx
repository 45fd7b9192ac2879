import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldNotes, noteIds } from './field-notes.tsx'

export const controlClasses =
  'min-h-12 w-full min-w-0 border border-edge bg-surface text-ink transition-colors hover:border-leaf focus-visible:border-leaf aria-invalid:border-tomato'

type TextFieldProps = Omit<ComponentProps<'input'>, 'className' | 'id'> & {
  label: ReactNode
  hint?: ReactNode
  /** The message about an invalid value. */
  error?: string
  /** Content at the end inside the field, such as the button that shows a password. */
  end?: ReactNode
  className?: string
}

/** A text input with its label above, and its hint and error below. */
export function TextField({ label, hint, error, end, className = '', ...input }: TextFieldProps) {
  const id = useId()
  return (
    <div className={`grid grid-cols-1 gap-1.5 ${className}`}>
      <label htmlFor={id} className="justify-self-start font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : input['aria-invalid']}
          aria-describedby={noteIds(id, hint, error)}
          className={`${controlClasses} rounded-full ps-5 ${end ? 'pe-14' : 'pe-5'}`}
        />
        {end && <div className="absolute inset-y-0 end-0.5 grid place-items-center">{end}</div>}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
