import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/** The focused line, and whether its remove button has the focus. */
type HeldFocus = { id: string; remove: boolean }

/**
 * Keeps the keyboard focus in the cart. When the focused line is removed, the focus moves to the same control of the
 * next line, and after the last line to the heading; a restored line gets it back from the toast's button. A focus that
 * has moved elsewhere meanwhile is left alone.
 *
 * Lines are found by `data-line`, their remove buttons by `data-remove`.
 */
export function useLineFocus(ids: readonly string[], heading: RefObject<HTMLElement | null>) {
  const list = useRef<HTMLUListElement>(null)
  const held = useRef<HeldFocus>(undefined)
  const awaited = useRef<string>(undefined)
  const before = useRef(ids)

  const focusLine = useCallback((id: string, remove: boolean): boolean => {
    const line = list.current?.querySelector(`[data-line="${id}"]`)
    const control = line?.querySelector<HTMLElement>(remove ? '[data-remove]' : 'select')
    control?.focus()
    return control !== undefined && control !== null
  }, [])

  useLayoutEffect(() => {
    const last = before.current
    before.current = ids
    const isFree = document.activeElement === document.body || document.activeElement === null
    if (awaited.current !== undefined && ids.includes(awaited.current)) {
      if (isFree) focusLine(awaited.current, false)
      awaited.current = undefined
    }
    const gone = held.current
    if (!gone || ids.includes(gone.id)) return
    held.current = undefined
    if (!isFree) return
    const next = ids[last.indexOf(gone.id)] ?? ids.at(-1)
    if (next === undefined || !focusLine(next, gone.remove)) heading.current?.focus()
  }, [ids, heading, focusLine])

  return {
    list,
    /** For the list element, like `onBlur`. */
    onFocus: ({ target }: { target: EventTarget }) => {
      const id = target instanceof HTMLElement && target.closest<HTMLElement>('[data-line]')?.dataset.line
      held.current = id ? { id, remove: (target as HTMLElement).hasAttribute('data-remove') } : undefined
    },
    onBlur: () => {
      held.current = undefined
    },
    /** Focuses the line with this id as soon as it is restored. */
    awaitLine: (id: string) => {
      awaited.current = id
      // It may be restored already.
      if (before.current.includes(id)) {
        awaited.current = undefined
        focusLine(id, false)
      }
    },
  }
}
