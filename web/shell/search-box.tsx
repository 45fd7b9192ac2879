import { useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { m } from '../messages/messages.ts'
import { useLazy } from '../page/lazy.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { useSearchText } from '../ui/use-search-text.ts'
import type { ComboboxProps } from './search-panel.tsx'

const loadPanel = () => import('./search-panel.tsx')

/**
 * The search of the header. Typing navigates to the list of all products. It is a combobox, whose list and keys are in
 * a script of their own (search-panel.tsx), loaded when the box gets the focus: the box is on every page.
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
  const [used, setUsed] = useState<'focused' | 'opened'>()
  const [combobox, setCombobox] = useState<ComboboxProps>({ 'aria-expanded': false })
  const Panel = useLazy(loadPanel, !!used)

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
          onType={(text) => {
            setUsed('opened')
            type(text)
          }}
          onFocus={() => setUsed((before) => before ?? 'focused')}
          onClick={() => setUsed('opened')}
          className="min-h-11 md:min-h-12"
          {...combobox}
        />
        {Panel && (
          <Panel
            id={listId}
            input={input}
            searchText={searchText}
            startOpen={used === 'opened'}
            onCombobox={setCombobox}
          />
        )}
      </form>
    </search>
  )
}
