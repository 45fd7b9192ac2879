import type { ChangeEvent } from 'react'

/** The names of a form's fields that hold text. */
type TextName<Draft> = { [Name in keyof Draft]: string extends Draft[Name] ? Name : never }[keyof Draft] & string

type TextForm<Draft> = {
  draft: Draft
  errors: Readonly<Record<string, string | undefined>>
  change: (next: Partial<Draft>) => void
  /** What comes before a field's name in the call, such as `issuer.`. */
  path?: string
}

/** Returns what each text field of a form gets from it, by the field's name. */
export const textProps =
  <Draft>({ draft, errors, change, path = '' }: TextForm<Draft>) =>
  (name: TextName<Draft>) => ({
    name: `${path}${name}`,
    value: String(draft[name]),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change({ [name]: target.value } as Partial<Draft>),
    error: errors[`${path}${name}`],
    autoComplete: 'off',
  })
