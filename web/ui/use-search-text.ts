import { useEffect, useRef, useState } from 'react'

/** Milliseconds without typing before the URL is updated. */
const debounceMilliseconds = 200

/** `send` the typed text at once, or `drop` what hasn't been sent yet. */
type Flush = (what: 'send' | 'drop') => void

export type SearchText = [text: string, type: (text: string) => void, flush: Flush]

/**
 * The text of a search box whose search is in the URL. Typed text is shown at once and sent after a debounce. A URL
 * from elsewhere (Back, a link) replaces the text; one that this box sent doesn't, so that no letter is lost on a slow
 * connection.
 */
export function useSearchText(query: string, send: (query: string) => void): SearchText {
  const [text, setText] = useState(query)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const shown = useRef(query)
  const sent = useRef(new Set<string>())
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })

  useEffect(() => {
    if (sent.current.has(query)) {
      if (query === shown.current) sent.current.clear()
      return
    }
    sent.current.clear()
    if (timer.current !== undefined) return
    shown.current = query
    setText(query)
  }, [query])
  useEffect(() => () => clearTimeout(timer.current), [])

  function flush(what: 'send' | 'drop') {
    clearTimeout(timer.current)
    timer.current = undefined
    if (what === 'drop') {
      shown.current = query
      setText(query)
      return
    }
    sent.current.add(shown.current.trim())
    latest.current(shown.current.trim())
  }

  function type(next: string) {
    setText(next)
    shown.current = next
    clearTimeout(timer.current)
    timer.current = setTimeout(() => flush('send'), debounceMilliseconds)
  }

  return [text, type, flush]
}
