import type { ReactNode } from 'react'
import { formatMoment } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'

type ChangedNoteProps = {
  theirs: { changedBy: string | null; changedAt: string | null }
  /** The values that they have saved, each a `TheirValue`. */
  children: ReactNode
  onKeep: () => void
  onTake: () => void
}

/**
 * Says that another seller has saved the settings since they were opened, and shows the current values. Typed text
 * stays.
 */
export function ChangedNote({ theirs, children, onKeep, onTake }: ChangedNoteProps) {
  return (
    <div role="alert" className="grid gap-3 rounded-tile bg-mango-soft px-4 py-3">
      <div>
        <p className="font-semibold">{m.settings_changed_title()}</p>
        <p>{m.settings_changed_text()}</p>
      </div>
      <dl className="wrap-anywhere grid gap-x-4 max-sm:[&_dt]:mt-2 sm:grid-cols-[auto_minmax(0,1fr)]">
        <TheirValue name={m.settings_changed_by()}>
          {theirs.changedBy}
          {theirs.changedAt && ` · ${formatMoment(theirs.changedAt)}`}
        </TheirValue>
        {children}
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onKeep}>{m.settings_keep_mine()}</Button>
        <Button variant="outline" onClick={onTake}>
          {m.settings_take_theirs()}
        </Button>
      </div>
    </div>
  )
}

/** A setting that another seller has saved, with its name. */
export function TheirValue({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className={className}>{children}</dd>
    </>
  )
}
