import { maxPaymentCents } from '../../../contract/payments/promptpay.ts'
import { type Cents, centsFromWire } from '../../../contract/values/money.ts'
import { isId } from '../../common/ids.ts'
import { refuse, refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../../database/database.ts'
import { queueCancelledMail } from '../../mail/queue-mail.ts'
import { moneyOfOrder, recordPromptPay } from '../ledger-queries.ts'
import { findPayment, setPaymentState } from '../money/payment-queries.ts'
import type { ShopTaxation } from '../money/retax-after-registration.ts'
import {
  findNewestSlip,
  findOrderOfTransfer,
  findSlip,
  findWaitingSlip,
  type SlipRow,
  setSlipDecision,
} from '../money/slip-queries.ts'
import { placePaidOrder } from '../paying/place-paid-order.ts'
import { lockOrder, setPaid } from '../queries.ts'

/**
 * Records that a transfer by PromptPay was received for an order. Returns the order's id.
 *
 * - Of an order that awaits payment: places it, as after a payment at the gateway.
 * - Of an order that was cancelled unpaid: it stays cancelled, and the money is to be paid out.
 * - Of a paid order, with a slip that isn't confirmed: this is a second transfer, which is to be paid out.
 * - Of a paid order, otherwise: changes nothing.
 *
 * `slipId` names the slip of the transfer, also one that was rejected before; `orderId` is for a transfer without a
 * slip. `received` is how much that was, in the shop's currency; without it, the order's price. `by` is the seller's
 * e-mail, undefined for the service that asks the banks.
 *
 * Throws `order_unknown`, `slip_unknown`, `slip_of_other_order` for a rejected slip whose transfer another order's slip
 * shows; from the service `slip_decided` for another slip of an order that is paid and for one that was rejected; for
 * the amount `invalid_form`, `received_too_much` as `receiveAgain` does, and `slip_other_amount` if the order needs the
 * money.
 */
export async function confirmPayment(
  db: Db,
  which: { slipId: string; received?: number } | { orderId: string },
  { by, shop }: { by: string | undefined; shop: ShopTaxation },
): Promise<string> {
  const slipId = 'slipId' in which ? which.slipId : undefined
  const received = 'slipId' in which && which.received !== undefined ? amountOf(which.received) : undefined
  const orderId = 'slipId' in which ? await orderOfSlip(db, which.slipId) : which.orderId
  refuseUnless(isId(orderId), 'order_unknown')
  const confirmed = inTransaction(db, (tx) => recordConfirmed(tx, { orderId, slipId, received, by, shop }))
  await confirmed.catch(async (error: { constraint?: string }) => {
    // A rejected slip's transfer was sent for another order meanwhile.
    const number = slipId && error.constraint === 'slip_transfer' ? await findOrderOfTransfer(db, slipId) : undefined
    if (number === undefined) throw error
    return refuse('slip_of_other_order', { values: { number } })
  })
  return orderId
}

type Confirmed = {
  orderId: string
  /** Undefined for a transfer without a slip, and for the slip that waits. */
  slipId: string | undefined
  /** In cents; undefined for the order's price. */
  received: Cents | undefined
  by: string | undefined
  shop: ShopTaxation
}

/** Records a confirmed transfer, and what follows from it for its order; refuses as `confirmPayment` says. */
async function recordConfirmed(tx: Tx, { orderId, slipId, received, by, shop }: Confirmed): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const payment = order?.paymentType === 'PromptPay' ? await findPayment(tx, orderId) : undefined
  refuseUnless(order && payment, 'order_unknown')
  const slip = slipId === undefined ? await findWaitingSlip(tx, orderId) : await findSlip(tx, slipId)
  const price = payment.amountCents
  if (received !== undefined) {
    refuseUnless(order.status !== 'Awaiting payment' || received === price, 'slip_other_amount', {
      values: { amount: { cents: price } },
    })
    await refuseTooMuch(tx, orderId, { amount: received, price })
  }
  const isSecond = payment.state === 'paid'
  if (isSecond && (!slip || slip.state === 'confirmed')) return
  // Only a seller says that a second transfer came, which is to be paid out, or takes back a seller's rejection.
  refuseUnless(by !== undefined || (!isSecond && slip?.state === 'waiting'), 'slip_decided')
  const cents = received ?? price
  if (slip) await setSlipDecision(tx, slip.id, { state: 'confirmed', cents, by })
  await recordPromptPay(tx, orderId, { cents, reference: referenceOf(slip), by })
  if (isSecond) return
  await setPaymentState(tx, orderId, 'paid')
  if (order.status === 'Awaiting payment') {
    const keepsCart = slip !== undefined || (await findNewestSlip(tx, orderId)) !== undefined
    await placePaidOrder(tx, order, { by, keepsCart, shop })
  } else {
    await recordLate(tx, orderId)
  }
}

/** Records that a cancelled order's money came. Paid orders are listed, so sellers find this one and pay it out. */
async function recordLate(tx: Tx, orderId: string): Promise<void> {
  await setPaid(tx, orderId)
  await queueCancelledMail(tx, orderId, 'late')
}

/**
 * The most that an order may owe after a transfer that a seller records, as a multiple of its price. A shopper may
 * transfer ten times the price by a misplaced decimal point; the seller who records more has mistyped it.
 */
const owedTimesPrice = 10

/**
 * Records that a transfer came that its order doesn't need: another one for an order that is paid by PromptPay, or one
 * for an order that was cancelled unpaid. It is then to be paid out. A slip of the order that waits is confirmed by it.
 *
 * Throws `order_unknown` for other orders, `invalid_form`, `balance_changed` unless as much has been received as the
 * seller saw (a second press records nothing), and `received_too_much` if the order would then owe more than ten times
 * what it cost.
 */
export async function receiveAgain(
  db: Db,
  again: { orderId: string; amount: number; seen: { received: number }; by: string },
): Promise<void> {
  const { orderId, by } = again
  refuseUnless(isId(orderId), 'order_unknown')
  const amount = amountOf(again.amount)
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const payment = order?.paymentType === 'PromptPay' ? await findPayment(tx, orderId) : undefined
    const isLate = order?.status === 'Cancelled' && payment?.state === 'expired'
    refuseUnless(payment && (payment.state === 'paid' || isLate), 'order_unknown')
    const { received } = await moneyOfOrder(tx, orderId)
    refuseUnless(centsFromWire(again.seen.received) === received, 'balance_changed', {
      values: { amount: { cents: received } },
    })
    await refuseTooMuch(tx, orderId, { amount, price: payment.amountCents })
    // The slip of an order that waits is that of the transfer: it isn't recorded a second time.
    const slip = await findWaitingSlip(tx, orderId)
    if (slip) await setSlipDecision(tx, slip.id, { state: 'confirmed', cents: amount, by })
    const reference = referenceOf(slip)
    await recordPromptPay(tx, orderId, { cents: amount, reference, by })
    if (!isLate) return
    await setPaymentState(tx, orderId, 'paid')
    await recordLate(tx, orderId)
  })
}

/** Returns the bank and reference of a slip's transfer, as the ledger has them; undefined if they aren't known. */
const referenceOf = (slip: SlipRow | undefined) => (slip?.reference ? `${slip.bank} ${slip.reference}` : undefined)

/** Returns the cents of a transfer that a seller typed. Throws `invalid_form` for what no transfer can be. */
function amountOf(typed: number): Cents {
  const amount = centsFromWire(typed)
  refuseUnless(amount && amount <= maxPaymentCents, 'invalid_form', { fields: { amount: 'price' } })
  return amount
}

/**
 * Throws `received_too_much` if an order would owe more than ten times its price after receiving `amount`. Sums are
 * cents.
 */
async function refuseTooMuch(
  tx: Tx,
  orderId: string,
  { amount, price }: { amount: number; price: number },
): Promise<void> {
  const { balance } = await moneyOfOrder(tx, orderId)
  const max = Math.max(price * owedTimesPrice + balance, 0)
  refuseUnless(amount <= max, 'received_too_much', { values: { cost: { cents: price }, max: { cents: max } } })
}

/** Returns the order of a slip, which never changes. Throws `slip_unknown`. */
export async function orderOfSlip(db: Db, slipId: string): Promise<string> {
  const slip = isId(slipId) ? await findSlip(db, slipId) : undefined
  refuseUnless(slip, 'slip_unknown')
  return slip.orderId
}
