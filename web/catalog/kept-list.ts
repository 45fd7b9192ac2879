import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'

/*
 * Who goes back to a list sees at once what it showed when it was left, as browsers do it with whole pages. What has
 * changed meanwhile is read after that.
 */

/** What lists showed, by entry of the browser's history, the latest last. */
const kept = new Map<string, object>()
const most = 20

/** The entry whose list is on the screen. */
let shown: string | undefined

/** Milliseconds in which a list is on the screen before it is read again: the answer shall not come before the paint. */
const readAfter = 150

/** What a list shows: as it was left, for who goes back to it; otherwise what the shop says. */
export function listData<Data extends object>({
  request,
  serverLoader,
}: {
  request: Request
  serverLoader: () => Promise<Data>
}): Data | Promise<Data> {
  // Going back, the browser is at the entry by now; following a link, it is still where the link is.
  const { pathname, search } = new URL(request.url)
  const entry = entryOf(window.history.state?.key ?? 'default', pathname, search)
  const data = kept.get(entry) as Data | undefined
  if (!data) return serverLoader()
  if (entry !== shown) return data
  return serverLoader().catch((error) => {
    // The way to another page is an answer; without one the list stays as it is.
    if (error instanceof Response) throw error
    return data
  })
}

/** Keeps what a list shows, and reads it again when it was shown as it had been left. */
export function useKeptList(data: object): void {
  const { key, pathname, search } = useLocation()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const entry = entryOf(key, pathname, search)
    const reading = kept.get(entry) === data ? setTimeout(revalidate, readAfter) : undefined
    kept.delete(entry)
    kept.set(entry, data)
    for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest)
    shown = entry
    return () => {
      clearTimeout(reading)
      shown = undefined
    }
  }, [key, pathname, search, data, revalidate])
}

const entryOf = (key: string, pathname: string, search: string) => `${key} ${pathname}${search}`
