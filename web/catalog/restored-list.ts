import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'

/*
 * Going back to a list shows its last state at once, like the browser's back/forward cache, and then reads the list
 * again (stale-while-revalidate).
 */

/** The data of lists by entry of the browser's history, the latest last. */
const snapshots = new Map<string, object>()
const maxSnapshots = 20

/** The entry whose list is on the screen. */
let shownEntry: string | undefined

/** Milliseconds after which a restored list is read again, so that the reply doesn't arrive before the paint. */
const readAfter = 150

/** Returns a list's data: after going back, its last state; otherwise from the server. */
export function listData<Data extends object>({
  request,
  serverLoader,
}: {
  request: Request
  serverLoader: () => Promise<Data>
}): Data | Promise<Data> {
  // When going back, the browser is at the list's entry already; when following a link, still at the link's.
  const { pathname, search } = new URL(request.url)
  const entry = entryOf(window.history.state?.key ?? 'default', pathname, search)
  const data = snapshots.get(entry) as Data | undefined
  if (!data) return serverLoader()
  if (entry !== shownEntry) return data
  return serverLoader().catch((error) => {
    // A redirect is thrown as a Response; after a failed call the list stays unchanged.
    if (error instanceof Response) throw error
    return data
  })
}

/** Stores a list's data for going back, and reads it again if it was restored. */
export function useRestoredList(data: object): void {
  const { key, pathname, search } = useLocation()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const entry = entryOf(key, pathname, search)
    const reading = snapshots.get(entry) === data ? setTimeout(revalidate, readAfter) : undefined
    snapshots.delete(entry)
    snapshots.set(entry, data)
    for (const oldest of snapshots.keys()) if (snapshots.size > maxSnapshots) snapshots.delete(oldest)
    shownEntry = entry
    return () => {
      clearTimeout(reading)
      shownEntry = undefined
    }
  }, [key, pathname, search, data, revalidate])
}

const entryOf = (key: string, pathname: string, search: string) => `${key} ${pathname}${search}`
