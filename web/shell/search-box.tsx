import { type KeyboardEvent, useId, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Product } from '../../contract/entities.ts'
import { m } from '../messages/messages.ts'
import { useLazy } from '../page/lazy.tsx'
import { productPath } from '../product/product-name.ts'
import { SearchInput } from '../ui/search-input.tsx'
import { useSearchText } from '../ui/use-search-text.ts'
import { useSuggestions } from './use-suggestions.ts'

const loadList = () => import('./suggestion-list.tsx')

/**
 * The search of the header: a combobox. Typing navigates to the list of all products; the suggestions are links to
 * products. Our own code instead of a library's, because it is on every page and must be small.
 */
export function SearchBox() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const query = pathname === '/products' ? (new URLSearchParams(search).get('q') ?? '') : ''
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, type, flush] = useSearchText(query, (q) => {
    const onList = window.location.pathname === '/products'
    // Emptying the box on another screen doesn't navigate to all products.
    if (q === '' && !onList) return
    navigate(q === '' ? '/products' : `/products?${new URLSearchParams({ q })}`, {
      replace: onList,
      preventScrollReset: onList,
    })
  })
  const { products, active, show, move, isShown } = useSuggestions(text)
  const SuggestionList = useLazy(loadList, isShown)
  const shown = isShown && SuggestionList !== undefined

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    const chosen = shown ? products[active] : undefined
    if (event.nativeEvent.isComposing) return
    if (key === 'Escape') {
      if (shown) show(false)
      else type('')
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && text !== '') move(key === 'ArrowDown' ? 1 : -1)
    else if (key === 'Enter' && chosen) choose(chosen)
    else return
    event.preventDefault()
  }

  function choose(product: Product) {
    show(false)
    flush('drop')
    // Otherwise a phone's keyboard stays open, and the heading doesn't get the focus.
    input.current?.blur()
    navigate(productPath(product))
  }

  return (
    <search>
      <form
        action="/products"
        onSubmit={(event) => {
          event.preventDefault()
          show(false)
          flush('send')
        }}
        className="relative"
      >
        <SearchInput
          ref={input}
          name="q"
          role="combobox"
          label={m.shell_search()}
          clearLabel={m.shell_search_clear()}
          aria-expanded={shown}
          aria-controls={shown ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
          placeholder={m.shell_search_hint()}
          text={text}
          onType={(typed) => {
            type(typed)
            show(typed !== '')
          }}
          onKeyDown={onKeyDown}
          onBlur={() => show(false)}
          className="min-h-11 md:min-h-12"
        />
        {shown && <SuggestionList id={listId} products={products} active={active} onChoose={choose} />}
        <span role="status" className="sr-only">
          {shown ? m.shell_search_count({ count: products.length }) : ''}
        </span>
      </form>
    </search>
  )
}
