import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/** The focused part of a line: its remove button, or anything else. */
type Held = { id: string; remove: boolean }

/**
 * Keeps the focus in the cart. When the line that has it leaves, it goes to the same place of the next one, and to the
 * heading after the last; a line that is brought back gets it when its button is gone. Nobody's focus is taken who is
 * elsewhere by then.
 *
 * The lines are found by `data-line`, their buttons for leaving by `data-remove`.
 */
export function useLineFocus(ids: readonly string[], heading: RefObject<HTMLElement | null>) {
  const list = useRef<HTMLUListElement>(null)
  const held = useRef<Held>(undefined)
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
    /** For the list itself. */
    onFocus: ({ target }: { target: EventTarget }) => {
      const id = target instanceof HTMLElement && target.closest<HTMLElement>('[data-line]')?.dataset.line
      held.current = id ? { id, remove: (target as HTMLElement).hasAttribute('data-remove') } : undefined
    },
    onBlur: () => {
      held.current = undefined
    },
    /** The line with this id is on its way back. */
    awaitLine: (id: string) => {
      awaited.current = id
      // It may be there already.
      if (before.current.includes(id)) {
        awaited.current = undefined
        focusLine(id, false)
      }
    },
  }
}
