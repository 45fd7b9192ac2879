import type { PaymentType } from '../contract/payments/payment-methods.ts'
import { bangkokShop } from '../demo/bangkok/shop.ts'
import { archiveProduct } from '../server/catalog/edit/archive-product.ts'
import { countStock } from '../server/catalog/edit/count-stock.ts'
import { setInStock } from '../server/catalog/queries.ts'
import { newId } from '../server/common/ids.ts'
import { monotonicMicroseconds } from '../server/common/monotonic-time.ts'
import { type Db, inTransaction } from '../server/database/database.ts'
import { readDurationsNow } from '../server/delivery/promise/durations-reader.ts'
import { insertSlip } from '../server/orders/money/slip-queries.ts'
import { handlePaymentEvent } from '../server/orders/paying/handle-payment-event.ts'
import { type OrderShop, placeOrder } from '../server/orders/placing/place-order.ts'
import { confirmPayment } from '../server/orders/promptpay/confirm-payment.ts'
import { expirePromptPay } from '../server/orders/promptpay/promptpay-tasks.ts'
import { rejectSlip } from '../server/orders/promptpay/reject-slip.ts'
import type { PaymentEvent } from '../server/payments/gateway.ts'
import { savePromptPay } from '../server/settings/promptpay.ts'
import { shop } from '../shop.config.ts'
import { countJobs } from '../testing/database/jobs.ts'
import { ledgerErrors } from '../testing/database/ledger.ts'
import { aProduct, aShopperWithAddress } from '../testing/makers/rows.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import { type OpenDatabase, withStartedDatabase } from './environment.ts'
import { Failures, type Finding, type Size } from './finding.ts'

const kinds = ['paid', 'failed', 'expired', 'refunded', 'again'] as const
/** `again` repeats the event before it. */
type Event = (typeof kinds)[number]
const stock = 7

/**
 * A seller's action on the product between the order of two pieces and the events: the stock at the time of the order,
 * and afterwards if the order keeps its pieces or returns them.
 */
const acts: {
  name: string
  before: number | null
  do: (db: Db, product: string) => Promise<unknown>
  ifKept: number | null
  ifReturned: number | null
}[] = [
  { name: 'nothing', before: stock, do: async () => {}, ifKept: stock - 2, ifReturned: stock },
  { name: 'begins to count', before: null, do: (db, id) => count(db, id, null, 4), ifKept: 4, ifReturned: 4 },
  {
    name: 'ends counting',
    before: stock,
    do: (db, id) => count(db, id, stock - 2, null),
    ifKept: null,
    ifReturned: null,
  },
  {
    name: 'ends counting and starts again',
    before: stock,
    do: (db, id) => count(db, id, stock - 2, null).then(() => count(db, id, null, 4)),
    ifKept: 4,
    ifReturned: 4,
  },
  {
    name: 'corrects the count',
    before: stock,
    do: (db, id) => count(db, id, stock - 2, 20),
    ifKept: 20,
    ifReturned: 22,
  },
  {
    name: 'archives',
    before: stock,
    do: (db, id) => archiveProduct(db, id, true),
    ifKept: stock - 2,
    ifReturned: stock,
  },
  {
    name: 'switches off',
    before: stock,
    do: (db, id) => setInStock(db, id, false),
    ifKept: stock - 2,
    ifReturned: stock,
  },
]
type Act = (typeof acts)[number]

const count = (db: Db, id: string, seen: number | null, to: number | null) => countStock(db, id, { stock: to, seen })
const log = { error: () => {}, warn: () => {} }

/**
 * Every sequence of up to five webhook events: paid, failed, expired, refunded, and a repetition of the one before.
 * After each, stock and money must be right.
 */
export async function payment(size: Size): Promise<Finding> {
  const longest = size === 'whole' ? 5 : 3
  const failures = new Failures()
  const sequences = allUpTo(longest)
  return withTempFolder((dataDir) =>
    withStartedDatabase(dataDir, async (open) => {
      let taken = 0
      // The short ones with every seller's action, the many long ones with one action each.
      const waiting = sequences.flatMap((sequence, index) =>
        (sequence.length <= longest - 2 ? acts : acts.slice(index % acts.length).slice(0, 1)).map((act) => ({
          sequence,
          act,
        })),
      )
      const played = waiting.length
      await Promise.all(
        Array.from({ length: 6 }, async () => {
          for (let next = waiting.pop(); next; next = waiting.pop()) {
            taken += next.sequence.length
            await play(open, next, failures)
          }
        }),
      )
      const twins = await race(open, size === 'whole' ? 100 : 10, failures)
      const byPromptPay = await racePromptPay(open, size === 'whole' ? 100 : 10, failures)
      for (const error of await ledgerErrors(open.db)) failures.check(false, error)
      return {
        guarantee:
          'After any sequence of webhook events an order is paid once, stock is correct, and no cancelled order keeps money',
        did: `${sequences.length} sequences of up to ${longest} webhook events, ${taken} in all, while sellers count stock and archive products; ${twins} orders with paid and expired at the same moment; ${byPromptPay} orders by PromptPay that two sellers confirm and one rejects while they expire`,
        figure: `${played + twins + byPromptPay} orders ended in the expected state, and each ledger adds up`,
        failures: failures.all,
      }
    }),
  )
}

function allUpTo(longest: number): Event[][] {
  let last: Event[][] = [[]]
  const all: Event[][] = []
  for (let length = 1; length <= longest; length += 1) {
    last = last.flatMap((sequence) => kinds.map((kind) => [...sequence, kind]))
    all.push(...last.filter((sequence) => sequence[0] !== 'again'))
  }
  return all
}

/** Places an order of a new shopper: the shop bounds how many orders of one shopper may lapse in a day. */
async function orderToPay(
  { db }: OpenDatabase,
  before: number | null = stock,
  { paymentType, in: ofShop }: { paymentType: PaymentType; in: OrderShop } = { paymentType: 'Online', in: shop },
) {
  const { shopper, address } = await aShopperWithAddress(db)
  const product = await aProduct(db, { stock: before })
  const { id } = await placeOrder({ db, shop: ofShop, readDurations: readDurationsNow }, shopper, {
    address,
    items: [{ product: product.id, quantity: 2 }],
    paymentType,
    idempotencyKey: newId(),
    language: 'en',
    arrivedAt: monotonicMicroseconds(),
  })
  const { amountCents, currency } = await db
    .selectFrom('payment')
    .select(['amountCents', 'currency'])
    .where('orderId', '=', id)
    .executeTakeFirstOrThrow()
  const eventOf = (kind: PaymentEvent['kind'], index: number): PaymentEvent => ({
    id: `evt_${kind}_${index}_${id}`,
    kind,
    orderId: id,
    ours: true,
    payment: `pi_${id}`,
    amountCents,
    currency,
  })
  return { id, product: product.id, eventOf }
}

async function play(
  open: OpenDatabase,
  { sequence, act }: { sequence: Event[]; act: Act },
  failures: Failures,
): Promise<void> {
  const { id, product, eventOf } = await orderToPay(open, act.before)
  await act.do(open.db, product)
  let last = eventOf('other', 0)
  for (const [index, kind] of sequence.entries()) {
    if (kind !== 'again') last = eventOf(kind, index)
    await handlePaymentEvent({ db: open.db, log, shop }, last)
  }
  const wasPaid = firstOf(sequence, ['paid'])
  const wasOver = firstOf(sequence, ['failed', 'expired', 'refunded'])
  const after = `after ${sequence.join(', ')} (seller: ${act.name})`
  const found = await stateOf(open, id, product)
  // The expected result, from the sequence alone, independent of the shop's own table.
  const settled = wasPaid < wasOver
  const refunded = sequence.includes('refunded')
  if (settled && !refunded) {
    failures.checkEqual(found.status, 'Order Placed', `status ${after}`)
    failures.checkEqual(found.state, 'paid', `payment ${after}`)
    failures.checkEqual(found.left, act.ifKept, `stock ${after}`)
    failures.checkEqual(found.mails, 1, `confirmations ${after}`)
  } else {
    failures.checkEqual(found.status, 'Cancelled', `status ${after}`)
    failures.checkEqual(found.left, act.ifReturned, `stock ${after}`)
    failures.checkEqual(found.mails, settled ? 1 : 0, `confirmations ${after}`)
    failures.checkEqual(found.isPaid, settled, `paid ${after}`)
    const state = refunded ? 'refunded' : wasPaid < Number.POSITIVE_INFINITY ? 'refund due' : undefined
    if (state) failures.checkEqual(found.state, state, `payment ${after}`)
    else failures.check(['failed', 'expired'].includes(found.state), `payment ${after}: ${found.state}`)
    if (state === 'refund due') failures.checkEqual(found.refundJobs, 1, `refunds queued ${after}`)
  }
}

const firstOf = (sequence: Event[], wanted: Event[]) => {
  const index = sequence.findIndex((event) => wanted.includes(event))
  return index === -1 ? Number.POSITIVE_INFINITY : index
}

async function stateOf({ pool }: OpenDatabase, id: string, product: string) {
  const { rows } = await pool.query<{
    status: string
    isPaid: boolean
    state: string
    left: number | null
  }>(
    `select shop_order.status, is_paid as "isPaid", payment.state, product.stock as left
     from shop_order join payment on payment.order_id = shop_order.id, product
     where shop_order.id = $1 and product.id = $2`,
    [id, product],
  )
  if (!rows[0]) throw new Error(`the order ${id} is gone`)
  const jobs = (key: string) => countJobs(pool, { key: `${key}:${id}` })
  return { ...rows[0], mails: await jobs('order-mail'), refundJobs: await jobs('refund') }
}

/** Paid and expired concurrently: one of them is first, and the other sees it. */
async function race(open: OpenDatabase, count: number, failures: Failures): Promise<number> {
  for (let n = 0; n < count; n += 1) {
    const { id, product, eventOf } = await orderToPay(open)
    const all = [eventOf('paid', 1), eventOf('expired', 2), eventOf('paid', 1), eventOf('expired', 2)]
    await Promise.all(all.map((each) => handlePaymentEvent({ db: open.db, log, shop }, each)))
    const { status, state, left } = await stateOf(open, id, product)
    const right =
      (status === 'Order Placed' && state === 'paid' && left === stock - 2) ||
      (status === 'Cancelled' && state === 'refund due' && left === stock)
    failures.check(right, `a race ended as ${status}, ${state}, stock ${left}`)
  }
  return count
}

/**
 * Two confirmations, a rejection of the slip and the expiry concurrently, of orders whose time is over. An order is
 * paid once: placed if it was confirmed before it expired, else cancelled with its money to be paid out.
 */
async function racePromptPay(open: OpenDatabase, count: number, failures: Failures): Promise<number> {
  const { db, pool } = open
  const account = {
    proxy: { kind: 'mobile', number: '0812345678' },
    receiver: 'Talad',
    enabled: true,
    slipDays: 30,
  } as const
  await savePromptPay(db, bangkokShop, account, { seen: 0, by: undefined })
  for (let n = 0; n < count; n += 1) {
    const { id, product } = await orderToPay(open, stock, { paymentType: 'PromptPay', in: bangkokShop })
    await pool.query("update payment set expires_at = now() - interval '1 s' where order_id = $1", [id])
    const picture = { picture: newId(), pictureHash: newId() }
    const slip = { id: newId(), orderId: id, bank: '004', reference: `R${n}`, unread: null, ...picture }
    // Without a slip the expiry may win.
    const hasSlip = n % 2 === 0
    if (hasSlip) await inTransaction(db, (tx) => insertSlip(tx, slip))
    const ends = await Promise.allSettled([
      expirePromptPay(db, id),
      confirmPayment(db, hasSlip ? { slipId: slip.id } : { orderId: id }, {
        by: 'a@seller.example',
        shop: bangkokShop,
      }),
      ...(hasSlip ? [rejectSlip(db, slip.id, { reason: 'none', by: 'b@seller.example' })] : []),
      confirmPayment(db, { orderId: id }, { by: 'c@seller.example', shop: bangkokShop }),
      expirePromptPay(db, id),
    ])
    for (const end of ends)
      if (end.status === 'rejected') failures.check(end.reason.code === 'slip_decided', `a race failed: ${end.reason}`)
    const { status, state, left, isPaid, mails, refundJobs } = await stateOf(open, id, product)
    const right =
      (status === 'Order Placed' && left === stock - 2 && mails === 1) ||
      (!hasSlip && status === 'Cancelled' && left === stock && mails === 0)
    failures.check(
      right && isPaid && state === 'paid' && refundJobs === 0,
      `a race ended as ${status}, ${state}, ${left}`,
    )
  }
  return count
}
