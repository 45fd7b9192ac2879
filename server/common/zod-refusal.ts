import type * as z from 'zod'
import { type FieldErrorCode, fieldErrors } from '../../contract/messages/field-errors.ts'
import { Refusal, type RefusalDetails } from './refusal.ts'

/** Issues that a person can cause by filling in a form; every other one means that the call has the wrong shape. */
const formIssues = new Set(['custom', 'too_small', 'too_big', 'invalid_format'])

/** Fields whose errors are reported, and characters of a field's path: more than any form of ours has. */
const maxReported = 100
const maxPathLength = 200

/**
 * Converts the issues of a schema into a refusal: `invalid_form` (a form shows each error at its field) or `malformed`
 * (the client program is wrong). Only the first error of a field is reported.
 */
export function refusalOfIssues(issues: readonly z.core.$ZodIssue[]): Refusal {
  const fields: NonNullable<RefusalDetails['fields']> = {}
  let malformed = false
  let reported = 0
  for (const issue of issues) {
    malformed ||= !formIssues.has(issue.code)
    if (reported === maxReported) continue
    // An object key can be as long as the body.
    const path = issue.path.map(String).join('.').slice(0, maxPathLength) || 'body'
    if (Object.hasOwn(fields, path)) continue
    fields[path] = errorOf(issue)
    reported += 1
  }
  return new Refusal(malformed ? 'malformed' : 'invalid_form', { fields })
}

/** Returns whether a limit is of a number, and the limit itself is allowed. */
const isOfNumber = ({ origin, inclusive }: { origin: string; inclusive?: boolean }) =>
  (origin === 'number' || origin === 'int') && inclusive !== false

function errorOf(issue: z.core.$ZodIssue): { error: FieldErrorCode; values: Record<string, string | number> } {
  if (issue.code === 'invalid_type') return { error: 'type', values: {} }
  if (issue.code === 'too_big' && issue.origin === 'string')
    return { error: 'too_long', values: { max: Number(issue.maximum) } }
  if (issue.code === 'too_small' && isOfNumber(issue))
    return { error: 'number_too_low', values: { min: Number(issue.minimum) } }
  if (issue.code === 'too_big' && isOfNumber(issue))
    return { error: 'number_too_high', values: { max: Number(issue.maximum) } }
  const isLimit = issue.code === 'too_big' || issue.code === 'too_small'
  const own = Object.hasOwn(fieldErrors, issue.message) ? (issue.message as FieldErrorCode) : undefined
  const error = own ?? (isLimit ? 'number' : 'invalid')
  const params = issue.code === 'custom' ? issue.params : undefined
  return { error, values: (params ?? {}) as Record<string, string | number> }
}
