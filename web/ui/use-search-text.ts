import { useEffect, useRef, useState } from 'react'

/** Milliseconds of no typing before the address follows. */
const followAfter = 200

/** `send` what was typed last right now, or `drop` what still waits. */
type Flush = (what: 'send' | 'drop') => void

/**
 * The text of a search box whose search stands in the address. What is typed is shown at once and sent on after a
 * moment; an address that comes from elsewhere (Back, a link) replaces it, one that only catches up with what was
 * typed doesn't, so that no letter is lost on a slow connection.
 */
export function useSearchText(
  query: string,
  send: (query: string) => void,
): [text: string, type: (text: string) => void, flush: Flush] {
  const [text, setText] = useState(query)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const typed = useRef(query)
  const sent = useRef(new Set<string>())
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })

  useEffect(() => {
    if (sent.current.has(query)) {
      if (query === typed.current) sent.current.clear()
      return
    }
    sent.current.clear()
    if (timer.current !== undefined) return
    typed.current = query
    setText(query)
  }, [query])
  useEffect(() => () => clearTimeout(timer.current), [])

  function flush(what: 'send' | 'drop') {
    clearTimeout(timer.current)
    timer.current = undefined
    if (what === 'drop') {
      typed.current = query
      setText(query)
      return
    }
    sent.current.add(typed.current.trim())
    latest.current(typed.current.trim())
  }

  function type(next: string) {
    setText(next)
    typed.current = next
    clearTimeout(timer.current)
    timer.current = setTimeout(() => flush('send'), followAfter)
  }

  return [text, type, flush]
}
