import { useCallback, useEffect, useRef, useState } from 'react'
import { failureWords } from './api.ts'
import { whenReconnected } from './connection.ts'

type Agreed = { success: true }
type Refused = { success: false; message: string }

/** What a screen knows of something that it reads from the shop. While it is read again, the old data stays. */
export type Read<T> = {
  data: T | undefined
  /** The shop's words, or the error's where no reply came. */
  failure: string | undefined
  loading: boolean
  again: () => void
}

/**
 * Reads in the browser once `key` is known, again when it changes, on `again`, and when the shop is reachable after a
 * failure. Nothing is read while `key` is undefined.
 */
export function useRead<R extends Agreed | Refused>(
  key: string | undefined,
  read: (signal: AbortSignal) => Promise<R>,
): Read<Extract<R, Agreed>> {
  const [state, setState] = useState<{ key?: string; data?: Extract<R, Agreed>; failure?: string; loading: boolean }>({
    loading: true,
  })
  const [round, setRound] = useState(0)
  const latest = useRef(read)
  latest.current = read

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads the same key again
  useEffect(() => {
    if (key === undefined) return
    const ended = new AbortController()
    setState((before) => ({ ...(before.key === key && { data: before.data }), key, loading: true }))
    latest.current(ended.signal).then(
      (reply: Agreed | Refused) => {
        if (ended.signal.aborted) return
        if (reply.success) setState({ key, data: reply as Extract<R, Agreed>, loading: false })
        else setState((before) => ({ ...before, failure: reply.message, loading: false }))
      },
      (error) => {
        if (!ended.signal.aborted) setState((before) => ({ ...before, failure: failureWords(error), loading: false }))
      },
    )
    return () => ended.abort()
  }, [key, round])

  const again = useCallback(() => setRound((before) => before + 1), [])
  const failed = state.failure !== undefined
  useEffect(() => (failed ? whenReconnected(again) : undefined), [failed, again])

  const current = state.key === key
  return {
    data: current ? state.data : undefined,
    failure: current ? state.failure : undefined,
    loading: !current || state.loading,
    again,
  }
}
