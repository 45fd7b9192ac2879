import { type FieldErrorCode, fieldErrorMessage } from '../../../contract/messages/field-errors.ts'
import { getLocale } from '../../messages/messages.ts'

type FieldError = { error: FieldErrorCode; values?: Parameters<typeof fieldErrorMessage>[2] }

/** Returns the messages of a form's errors, by field. */
export function fieldMessages(errors: Readonly<Record<string, FieldError>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, { error, values }]) => [name, fieldErrorMessage(error, getLocale(), values)]),
  )
}
