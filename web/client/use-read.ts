import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { whenReconnected } from './connection.ts'
import { makeReader, type Reader, type ReadFailure, type ReadState, type ReadSuccess } from './reader.ts'

/** The state of data that a screen reads. */
export type ReadHandle<Data> = ReadState<Data> & Pick<Reader<Data>, 'reload' | 'changed'>

/**
 * Runs a reader while a component is mounted, and repeats a failed read at once when the shop is reachable again, or
 * the page is used again.
 */
export function useReader(reader: Pick<Reader<unknown>, 'start' | 'stop' | 'retry'> | undefined): void {
  useEffect(() => {
    if (!reader) return
    reader.start()
    const endReconnect = whenReconnected(reader.retry)
    const ended = new AbortController()
    for (const event of ['online', 'focus']) window.addEventListener(event, reader.retry, { signal: ended.signal })
    return () => {
      endReconnect()
      ended.abort()
      reader.stop()
    }
  }, [reader])
}

/** Returns the value that `make` made for a key, until the key changes; then `make` gets the previous value. */
export function useKeyed<T>(key: string | undefined, make: (before: T | undefined) => T): T {
  const [keyed, setKeyed] = useState(() => ({ key, value: make(undefined) }))
  if (keyed.key === key) return keyed.value
  const next = { key, value: make(keyed.value) }
  setKeyed(next)
  return next.value
}

/**
 * Reads in the browser once `key` is known, when it changes, on `reload` or `changed`, and, after a failure, when the
 * shop is reachable again. Reads nothing while `key` is undefined. `reload` and `changed` stay the same functions, and
 * are of the current key: a call whose reply arrives after the key has changed reloads what is shown by then.
 */
export function useRead<R extends ReadSuccess | ReadFailure>(
  key: string | undefined,
  read: (signal: AbortSignal) => Promise<R>,
): ReadHandle<Extract<R, ReadSuccess>> {
  const latest = useRef(read)
  useLayoutEffect(() => {
    latest.current = read
  })
  const reader = useKeyed(key, () =>
    makeReader<R, Extract<R, ReadSuccess>>({ read: (signal) => latest.current(signal), take: (reply) => reply }),
  )
  const current = useRef(reader)
  useLayoutEffect(() => {
    current.current = reader
  })
  const [calls] = useState(() => ({
    reload: () => current.current.reload(),
    changed: () => current.current.changed(),
  }))
  useReader(key === undefined ? undefined : reader)
  return { ...reader.state.use(), ...calls }
}
