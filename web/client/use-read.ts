import { useEffect, useRef, useState } from 'react'
import { whenReconnected } from './connection.ts'
import { type Agreed, type Known, makeReader, type Reader, type Refused } from './reader.ts'

/** What a screen knows of something that it reads. */
export type Read<Data> = Known<Data> & Pick<Reader<Data>, 'again' | 'changed'>

/** Lets a reader read while a component is shown, and again when the shop is reachable after a failure. */
export function useReader(reader: Pick<Reader<unknown>, 'start' | 'stop' | 'reconnected'> | undefined): void {
  useEffect(() => {
    if (!reader) return
    reader.start()
    const endReconnect = whenReconnected(reader.reconnected)
    return () => {
      endReconnect()
      reader.stop()
    }
  }, [reader])
}

/** What is made for a key, until the key is another one; then what was made for the one before is told to `make`. */
export function useMade<T>(key: string | undefined, make: (before: T | undefined) => T): T {
  const [made, setMade] = useState(() => ({ key, it: make(undefined) }))
  if (made.key === key) return made.it
  const next = { key, it: make(made.it) }
  setMade(next)
  return next.it
}

/**
 * Reads in the browser once `key` is known, again when it changes, on `again` or `changed`, and when the shop is
 * reachable after a failure. Nothing is read while `key` is undefined.
 */
export function useRead<R extends Agreed | Refused>(
  key: string | undefined,
  read: (signal: AbortSignal) => Promise<R>,
): Read<Extract<R, Agreed>> {
  const latest = useRef(read)
  latest.current = read
  const reader = useMade(key, () =>
    makeReader<R, Extract<R, Agreed>>({ read: (signal) => latest.current(signal), take: (reply) => reply }),
  )
  useReader(key === undefined ? undefined : reader)
  return { ...reader.state.use(), again: reader.again, changed: reader.changed }
}
