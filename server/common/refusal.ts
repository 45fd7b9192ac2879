import type { RefusalReply } from '../../contract/calls.ts'
import type { FieldFault, RefusalCode } from '../../contract/refusals.ts'

type Places = Readonly<Record<string, string | number>>

export type RefusalDetails = {
  /** Fills the places of the refusal's words. */
  places?: Places
  /** What is wrong with single fields, by path (`address.phone`). */
  fields?: Record<string, FieldFault | { fault: FieldFault; places: Places }>
  /** Every line of an order as it is now. */
  changed?: RefusalReply['changed']
  /** Seconds after which another try makes sense. */
  retryAfter?: number
  /** How often a one-time code may still be tried. */
  triesLeft?: number
}

/**
 * The shop saying no. Thrown, so that leaving a transaction through it undoes the transaction's writes; the edge
 * turns it into the envelope.
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

/** Says no. `details` fill the refusal's words and name the fields at fault. */
export function refuse(code: RefusalCode, details?: RefusalDetails): never {
  throw new Refusal(code, details)
}

/** Says no unless the condition holds, which TypeScript knows from there on. */
export function refuseUnless(condition: unknown, code: RefusalCode, details?: RefusalDetails): asserts condition {
  if (!condition) throw new Refusal(code, details)
}
