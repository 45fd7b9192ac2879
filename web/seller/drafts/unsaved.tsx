import { useEffect, useId } from 'react'
import { LanguageGuard } from '../../page/language-guard.tsx'
import { LeaveGuard, useLeaveWarning } from './leave-guard.tsx'

/** The forms of the screen that have unsaved changes, each with what discards a copy of them. */
const unsavedForms = new Map<string, (() => void) | undefined>()

/**
 * Makes the screen's `UnsavedGuard` ask about a form while it has unsaved changes, and call `discard`, which is the
 * same each time, if the seller leaves.
 */
export function useUnsaved(isChanged: boolean, discard?: () => void): void {
  const id = useId()
  useEffect(() => {
    if (isChanged) unsavedForms.set(id, discard)
    return () => {
      unsavedForms.delete(id)
    }
  }, [id, isChanged, discard])
}

const isUnsaved = () => unsavedForms.size > 0

function discardAll() {
  for (const discard of unsavedForms.values()) discard?.()
  unsavedForms.clear()
}

/** Asks before another screen, the other language or a reload replaces a form with unsaved changes. Once per screen. */
export function UnsavedGuard() {
  useLeaveWarning(isUnsaved)
  return (
    <>
      <LeaveGuard isUnsaved={isUnsaved} onDiscard={discardAll} />
      <LanguageGuard isUnsaved={isUnsaved} />
    </>
  )
}
