import type { RefusalReply } from '../../contract/calls/call.ts'
import type { FieldErrorCode } from '../../contract/messages/field-errors.ts'
import type { RefusalCode } from '../../contract/messages/refusals.ts'
import type { Texts } from '../../contract/values/fill-text.ts'

/**
 * The value of a placeholder in a message: a text or a number, an amount of money, which may be below zero, or a text
 * in each language. The reply has the amount with the symbol of the shop's currency, and the text of the caller's
 * language.
 */
export type RefusalValue = string | number | { readonly cents: number } | Readonly<Texts>

export type RefusalDetails = {
  /** Values of the message's placeholders. */
  values?: Readonly<Record<string, RefusalValue>>
  /** Errors of single fields, by path (`address.phone`). */
  fields?: Record<string, FieldErrorCode | { error: FieldErrorCode; values: Readonly<Record<string, string | number>> }>
  /** The current state of every line of an order. */
  changed?: RefusalReply['changed']
  /** The next delivery windows with capacity left. */
  windows?: RefusalReply['windows']
  /** The booked delivery windows in the way of a change. */
  booked?: RefusalReply['booked']
  /** The second factors of an account. */
  factors?: RefusalReply['factors']
  /** Seconds after which to retry. */
  retryAfter?: number
  /** Tries left for a one-time code. */
  triesLeft?: number
}

/**
 * A request that the shop refuses. Thrown, so that leaving a transaction through it rolls the transaction back; the
 * error handler converts it into a reply.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: RefusalDetails

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(code)
    this.code = code
    this.details = details
  }
}

/** Throws a Refusal. `details` fill its message's placeholders and name the fields with errors. */
export function refuse(code: RefusalCode, details?: RefusalDetails): never {
  throw new Refusal(code, details)
}

/** Throws `invalid_form` for one field of a form, by its path (`address.phone`). */
export function refuseField(field: string, error: FieldErrorCode): never {
  return refuse('invalid_form', { fields: { [field]: error } })
}

/** Throws a Refusal unless the condition holds. */
export function refuseUnless(condition: unknown, code: RefusalCode, details?: RefusalDetails): asserts condition {
  if (!condition) throw new Refusal(code, details)
}
