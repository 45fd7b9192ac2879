import { type FormEvent, useEffect, useRef, useState } from 'react'
import { fieldErrorMessage, requiredMessage } from '../../contract/messages/field-errors.ts'
import { display } from '../../contract/values/limits.ts'
import { getLocale } from '../messages/messages.ts'
import { toast } from '../ui/toast.ts'
import { failureMessage } from './api.ts'

type SubmitSuccess = { success: true }
type SubmitRefusal = {
  success: false
  message: string
  fields?: Record<string, string>
  triesLeft?: number
}

export type Submit = {
  /** A call is running; another press is ignored. */
  pending: boolean
  /** The call has taken long enough to show it. */
  slow: boolean
  /** The shop's message of refusal, or the error's if there was no reply. */
  message: string | undefined
  /** Tries left for a one-time code after a wrong one. */
  triesLeft: number | undefined
  /** Errors by field name. */
  fields: Record<string, string>
  /**
   * Makes the call once; returns its reply if it succeeded. Other results are shown, and the input stays. An error at
   * a field of `form` focuses it.
   */
  send: <R extends SubmitSuccess | SubmitRefusal>(
    call: () => Promise<R>,
    form?: HTMLFormElement | null,
  ) => Promise<Extract<R, SubmitSuccess> | undefined>
  /** Handles a form's submit: shows the browser's own validation errors, or makes the call with the input. */
  submit: <R extends SubmitSuccess | SubmitRefusal>(
    event: FormEvent<HTMLFormElement>,
    call: (value: (name: string) => string) => Promise<R>,
  ) => Promise<Extract<R, SubmitSuccess> | undefined>
  /** Shows errors found before sending; focuses the first field of `form` that has one. */
  show: (errors: Record<string, string>, form?: HTMLFormElement | null) => void
  clearField: (name: string) => void
  /** Hides the message of the last call, and the error of one field or of all. */
  clear: (name?: string) => void
}

/**
 * Submits a form: one call at a time, its refusal shown as a toast, as a message and at the fields. A form that shows
 * the message itself, as an alert, needs no toasts, which would cover its fields.
 */
export function useSubmit({ toasts = true } = {}): Submit {
  const busy = useRef(false)
  const hideToast = useRef<() => void>(undefined)
  const hideLost = useRef<() => void>(undefined)
  // Hides the toast about a lost reply when the screen is left.
  useEffect(() => () => hideLost.current?.(), [])
  const [state, setState] = useState<Pick<Submit, 'pending' | 'slow' | 'message' | 'triesLeft' | 'fields'>>({
    pending: false,
    slow: false,
    message: undefined,
    triesLeft: undefined,
    fields: {},
  })

  async function send<R extends SubmitSuccess | SubmitRefusal>(
    call: () => Promise<R>,
    form?: HTMLFormElement | null,
  ): Promise<Extract<R, SubmitSuccess> | undefined> {
    if (busy.current) return undefined
    busy.current = true
    // The user acts on the last refusal.
    hideToast.current?.()
    setState({ pending: true, slow: false, message: undefined, triesLeft: undefined, fields: {} })
    const timer = setTimeout(() => setState((before) => ({ ...before, slow: true })), display.slowMilliseconds)
    try {
      const reply: SubmitSuccess | SubmitRefusal = await call()
      setState({
        pending: false,
        slow: false,
        message: reply.success ? undefined : reply.message,
        triesLeft: reply.success ? undefined : reply.triesLeft,
        fields: (!reply.success && reply.fields) || {},
      })
      if (reply.success) return reply as Extract<R, SubmitSuccess>
      if (toasts) hideToast.current = toast.error(reply.message)
      if (reply.fields) focusFirst(form, Object.keys(reply.fields))
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

  async function submit<R extends SubmitSuccess | SubmitRefusal>(
    event: FormEvent<HTMLFormElement>,
    call: (value: (name: string) => string) => Promise<R>,
  ) {
    event.preventDefault()
    const form = event.currentTarget
    const errors = errorsOf(form)
    if (Object.keys(errors).length > 0) return void show(errors, form)
    const data = new FormData(form)
    return send(() => call((name) => String(data.get(name))), form)
  }

  function show(fields: Record<string, string>, form?: HTMLFormElement | null) {
    setState((before) => ({ ...before, message: undefined, triesLeft: undefined, fields }))
    focusFirst(form, Object.keys(fields))
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

  return { ...state, send, submit, show, clearField, clear }
}

/** Returns the errors that the browser finds in a form: an empty required field, an invalid e-mail address. */
export function errorsOf(form: HTMLFormElement): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement) || element.name === '' || element.validity.valid) continue
    const label = element.labels?.[0]?.textContent
    errors[element.name] =
      element.validity.valueMissing && label
        ? requiredMessage(label, getLocale())
        : fieldErrorMessage(element.type === 'email' ? 'email' : 'invalid', getLocale())
  }
  return errors
}

function focusFirst(form: HTMLFormElement | null | undefined, names: string[]): void {
  // After the errors are rendered, so that a screen reader reads the field together with its error.
  setTimeout(() => {
    const inputs = form?.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
      '[name]:is(input, select, textarea)',
    )
    for (const input of inputs ?? [])
      if (names.includes(input.name)) {
        input.focus()
        return
      }
  }, 0)
}
