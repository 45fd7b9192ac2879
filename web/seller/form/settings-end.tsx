import type { ReactNode } from 'react'
import { ChangedNote } from './changed-note.tsx'
import { FormEnd, type FormEndProps } from './form-end.tsx'

type SettingsEndProps<Saved> = Omit<FormEndProps, 'form' | 'close'> & {
  /** What `useSettingsForm` returns. */
  settings: Pick<FormEndProps, 'form'> & { theirs: Saved | undefined; keep: () => void; take: () => void }
  /** Shows the values that a colleague has saved, each as a `TheirValue`. */
  children: (theirs: Saved) => ReactNode
}

/** The end of a form of settings: its buttons or, if a colleague saved meanwhile, the question whose values to save. */
export function SettingsEnd<Saved extends { changedBy: string | null; changedAt: string | null }>({
  settings: { form, theirs, keep, take },
  children,
  ...end
}: SettingsEndProps<Saved>) {
  if (!theirs) return <FormEnd form={form} {...end} />
  return (
    <ChangedNote theirs={theirs} onKeep={keep} onTake={take}>
      {children(theirs)}
    </ChangedNote>
  )
}
