import type { ChangeEvent } from 'react'

/** The names of a form's fields that hold text. */
type TextName<Typed> = { [Name in keyof Typed]: string extends Typed[Name] ? Name : never }[keyof Typed] & string

type TextForm<Typed> = {
  typed: Typed
  errors: Readonly<Record<string, string | undefined>>
  change: (next: Partial<Typed>) => void
  /** What comes before a field's name in the call, such as `issuer.`. */
  path?: string
}

/** Returns what each text field of a form gets from it, by the field's name. */
export const textProps =
  <Typed>({ typed, errors, change, path = '' }: TextForm<Typed>) =>
  (name: TextName<Typed>) => ({
    name: `${path}${name}`,
    value: String(typed[name]),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change({ [name]: target.value } as Partial<Typed>),
    error: errors[`${path}${name}`],
    autoComplete: 'off',
  })
