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
  const [isConfirming, setIsConfirming] = useState(false)
  useEffect(() => {
    if (blocker.state === 'blocked') setIsConfirming(true)
  }, [blocker.state])
  if (!isConfirming) return null
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
  const warn = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault()
  })
  useEffect(() => {
    const unloading = (event: BeforeUnloadEvent) => warn(event)
    window.addEventListener('beforeunload', unloading)
    return () => window.removeEventListener('beforeunload', unloading)
  }, [])
}
