import type * as z from 'zod'
import { type FieldFault, fieldFaults } from '../../contract/refusals.ts'
import { Refusal, type RefusalDetails } from '../common/refusal.ts'

/** Faults that a person can cause by filling in a form; every other issue means that the call has the wrong shape. */
const formIssues = new Set(['custom', 'too_small', 'too_big', 'invalid_format'])

/** Fields whose faults are told, and characters of a field's path: no form of ours has as many. */
const mostTold = 100
const longestPath = 200

/**
 * Turns what a schema found into a refusal: `invalid_form` (the shop declines, the form shows each fault at its field)
 * or `malformed` (the caller's program is wrong). The first fault of a field is the one that is told.
 */
export function refusalOfIssues(issues: readonly z.core.$ZodIssue[]): Refusal {
  const fields: NonNullable<RefusalDetails['fields']> = {}
  let malformed = false
  let told = 0
  for (const issue of issues) {
    malformed ||= !formIssues.has(issue.code)
    if (told === mostTold) continue
    // A key can be as long as the body.
    const path = issue.path.map(String).join('.').slice(0, longestPath) || 'body'
    if (Object.hasOwn(fields, path)) continue
    fields[path] = faultOf(issue)
    told += 1
  }
  return new Refusal(malformed ? 'malformed' : 'invalid_form', { fields })
}

function faultOf(issue: z.core.$ZodIssue): { fault: FieldFault; places: Record<string, string | number> } {
  if (issue.code === 'invalid_type') return { fault: 'type', places: {} }
  if (issue.code === 'too_big' && issue.origin === 'string')
    return { fault: 'too_long', places: { max: Number(issue.maximum) } }
  if (issue.code === 'too_big' || issue.code === 'too_small') return { fault: 'number', places: {} }
  const fault = Object.hasOwn(fieldFaults, issue.message) ? (issue.message as FieldFault) : 'invalid'
  const params = issue.code === 'custom' ? issue.params : undefined
  return { fault, places: (params ?? {}) as Record<string, string | number> }
}
