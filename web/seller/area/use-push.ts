import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { inAppPath } from '../../../contract/paths/in-app-path.ts'

// Loaded apart: few devices have notices.
const loadDevice = () => import('./push-device.ts')

/**
 * Keeps this browser's notices with the account that is signed in, and opens the screen of a notice that is pressed.
 */
export function usePush(account: string | undefined): void {
  const navigate = useNavigate()
  const open = useEffectEvent((path: unknown) => {
    const known = typeof path === 'string' ? inAppPath(path) : undefined
    if (known) void navigate(known)
  })
  useEffect(() => {
    if (account === undefined || !('serviceWorker' in navigator)) return
    const ended = new AbortController()
    navigator.serviceWorker.addEventListener('message', ({ data }) => open((data as { open?: unknown } | null)?.open), {
      signal: ended.signal,
    })
    // It is noted the next time if the shop can't be reached.
    void navigator.serviceWorker
      .getRegistration('/seller/')
      .then(async (registration) => registration && (await loadDevice()).noteDevice())
      .catch(() => {})
    return () => ended.abort()
  }, [account])
}

/** Ends the notices on this browser, before its user logs out. */
export async function endPush(): Promise<void> {
  if (
    'serviceWorker' in navigator &&
    (await navigator.serviceWorker.getRegistration('/seller/').catch(() => undefined))
  )
    await loadDevice().then(
      ({ unsubscribe }) => unsubscribe(),
      () => {},
    )
}
