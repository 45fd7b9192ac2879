import { type ComponentProps, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../client/session.ts'
import { m } from '../messages/messages.ts'
import { focusHeading } from '../page/focus-heading.ts'
import { shop } from '../shop.ts'
import type { SearchText } from '../ui/use-search-text.ts'
import { forgetSearches, pastSearches, rememberSearch } from './past-searches.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { type Row, rowsOf } from './suggestion-rows.ts'
import { useSuggestions } from './use-suggestions.ts'

/** The props that an open or closed list sets on the search's input. */
export type ComboboxProps = Pick<
  ComponentProps<'input'>,
  'aria-expanded' | 'aria-controls' | 'aria-activedescendant' | 'onKeyDown' | 'onInput' | 'onClick' | 'onBlur'
>

type SearchPanelProps = {
  id: string
  input: RefObject<HTMLInputElement | null>
  searchText: SearchText
  startOpen: boolean
  /** Receives the props for the input, when they change. */
  onCombobox: (props: ComboboxProps) => void
}

/**
 * The list below the search box, and the behaviour of the box as a combobox by the ARIA Authoring Practices (list
 * autocomplete with manual selection): the focus stays in the box, arrow keys highlight a row, Enter chooses it, Escape
 * closes the list and then empties the box, Alt with an arrow key opens and closes it.
 */
export default function SearchPanel({ id, input, searchText, startOpen, onCombobox }: SearchPanelProps) {
  const navigate = useNavigate()
  const userId = useSession().user?._id ?? null
  const [text, type, flush] = searchText
  const [open, setOpen] = useState(startOpen)
  const [activeKey, setActiveKey] = useState<string>()
  /** The focus leaves because a row was chosen: the text is only the beginning of a word. */
  const isChosen = useRef(false)
  const found = useSuggestions(text, open)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads what is stored whenever it opens
  const past = useMemo(() => pastSearches(userId), [open, userId])
  const rows = useMemo(() => (open ? rowsOf(text, past, shop.categories, found) : []), [open, text, past, found])
  const shown = rows.length > 0
  const active = rows.findIndex(({ key }) => key === activeKey)

  function show(isOpen: boolean) {
    setOpen(isOpen)
    setActiveKey(undefined)
  }

  /** Highlights the next or previous row. Between the last and the first none is highlighted. */
  function move(step: 1 | -1) {
    const positions = rows.length + 1
    setActiveKey(rows[((active + 1 + step + positions) % positions) - 1]?.key)
  }

  function choose(row: Row) {
    show(false)
    if (row.kind === 'forget') return forgetSearches()
    // Otherwise a phone's keyboard stays open. The heading of another screen gets the focus later; on the same screen
    // it keeps it.
    isChosen.current = true
    input.current?.blur()
    focusHeading()
    isChosen.current = false
    if ('q' in row) {
      rememberSearch(row.q, userId)
      type(row.q)
      return flush('send')
    }
    flush('drop')
    navigate(row.to)
  }

  const handlers = {
    onKeyDown(event) {
      const { key, altKey } = event
      const chosen = rows[active]
      if (event.nativeEvent.isComposing) return
      if (key === 'Enter' && !chosen) {
        // The form is submitted.
        rememberSearch(text, userId)
        return show(false)
      }
      if (key === 'Escape') {
        if (shown) show(false)
        else type('')
      } else if (key === 'ArrowUp' && altKey) show(false)
      else if (key === 'ArrowDown' || key === 'ArrowUp') {
        setOpen(true)
        if (!altKey) move(key === 'ArrowDown' ? 1 : -1)
      } else if (key === 'Enter' && chosen) choose(chosen)
      else return
      event.preventDefault()
    },
    onInput: () => show(true),
    onClick: () => setOpen(true),
    onBlur() {
      // If the focus moves on to the list, the word is complete; if the window loses the focus, it may not be.
      if (document.hasFocus() && !isChosen.current) rememberSearch(text, userId)
      show(false)
    },
  } satisfies ComboboxProps
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })

  useLayoutEffect(() => {
    onCombobox({
      'aria-expanded': shown,
      'aria-controls': shown ? id : undefined,
      'aria-activedescendant': active >= 0 ? `${id}-${active}` : undefined,
      onKeyDown: (event) => latest.current.onKeyDown(event),
      onInput: () => latest.current.onInput(),
      onClick: () => latest.current.onClick(),
      onBlur: () => latest.current.onBlur(),
    })
  }, [onCombobox, id, shown, active])

  return (
    <>
      {shown && <SuggestionList id={id} rows={rows} active={active} onChoose={choose} />}
      <span role="status" className="sr-only">
        {shown ? m.shell_search_count({ count: rows.filter(({ kind }) => kind !== 'forget').length }) : ''}
      </span>
    </>
  )
}
