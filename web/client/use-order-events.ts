import { useEffect, useEffectEvent } from 'react'
import { streams } from '../../contract/paths/call-paths.ts'
import { whenReconnected } from './connection.ts'
import { followOrders, type OrderChange } from './order-events.ts'
import { refreshSession, sessionNow } from './session.ts'
import { openStream } from './shared-stream.ts'

/**
 * Calls `onChange` when orders are new or changed, by a stream that all tabs of the browser share. Each time the stream
 * at `url` is opened, and while there is none, the list of changes is empty, since anything may have changed. Doesn't
 * listen while `url` is undefined or, unless `whileHidden`, while the page is hidden.
 */
export function useOrderEvents(
  url: string | undefined,
  onChange: (changes: OrderChange[]) => void,
  { whileHidden = false }: { whileHidden?: boolean } = {},
): void {
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    if (url === undefined) return
    let following: ReturnType<typeof followOrders> | undefined
    const start = () => {
      following ??= followOrders({
        open: () => openStream(url, accountOf(url)),
        refresh: () => refreshSession({ fresh: true }),
        onChange: (changes) => changed(changes),
      })
    }
    const stop = () => {
      following?.close()
      following = undefined
    }
    const startOrStop = () => (whileHidden || document.visibilityState === 'visible' ? start() : stop())

    const ended = new AbortController()
    const { signal } = ended
    document.addEventListener('visibilitychange', startOrStop, { signal })
    // A page with an open stream can't be stored in the back/forward cache.
    window.addEventListener('pagehide', stop, { signal })
    window.addEventListener('pageshow', startOrStop, { signal })
    const endReconnect = whenReconnected(() => following?.retry())
    startOrStop()
    return () => {
      ended.abort()
      endReconnect()
      stop()
    }
  }, [url, whileHidden])
}

/** Returns the signed-in account of a stream: tabs share it only for the same account. */
function accountOf(url: string): string {
  const { user, sellerEmail } = sessionNow()
  return (url === streams.seller ? sellerEmail : user?._id) ?? ''
}
