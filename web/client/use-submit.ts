import { useEffect, useState } from 'react'
import { fieldErrorMessage, requiredMessage } from '../../contract/messages/field-errors.ts'
import { isEmail } from '../../contract/values/email.ts'
import { getLocale } from '../messages/messages.ts'
import { toast } from '../ui/toast.ts'
import { makeSubmit, type Submit } from './make-submit.ts'

/** Submits a form. One that shows the message itself, as an alert, needs no toasts, which would cover its fields. */
export function useSubmit({ toasts = true } = {}): Submit {
  const [{ state, calls, leave }] = useState(() =>
    makeSubmit({ showToast: toasts ? (message) => toast.error(message) : undefined, errorsOf, inputOf, focusFirst }),
  )
  useEffect(() => leave, [leave])
  return { ...state.use(), ...calls }
}

/**
 * Returns the errors that can be found in a form before it is sent, so that all are marked at once: an empty required
 * field, an invalid e-mail address, and a text with fewer characters than its `minLength`.
 */
export function errorsOf(form: HTMLFormElement): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) || element.name === '')
      continue
    const error = errorIn(element)
    if (error !== undefined) errors[element.name] = error
  }
  return errors
}

function errorIn(field: HTMLInputElement | HTMLTextAreaElement): string | undefined {
  const { validity, required, type, value, minLength } = field
  const label = field.labels?.[0]?.textContent
  // Spaces are a part of a password.
  const isMissing = validity.valueMissing || (required && type !== 'password' && value.trim() === '')
  if (isMissing && label) return requiredMessage(label, getLocale())
  if (value === '') return validity.valid ? undefined : fieldErrorMessage('invalid', getLocale())
  // As the shop counts them, an emoji as one. The browser has no error for text that a script has put in.
  if ([...value].length < minLength) return fieldErrorMessage('too_short', getLocale(), { min: minLength })
  if (type === 'email' && !(validity.valid && isEmail(value))) return fieldErrorMessage('email', getLocale())
  return validity.valid || validity.tooShort ? undefined : fieldErrorMessage('invalid', getLocale())
}

/**
 * Returns the errors of a form's fields that are typed in part, such as a day without its year: their values are empty,
 * so the form would be sent as if nothing had been typed.
 */
export function incompleteFieldsOf(form: HTMLFormElement | null): Record<string, string> {
  const incomplete = [...(form?.elements ?? [])].filter(
    (element): element is HTMLInputElement => element instanceof HTMLInputElement && element.validity.badInput,
  )
  return Object.fromEntries(incomplete.map(({ name }) => [name, fieldErrorMessage('incomplete', getLocale())]))
}

function inputOf(form: HTMLFormElement): (name: string) => string {
  const data = new FormData(form)
  return (name) => String(data.get(name))
}

function focusFirst(form: HTMLFormElement | null | undefined, names: readonly string[]): void {
  // After the errors are rendered, so that a screen reader reads the field together with its error.
  setTimeout(() => {
    const fields = form?.querySelectorAll<
      HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | HTMLFieldSetElement
    >('[name]:is(input, select, textarea, fieldset)')
    for (const field of fields ?? [])
      if (names.includes(field.name)) {
        const input = field instanceof HTMLFieldSetElement ? field.querySelector('input') : field
        input?.focus()
        // The error of a group is below all of it.
        errorOf(field)?.scrollIntoView({ block: 'nearest' })
        return
      }
  }, 0)
}

/** Returns the shown error of a field, or of its group. */
function errorOf(field: HTMLElement): HTMLElement | null {
  const group = field.closest('fieldset')
  const ids = `${field.getAttribute('aria-describedby') ?? group?.getAttribute('aria-describedby') ?? ''}`.split(' ')
  return document.getElementById(ids.find((id) => id.endsWith('-error')) ?? '')
}
