import { useSyncExternalStore } from 'react'

/** Returns false while the page is as the server rendered it, true from hydration on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

function subscribe() {
  return () => {}
}
