import type { SellerSlip } from '../../../contract/entities/payment.ts'
import { m } from '../../messages/messages.ts'

type Verdict = NonNullable<SellerSlip['verdict']>

const messages: Partial<Record<Verdict, () => string>> = {
  notFound: m.slips_verdict_not_found,
  wrongAmount: m.slips_verdict_amount,
  wrongReceiver: m.slips_verdict_receiver,
  repeated: m.slips_verdict_repeated,
}

/** Returns what is wrong with a slip according to the service that asks the banks; undefined if it didn't say. */
export const verdictMessage = (verdict: Verdict): string | undefined => messages[verdict]?.()
