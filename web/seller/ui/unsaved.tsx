import { useEffect, useId } from 'react'
import { LanguageGuard } from '../../page/language-guard.tsx'
import { LeaveGuard, useLeaveWarning } from './leave-guard.tsx'

/** The forms of the screen that have unsaved changes. */
const unsavedForms = new Set<string>()

/** Makes the screen's `UnsavedGuard` ask about a form while it has unsaved changes. */
export function useUnsaved(isUnsaved: boolean): void {
  const id = useId()
  useEffect(() => {
    if (isUnsaved) unsavedForms.add(id)
    return () => {
      unsavedForms.delete(id)
    }
  }, [id, isUnsaved])
}

const unsaved = {
  get current() {
    return unsavedForms.size > 0
  },
  set current(_: boolean) {
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
