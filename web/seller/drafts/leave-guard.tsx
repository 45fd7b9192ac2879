import { useEffect, useEffectEvent, useState } from 'react'
import { useBlocker } from 'react-router'
import { LeaveDialog, type LeaveTexts } from './leave-dialog.tsx'

type LeaveGuardProps = {
  isUnsaved: () => boolean
  texts?: LeaveTexts
  /** Called before another screen is shown: from then on nothing is unsaved. */
  onDiscard: () => void
}

/** Asks before another screen replaces one with unsaved changes, or with what `texts` say. */
export function LeaveGuard({ isUnsaved, texts, onDiscard }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved() &&
      currentLocation.pathname !== nextLocation.pathname &&
      // After logging out, the changes are restored by the next login.
      (nextLocation.state as { loggedOut?: boolean } | null)?.loggedOut !== true,
  )
  const [isAsked, setIsAsked] = useState(false)
  useEffect(() => {
    if (blocker.state === 'blocked') setIsAsked(true)
  }, [blocker.state])
  if (!isAsked) return null
  return (
    <LeaveDialog
      texts={texts}
      open={blocker.state === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => {
        onDiscard()
        blocker.proceed?.()
      }}
    />
  )
}

/** Lets the browser ask before closing or reloading the page would lose something. */
export function useLeaveWarning(isUnsaved: () => boolean) {
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault()
  })
  useEffect(() => {
    const unloading = (event: BeforeUnloadEvent) => ask(event)
    window.addEventListener('beforeunload', unloading)
    return () => window.removeEventListener('beforeunload', unloading)
  }, [])
}
