import { useEffect, useId } from 'react'
import { LanguageGuard } from '../../page/language-guard.tsx'
import { LeaveGuard, useLeaveWarning } from './leave-guard.tsx'

/** The forms of the screen that have unsaved changes, each with what discards a copy of them. */
const unsavedForms = new Map<string, (() => void) | undefined>()

/**
 * Makes the screen's `UnsavedGuard` ask about a form while it has unsaved changes, and call `discard`, which is the
 * same each time, if the seller leaves.
 */
export function useUnsaved(isUnsaved: boolean, discard?: () => void): void {
  const id = useId()
  useEffect(() => {
    if (isUnsaved) unsavedForms.set(id, discard)
    return () => {
      unsavedForms.delete(id)
    }
  }, [id, isUnsaved, discard])
}

const unsaved = {
  get current() {
    return unsavedForms.size > 0
  },
  set current(_: boolean) {
    for (const discard of unsavedForms.values()) discard?.()
    unsavedForms.clear()
  },
}

/** Asks before another screen, the other language or a reload replaces a form with unsaved changes. Once per screen. */
export function UnsavedGuard() {
  useLeaveWarning(() => unsaved.current)
  return (
    <>
      <LeaveGuard unsaved={unsaved} />
      <LanguageGuard isUnsaved={() => unsaved.current} />
    </>
  )
}
