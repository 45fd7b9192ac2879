import { display } from '../../contract/values/limits.ts'
import { makeStore } from '../store.ts'

/*
 * Toasts. The libraries for them either add style sheets by script, which the pages' Content-Security-Policy doesn't
 * allow, or would be the largest part of the home page's own script (decision 020).
 */

export type ToastAction = { label: string; onClick: () => void }
type ToastOptions = { action?: ToastAction }
export type ShownToast = {
  id: number
  kind: 'success' | 'note' | 'error'
  text: string
  action: ToastAction | undefined
  /** How often the same message was added while it was shown. */
  repeats: number
}

export const shownToasts = makeStore<readonly ShownToast[]>([])
let nextId = 1

/**
 * Shows a message for some seconds; beyond `display.toastsVisible` messages the oldest are removed. If the same message
 * is still shown, its time restarts. Returns a function that removes it, for messages that aren't true any more.
 */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  /** Neither a success nor an error: information about what comes next. */
  note: (text: string) => show('note', text),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
}

function show(kind: ShownToast['kind'], text: string, options: ToastOptions = {}): () => void {
  const before = shownToasts.get()
  const repeated = options.action
    ? undefined
    : before.find((each) => each.kind === kind && each.text === text && !each.action)
  const id = repeated?.id ?? nextId++
  const repeats = repeated ? repeated.repeats + 1 : 0
  const others = before.filter((each) => each.id !== id)
  shownToasts.set([...others, { id, kind, text, action: options.action, repeats }].slice(-display.toastsVisible))
  return () => dismissToast(id)
}

/** Removes a message. */
export function dismissToast(id: number): void {
  shownToasts.set(shownToasts.get().filter((each) => each.id !== id))
}

/** Removes the messages with this text. */
export function dismissText(text: string): void {
  shownToasts.set(shownToasts.get().filter((each) => each.text !== text))
}
