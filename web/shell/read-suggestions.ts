import { api } from '../client/api.ts'
import type { Suggestions } from './suggestion-rows.ts'

/**
 * Reads the server's suggestions for a text, and calls `onFound` with them; with undefined if the text is empty or the
 * server refuses. Returns the function that cancels the request.
 */
export function readSuggestions(
  q: string,
  onFound: (found: Suggestions | undefined) => void,
): (() => void) | undefined {
  if (q === '') return void onFound(undefined)
  const ended = new AbortController()
  const { signal } = ended
  api.product.suggest({ q }, { signal }).then(
    (reply) => {
      if (!signal.aborted) onFound(reply.success ? reply : undefined)
    },
    // The search works without suggestions; a banner reports a lost connection.
    () => {},
  )
  return () => ended.abort()
}
