import { type FormEvent, useEffect, useRef, useState } from 'react'
import { display } from '../../contract/limits.ts'
import { fieldFaultWords, requiredWords } from '../../contract/refusals.ts'
import { getLocale } from '../messages/messages.ts'
import { toast } from '../ui/toast.tsx'
import { failureMessage } from './api.ts'

type Agreed = { success: true }
type Refused = {
  success: false
  message: string
  fields?: Record<string, string> | undefined
  triesLeft?: number | undefined
}

export type Submit = {
  /** A call is under way; another press does nothing. */
  pending: boolean
  /** It has taken long enough to say so. */
  slow: boolean
  /** What the shop said no to, in its words, or the error's where no reply came. */
  message: string | undefined
  /** How often a one-time code may still be tried after a wrong one. */
  triesLeft: number | undefined
  /** Faults by field name. */
  fields: Record<string, string>
  /** Makes the call once; gives its reply when the shop agreed. Everything else is shown, and nothing typed is lost. */
  send: <R extends Agreed | Refused>(call: () => Promise<R>) => Promise<Extract<R, Agreed> | undefined>
  /** Answers a form's submit: shows the faults that the browser sees, or makes the call with what was typed. */
  sendTyped: <R extends Agreed | Refused>(
    event: FormEvent<HTMLFormElement>,
    call: (typed: (name: string) => string) => Promise<R>,
  ) => Promise<Extract<R, Agreed> | undefined>
  /** Shows faults found before sending; focus goes to the first. */
  show: (faults: Record<string, string>, form?: HTMLFormElement) => void
  clearField: (name: string) => void
  /** Takes away what was said about the last call, which is being answered; of the faults that of one field, or all. */
  clear: (name?: string) => void
}

/**
 * A form's way to the shop: one call at a time, its refusal shown as toast, as words and at the fields. A form that shows
 * the message itself, as an alert, does without toasts, which would lie over its fields.
 */
export function useSubmit({ toasts = true } = {}): Submit {
  const busy = useRef(false)
  const hideToast = useRef<() => void>(undefined)
  const hideLost = useRef<() => void>(undefined)
  // That a call wasn't answered means nothing any more on the screen that it led to after all.
  useEffect(() => () => hideLost.current?.(), [])
  const [state, setState] = useState<Pick<Submit, 'pending' | 'slow' | 'message' | 'triesLeft' | 'fields'>>({
    pending: false,
    slow: false,
    message: undefined,
    triesLeft: undefined,
    fields: {},
  })

  async function send<R extends Agreed | Refused>(call: () => Promise<R>): Promise<Extract<R, Agreed> | undefined> {
    if (busy.current) return undefined
    busy.current = true
    // The last refusal is being answered.
    hideToast.current?.()
    setState({ pending: true, slow: false, message: undefined, triesLeft: undefined, fields: {} })
    const timer = setTimeout(() => setState((before) => ({ ...before, slow: true })), display.slowMilliseconds)
    try {
      const reply: Agreed | Refused = await call()
      setState({
        pending: false,
        slow: false,
        message: reply.success ? undefined : reply.message,
        triesLeft: reply.success ? undefined : reply.triesLeft,
        fields: (!reply.success && reply.fields) || {},
      })
      if (reply.success) return reply as Extract<R, Agreed>
      if (toasts) hideToast.current = toast.error(reply.message)
      if (reply.fields) focusFirst(Object.keys(reply.fields))
    } catch (error) {
      const message = failureMessage(error)
      setState({ pending: false, slow: false, message, triesLeft: undefined, fields: {} })
      if (toasts) hideLost.current = hideToast.current = toast.error(message)
    } finally {
      clearTimeout(timer)
      busy.current = false
    }
    return undefined
  }

  async function sendTyped<R extends Agreed | Refused>(
    event: FormEvent<HTMLFormElement>,
    call: (typed: (name: string) => string) => Promise<R>,
  ) {
    event.preventDefault()
    const form = event.currentTarget
    const faults = faultsOf(form)
    if (Object.keys(faults).length > 0) return void show(faults, form)
    const typed = new FormData(form)
    return send(() => call((name) => String(typed.get(name))))
  }

  function show(fields: Record<string, string>, form?: HTMLFormElement) {
    setState((before) => ({ ...before, message: undefined, triesLeft: undefined, fields }))
    focusFirst(Object.keys(fields), form)
  }

  function clearField(name: string) {
    setState((before) => {
      if (!(name in before.fields)) return before
      const { [name]: _, ...fields } = before.fields
      return { ...before, fields }
    })
  }

  function clear(name?: string) {
    hideToast.current?.()
    setState((before) => {
      if (before.message === undefined && Object.keys(before.fields).length === 0) return before
      const { [name ?? '']: _, ...others } = before.fields
      return { ...before, message: undefined, triesLeft: undefined, fields: name === undefined ? {} : others }
    })
  }

  return { ...state, send, sendTyped, show, clearField, clear }
}

/** Faults that the browser itself sees in a form: an empty required field, an e-mail address that isn't one. */
export function faultsOf(form: HTMLFormElement): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement) || element.name === '' || element.validity.valid) continue
    const label = element.labels?.[0]?.textContent
    faults[element.name] =
      element.validity.valueMissing && label
        ? requiredWords(label, getLocale())
        : fieldFaultWords(element.type === 'email' ? 'email' : 'invalid', getLocale())
  }
  return faults
}

function focusFirst(names: string[], form?: HTMLFormElement): void {
  // After the faults are drawn, so that a screen reader reads the field together with its fault.
  setTimeout(() => {
    const inputs = (form ?? document).querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
      '[name]:is(input, select, textarea)',
    )
    for (const input of inputs)
      if (names.includes(input.name)) {
        input.focus()
        return
      }
  }, 0)
}
