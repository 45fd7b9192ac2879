import type { ComponentProps } from 'react'
import { inCommonEra } from './common-era.ts'
import { TextField } from './text-field.tsx'

type DateFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onChange'> & {
  /** Whether it has a time, too. */
  withTime?: boolean
  /** `2026-12-05` or `2026-12-05T18:00`; '' while it isn't complete. */
  value: string
  onDate: (date: string) => void
}

/**
 * A field for a day. Thai screens print years of the Buddhist era, and the browser's field has those of the common era:
 * a year that is typed as it is printed becomes that one.
 */
export function DateField({ withTime = false, onDate, ...field }: DateFieldProps) {
  return (
    <TextField
      {...field}
      type={withTime ? 'datetime-local' : 'date'}
      onChange={({ target }) => onDate(inCommonEra(target.value))}
    />
  )
}
