import { useEffect, useState } from 'react'
import { api } from '../client/api.ts'
import type { Suggestions } from './suggestion-rows.ts'

const noSuggestions: Suggestions = { products: [] }

/**
 * Returns the server's suggestions for a text while they are `wanted`. Each text is requested at once, and the request
 * for the text before it is cancelled; its results are shown until the reply arrives.
 */
export function useSuggestions(text: string, wanted: boolean): Suggestions {
  const [found, setFound] = useState(noSuggestions)
  const q = text.trim()
  useEffect(() => {
    if (!wanted || q === '') return setFound(noSuggestions)
    const ended = new AbortController()
    const { signal } = ended
    api.product.suggest({ q }, { signal }).then(
      (reply) => {
        if (!signal.aborted) setFound(reply.success ? reply : noSuggestions)
      },
      // The search works without suggestions; a banner reports a lost connection.
      () => {},
    )
    return () => ended.abort()
  }, [q, wanted])
  return found
}
