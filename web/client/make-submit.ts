import type { FormEvent } from 'react'
import { display } from '../../contract/values/limits.ts'
import { makeStore } from '../store.ts'
import { failureMessage } from './api.ts'

/*
 * Submitting a form: one call at a time, its refusal shown as a toast, as a message and at the fields. What is read
 * from the page and shown there is passed in as `SubmitDeps`.
 */

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

type Shown = Pick<Submit, 'pending' | 'slow' | 'message' | 'triesLeft' | 'fields'>

export type SubmitDeps = {
  /** Shows a message as a toast; returns the function that hides it. Undefined if no toasts are shown. */
  showToast: ((message: string) => () => void) | undefined
  /** Returns the errors that the browser finds in a form. */
  errorsOf: (form: HTMLFormElement) => Record<string, string>
  /** Returns the input of a form, by the names of its fields. */
  inputOf: (form: HTMLFormElement) => (name: string) => string
  /** Focuses the first field of a form that has one of these names. */
  focusFirst: (form: HTMLFormElement | null | undefined, names: readonly string[]) => void
}

const nothing: Shown = { pending: false, slow: false, message: undefined, triesLeft: undefined, fields: {} }

/** Makes the state of a form that is submitted. */
export function makeSubmit({ showToast, errorsOf, inputOf, focusFirst }: SubmitDeps) {
  const state = makeStore(nothing)
  const change = (shown: Partial<Shown>) => state.set({ ...state.get(), ...shown })
  let hideToast: (() => void) | undefined
  let hideLost: (() => void) | undefined

  async function send<R extends SubmitSuccess | SubmitRefusal>(
    call: () => Promise<R>,
    form?: HTMLFormElement | null,
  ): Promise<Extract<R, SubmitSuccess> | undefined> {
    if (state.get().pending) return undefined
    // The user acts on the last refusal.
    hideToast?.()
    state.set({ ...nothing, pending: true })
    const timer = setTimeout(() => change({ slow: true }), display.slowMilliseconds)
    try {
      const reply: SubmitSuccess | SubmitRefusal = await call()
      if (reply.success) {
        state.set(nothing)
        return reply as Extract<R, SubmitSuccess>
      }
      const { message, triesLeft, fields } = reply
      state.set({ ...nothing, message, triesLeft, fields: fields ?? {} })
      hideToast = showToast?.(message)
      if (fields) focusFirst(form, Object.keys(fields))
    } catch (error) {
      const message = failureMessage(error)
      state.set({ ...nothing, message })
      hideLost = hideToast = showToast?.(message)
    } finally {
      clearTimeout(timer)
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
    const input = inputOf(form)
    return send(() => call(input), form)
  }

  function show(fields: Record<string, string>, form?: HTMLFormElement | null) {
    change({ message: undefined, triesLeft: undefined, fields })
    focusFirst(form, Object.keys(fields))
  }

  function clearField(name: string) {
    const { [name]: error, ...fields } = state.get().fields
    if (error !== undefined) change({ fields })
  }

  function clear(name?: string) {
    hideToast?.()
    const { message, fields } = state.get()
    if (message === undefined && Object.keys(fields).length === 0) return
    const { [name ?? '']: _, ...others } = fields
    change({ message: undefined, triesLeft: undefined, fields: name === undefined ? {} : others })
  }

  return {
    state,
    calls: { send, submit, show, clearField, clear },
    /** Hides the toast about a lost reply: the screen is left. */
    leave: () => hideLost?.(),
  }
}
