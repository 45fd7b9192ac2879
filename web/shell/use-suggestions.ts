import { useEffect, useState } from 'react'
import type { Product } from '../../contract/entities.ts'
import { api } from '../client/api.ts'

/** Milliseconds without typing before suggestions are requested. */
const debounce = 120

/** The state of the list below a search box with this text. `active` is the index of the highlighted product, or -1. */
export function useSuggestions(text: string) {
  const [open, setOpen] = useState(false)
  const [highlighted, setHighlighted] = useState(-1)
  const products = useFound(text, open)
  const active = Math.min(highlighted, products.length - 1)

  function show(isOpen: boolean) {
    setOpen(isOpen)
    setHighlighted(-1)
  }

  /** Opens the list and highlights the next or previous product. Between the last and the first none is highlighted. */
  function move(step: 1 | -1) {
    setOpen(true)
    const positions = products.length + 1
    setHighlighted(((active + 1 + step + positions) % positions) - 1)
  }

  return { products, active, show, move, isShown: open && products.length > 0 }
}

/** Returns suggestions for a text. Older replies never replace newer ones, and are shown until the next one arrives. */
function useFound(text: string, wanted: boolean): Product[] {
  const [found, setFound] = useState<Product[]>([])
  const q = text.trim()
  useEffect(() => {
    if (!wanted || q === '') return setFound([])
    const ended = new AbortController()
    const { signal } = ended
    const timer = setTimeout(() => {
      api.product.suggest({ q }, { signal }).then(
        (reply) => {
          if (!signal.aborted) setFound(reply.success ? reply.products : [])
        },
        // The search works without suggestions; a banner reports a lost connection.
        () => {},
      )
    }, debounce)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [q, wanted])
  return found
}
