import type { SellerSlip } from '../../../contract/entities/payment.ts'
import type { Cents } from '../../../contract/values/money.ts'
import type { Transfer } from './slip-text.ts'

/**
 * The verdict of a service that asks the banks about a slip:
 * - `confirmed`: exactly this amount came to the shop by this transfer. The only one that may move an order by itself.
 * - `pending`: the bank doesn't know the transfer yet; ask again after `retryAfter` seconds.
 * - `notFound`: there is no such transfer.
 * - `wrongAmount`, `wrongReceiver`: another amount was transferred, or to another receiver.
 * - `tooEarly`: the transfer was made before the order, so it was for something else.
 * - `repeated`: the service was asked about it before, perhaps by this shop: a reply may have been lost.
 * - `unavailable`: the service can't be asked, or its reply doesn't settle the matter. Says nothing about the slip.
 */
export type SlipVerdict =
  | { result: Exclude<NonNullable<SellerSlip['verdict']>, 'pending'> }
  | { result: 'pending'; retryAfter: number }

/** What a transfer has to pay: the amount due in satang, since its order was placed. */
export type PaymentDue = { amount: Cents; since: Date }

export interface SlipVerifier {
  /** Asks about a slip once. Never throws. */
  verify(slip: Transfer, due: PaymentDue): Promise<SlipVerdict>
}
