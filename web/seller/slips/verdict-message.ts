import type { SellerSlip } from '../../../contract/entities/payment.ts'
import { m } from '../../messages/messages.ts'

type Verdict = NonNullable<SellerSlip['verdict']>

const doubts: Partial<Record<Verdict, () => string>> = {
  notFound: m.slips_verdict_not_found,
  wrongAmount: m.slips_verdict_amount,
  wrongReceiver: m.slips_verdict_receiver,
  tooEarly: m.slips_verdict_early,
  repeated: m.slips_verdict_repeated,
}
const notes: Partial<Record<Verdict, () => string>> = {
  pending: m.slips_verdict_pending,
  unavailable: m.slips_verdict_unavailable,
}

/** Returns the objection to a slip by the service that asks the banks; undefined if there is none. */
export const doubtOf = ({ verdict }: Pick<SellerSlip, 'verdict'>): string | undefined => verdict && doubts[verdict]?.()

/**
 * Returns the message that the service that asks the banks hasn't answered, or can't; undefined if it has answered, and
 * without a service.
 */
export const noteOf = ({ verdict }: Pick<SellerSlip, 'verdict'>): string | undefined => verdict && notes[verdict]?.()
