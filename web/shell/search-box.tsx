import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Form, useLocation, useNavigate } from 'react-router'
import { limits } from '../../contract/limits.ts'
import { api } from '../client/api.ts'
import { m } from '../messages/messages.ts'
import type { CardProduct } from '../product/card-product.ts'
import { nameOf, productPath } from '../product/product-words.ts'
import { Search, X } from '../ui/icons.tsx'
import { Picture } from '../ui/picture.tsx'
import { formatAmount } from '../ui/price.tsx'
import { useSearchText } from '../ui/use-search-text.ts'

/** Milliseconds without typing before suggestions are requested. */
const suggestAfter = 120

/**
 * The search of the header: a combobox. Typing navigates to the list of all products; the suggestions are links to products.
 * Not a library's, because it is on every page and must be small.
 */
export function SearchBox() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const onList = pathname === '/products'
  const query = onList ? (new URLSearchParams(search).get('q') ?? '') : ''
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, type, flush] = useSearchText(query, (q) => {
    const here = window.location.pathname === '/products'
    // Emptying the box on another screen doesn't navigate to all products.
    if (q === '' && !here) return
    navigate(q === '' ? '/products' : `/products?${new URLSearchParams({ q })}`, {
      replace: here,
      preventScrollReset: here,
    })
  })
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const found = useSuggestions(text, open)
  const shown = open && found.length > 0
  const activeIndex = Math.min(active, found.length - 1)

  function leave() {
    setOpen(false)
    setActive(-1)
  }

  function pressed(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      if (shown) leave()
      else type('')
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (text === '') return
      event.preventDefault()
      setOpen(true)
      // One more than there are suggestions, for the input itself.
      const places = found.length + 1
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive(((activeIndex + 1 + step + places) % places) - 1)
    } else if (event.key === 'Enter') {
      const chosen = shown ? found[activeIndex] : undefined
      if (!chosen) return
      event.preventDefault()
      choose(chosen)
    }
  }

  function choose(product: CardProduct) {
    leave()
    flush('drop')
    // Otherwise a phone's keyboard stays open, and the heading doesn't get the focus.
    input.current?.blur()
    navigate(productPath(product))
  }

  return (
    <Form
      role="search"
      action="/products"
      onSubmit={(event) => {
        event.preventDefault()
        leave()
        flush('send')
      }}
      className="relative"
    >
      <Search className="pointer-events-none absolute inset-y-0 start-4 z-1 my-auto size-5 text-muted" aria-hidden />
      <input
        ref={input}
        type="search"
        name="q"
        role="combobox"
        aria-label={m.shell_search()}
        aria-expanded={shown}
        aria-controls={shown ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={shown && activeIndex >= 0 ? `${id}-${activeIndex}` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={limits.searchText}
        placeholder={m.shell_search_hint()}
        value={text}
        onChange={(event) => {
          type(event.target.value)
          setOpen(true)
          setActive(-1)
        }}
        onKeyDown={pressed}
        onBlur={leave}
        className="min-h-11 w-full min-w-0 truncate rounded-full border border-edge bg-surface ps-11.5 pe-11 text-ink transition-colors hover:border-leaf focus-visible:border-leaf md:min-h-12"
      />
      {text !== '' && (
        <button
          type="button"
          aria-label={m.shell_search_clear()}
          onClick={() => {
            type('')
            input.current?.focus()
          }}
          className="absolute inset-y-0 end-0 my-auto grid size-11 place-items-center rounded-full text-muted hover:text-ink"
        >
          <X className="size-5" aria-hidden />
        </button>
      )}
      {shown && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={m.shell_search_suggestions()}
          // A press must not move the focus from the input.
          onPointerDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-full z-50 mt-2 max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-2 shadow-float"
        >
          {found.map((product, index) => {
            const { name, lang } = nameOf(product)
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the input
              <div
                key={product._id}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === activeIndex}
                onClick={() => choose(product)}
                className="flex cursor-pointer items-center gap-3 rounded-tile p-2 hover:bg-leaf-soft aria-selected:bg-leaf-soft aria-selected:outline-2 aria-selected:outline-leaf aria-selected:-outline-offset-2"
              >
                <Picture image={product.image} sizes="48px" className="size-12 shrink-0 overflow-hidden rounded-tile" />
                <span className="grid min-w-0 grow leading-snug">
                  <span lang={lang} className="truncate font-medium">
                    {name}
                  </span>
                  {product.Weight && (
                    <span lang={product.weightLang} className="text-muted text-sm">
                      {product.Weight}
                    </span>
                  )}
                </span>
                <span className="figures font-semibold">{formatAmount(product.offerPrice)}</span>
              </div>
            )
          })}
        </div>
      )}
      <span role="status" className="sr-only">
        {shown ? m.shell_search_count({ count: found.length }) : ''}
      </span>
    </Form>
  )
}

/** Returns suggestions for a text. Older replies never replace newer ones, and are shown until the next one arrives. */
function useSuggestions(text: string, wanted: boolean): CardProduct[] {
  const [found, setFound] = useState<CardProduct[]>([])
  const q = text.trim()
  useEffect(() => {
    if (!wanted || q === '') return setFound([])
    const ended = new AbortController()
    const timer = setTimeout(() => {
      Promise.all([
        api.product.suggest({ q }, { signal: ended.signal }),
        // Loaded on demand: every page has this search, but it is seldom used.
        import('../product/card-product.ts'),
      ]).then(
        ([reply, { cardOf }]) => {
          if (!ended.signal.aborted) setFound(reply.success ? reply.products.map(cardOf) : [])
        },
        // The search works without suggestions; a banner reports a lost connection.
        () => {},
      )
    }, suggestAfter)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [q, wanted])
  return found
}
