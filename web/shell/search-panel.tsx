import type { ComponentProps, ReactNode, RefObject } from 'react'
import type { NavigateFunction } from 'react-router'
import { m } from '../messages/messages.ts'
import { focusHeading } from '../page/focus-heading.ts'
import { shop } from '../shop.ts'
import type { SearchText } from '../ui/use-search-text.ts'
import { boxActionOf, movedActive } from './combobox-keys.ts'
import { forgetSearches, pastSearches, rememberSearch } from './past-searches.ts'
import { readSuggestions } from './read-suggestions.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { type Row, rowsOf, type Suggestions } from './suggestion-rows.ts'

/** Whether the list is open, and the key of its highlighted row. */
export type ListState = { open: boolean; activeKey?: string | undefined }

type Search = {
  /** The list's id. */
  id: string
  input: RefObject<HTMLInputElement | null>
  searchText: SearchText
  user: { _id: string } | null
  navigate: NavigateFunction
  list: ListState
  setList: (list: ListState) => void
  found: Suggestions | undefined
}

type ComboboxProps = Pick<
  ComponentProps<'input'>,
  'aria-expanded' | 'aria-controls' | 'aria-activedescendant' | 'onKeyDown' | 'onBlur'
>

/** True while the focus leaves because a row was chosen: the text is only the beginning of a word. */
let isChoosing = false

/**
 * Returns the props of the search box and the list below it. The box is a combobox by the ARIA Authoring Practices
 * (list autocomplete with manual selection): the focus stays in the box, arrow keys highlight a row, Enter chooses it,
 * Escape closes the list and then empties the box, Alt with an arrow key opens and closes it.
 */
function comboboxOf(search: Search): { props: ComboboxProps; below: ReactNode } {
  const { id, setList } = search
  const userId = userIdOf(search)
  const [text, type] = search.searchText
  const { open, activeKey } = search.list
  const rows = open ? rowsOf(text, pastSearches(userId), shop.categories, search.found) : []
  const shown = rows.length > 0
  const active = rows.findIndex(({ key }) => key === activeKey)
  const chosen = rows[active]
  const close = () => setList({ open: false })

  function onKeyDown(event: Parameters<NonNullable<ComboboxProps['onKeyDown']>>[0]) {
    const action = boxActionOf(event, { shown, isHighlighted: chosen !== undefined })
    if (action === 'submit') rememberSearch(text, userId)
    if (action === 'submit' || action === 'close') close()
    else if (action === 'empty') type('')
    else if (action === 'open') setList({ open: true, activeKey })
    else if (action === 'choose' && chosen) choose(search, chosen)
    else if (typeof action === 'number')
      setList({ open: true, activeKey: rows[movedActive(active, action, rows.length)]?.key })
    if (action !== undefined && action !== 'submit') event.preventDefault()
  }

  return {
    props: {
      'aria-expanded': shown,
      'aria-controls': shown ? id : undefined,
      'aria-activedescendant': chosen && `${id}-${active}`,
      onKeyDown,
      onBlur() {
        // If the focus moves on to the list, the word is complete; if the window loses the focus, it may not be.
        if (document.hasFocus() && !isChoosing) rememberSearch(text, userId)
        close()
      },
    },
    below: (
      <>
        {shown && <SuggestionList id={id} rows={rows} active={active} onChoose={(row) => choose(search, row)} />}
        <span role="status" className="sr-only">
          {shown ? m.shell_search_count({ count: rows.filter(({ kind }) => kind !== 'forget').length }) : ''}
        </span>
      </>
    ),
  }
}

const userIdOf = ({ user }: Pick<Search, 'user'>) => user?._id ?? null

function choose(search: Search, row: Row) {
  const [, type, flush] = search.searchText
  search.setList({ open: false })
  if (row.kind === 'forget') return forgetSearches()
  // Otherwise a phone's keyboard stays open. The heading of another screen gets the focus later; on the same screen it
  // keeps it.
  isChoosing = true
  search.input.current?.blur()
  focusHeading()
  isChoosing = false
  if ('q' in row) {
    rememberSearch(row.q, userIdOf(search))
    type(row.q)
    return flush('send')
  }
  flush('drop')
  search.navigate(row.to)
}

export default { comboboxOf, readSuggestions }
