import { useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../client/session.ts'
import { m } from '../messages/messages.ts'
import { useLazy } from '../page/lazy.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { useSearchText } from '../ui/use-search-text.ts'
import type { ListState } from './search-panel.tsx'
import type { Suggestions } from './suggestion-rows.ts'

const loadPanel = () => import('./search-panel.tsx')

/**
 * The search of the header. Typing navigates to the list of all products. It is a combobox, whose state is here; its
 * list, keys and requests are in a script of their own (search-panel.tsx), loaded when the box gets the focus: the box
 * is on every page.
 */
export function SearchBox() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const query = pathname === '/products' ? (new URLSearchParams(search).get('q') ?? '') : ''
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const searchText = useSearchText(query, (q) => {
    const onList = window.location.pathname === '/products'
    // Emptying the box on another screen doesn't navigate to all products.
    if (q === '' && !onList) return
    navigate(q === '' ? '/products' : `/products?${new URLSearchParams({ q })}`, {
      replace: onList,
      preventScrollReset: onList,
    })
  })
  const [text, type, flush] = searchText
  const { user } = useSession()
  const [isUsed, setUsed] = useState(false)
  const [list, setList] = useState<ListState>({ open: false })
  /** The suggestions for the text; until the reply arrives those for the text before it. */
  const [found, setFound] = useState<Suggestions>()
  const panel = useLazy(loadPanel, isUsed || list.open)
  const wanted = list.open ? text.trim() : ''
  useEffect(() => panel?.readSuggestions(wanted, setFound), [panel, wanted])
  const combobox = panel?.comboboxOf({ id: listId, input, searchText, user, navigate, list, setList, found })

  return (
    <search>
      <form
        action="/products"
        onSubmit={(event) => {
          event.preventDefault()
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
          aria-autocomplete="list"
          placeholder={m.shell_search_hint()}
          text={text}
          onType={type}
          onFocus={() => setUsed(true)}
          onInput={() => setList({ open: true })}
          onClick={() => setList({ ...list, open: true })}
          aria-expanded={false}
          className="min-h-11 md:min-h-12"
          {...combobox?.props}
        />
        {combobox?.below}
      </form>
    </search>
  )
}
