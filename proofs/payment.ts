import { placeOrder } from '../server/checkout/place-order.ts'
import { takeNotice } from '../server/checkout/take-notice.ts'
import type { Notice } from '../server/payments/gateway.ts'
import { newId } from '../server/platform/ids.ts'
import { ownTime } from '../server/platform/own-time.ts'
import { aProduct, aShopperWithAddress } from '../server/platform/testing-makers.ts'
import { shop } from '../shop.config.ts'
import { Faults, type Finding, type Size } from './finding.ts'
import { inOwnFolder, type OpenDatabase, withDatabase } from './place.ts'

const kinds = ['paid', 'failed', 'expired', 'refunded', 'again'] as const
/** `again` is the notification before it, sent once more. */
type Event = (typeof kinds)[number]
const stock = 7
const log = { error: () => {}, warn: () => {} }

/**
 * Every order in which the gateway's notifications can come, up to five of them: paid, failed, expired, refunded, and
 * the one before once more. After each the shop is looked at as an owner would: is the stock right, is the money?
 */
export async function payment(size: Size): Promise<Finding> {
  const longest = size === 'whole' ? 5 : 3
  const faults = new Faults()
  const sequences = allUpTo(longest)
  return inOwnFolder((dataDir) =>
    withDatabase(dataDir, async (open) => {
      let taken = 0
      const waiting = [...sequences]
      await Promise.all(
        Array.from({ length: 6 }, async () => {
          const { shopper, address } = await aShopperWithAddress(open.db)
          for (let sequence = waiting.pop(); sequence; sequence = waiting.pop()) {
            taken += sequence.length
            await play(open, { shopper, address }, sequence, faults)
          }
        }),
      )
      const twins = await race(open, size === 'whole' ? 100 : 10, faults)
      return {
        claim: 'Whatever the gateway tells, in any order: paid once, stock right, no cancelled order keeps money',
        did: `${sequences.length} sequences of up to ${longest} notifications, ${taken} in all; ${twins} orders with paid and expired at the same moment`,
        figure: `${sequences.length + twins} orders ended as they should`,
        faults: faults.all,
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

type Who = Awaited<ReturnType<typeof aShopperWithAddress>>

async function orderToPay({ db }: OpenDatabase, { shopper, address }: Who) {
  const product = await aProduct(db, { stock })
  const { id } = await placeOrder(db, shop, shopper, {
    address,
    items: [{ product: product.id, quantity: 2 }],
    paymentType: 'Online',
    attempt: newId(),
    language: 'en',
    arrivedAt: ownTime(),
  })
  const { amountCents, currency } = await db
    .selectFrom('payment')
    .select(['amountCents', 'currency'])
    .where('orderId', '=', id)
    .executeTakeFirstOrThrow()
  const notice = (kind: Notice['kind'], at: number): Notice => ({
    id: `evt_${kind}_${at}_${id}`,
    kind,
    orderId: id,
    ours: true,
    payment: `pi_${id}`,
    amountCents,
    currency,
  })
  return { id, product: product.id, notice }
}

async function play(open: OpenDatabase, who: Who, sequence: Event[], faults: Faults): Promise<void> {
  const { id, product, notice } = await orderToPay(open, who)
  let last = notice('other', 0)
  for (const [at, event] of sequence.entries()) {
    if (event !== 'again') last = notice(event, at)
    await takeNotice({ db: open.db, log }, last)
  }
  const wasPaid = firstOf(sequence, ['paid'])
  const wasOver = firstOf(sequence, ['failed', 'expired', 'refunded'])
  const told = `after ${sequence.join(', ')}`
  const found = await stateOf(open, id, product)
  // What must be, told from the sequence alone and not by the shop's own table.
  const settled = wasPaid < wasOver
  const refunded = sequence.includes('refunded')
  if (settled && !refunded) {
    faults.unlessEqual(found.status, 'Order Placed', `status ${told}`)
    faults.unlessEqual(found.state, 'paid', `payment ${told}`)
    faults.unlessEqual(found.left, stock - 2, `stock ${told}`)
    faults.unlessEqual(found.mails, 1, `confirmations ${told}`)
  } else {
    faults.unlessEqual(found.status, 'Cancelled', `status ${told}`)
    faults.unlessEqual(found.left, stock, `stock ${told}`)
    faults.unlessEqual(found.mails, settled ? 1 : 0, `confirmations ${told}`)
    faults.unlessEqual(found.isPaid, settled, `paid ${told}`)
    const state = refunded ? 'refunded' : wasPaid < Number.POSITIVE_INFINITY ? 'refund due' : undefined
    if (state) faults.unlessEqual(found.state, state, `payment ${told}`)
    else faults.unless(['failed', 'expired'].includes(found.state), `payment ${told}: ${found.state}`)
    if (state === 'refund due') faults.unlessEqual(found.refundJobs, 1, `refunds queued ${told}`)
  }
}

const firstOf = (sequence: Event[], wanted: Event[]) => {
  const at = sequence.findIndex((event) => wanted.includes(event))
  return at === -1 ? Number.POSITIVE_INFINITY : at
}

async function stateOf({ pool }: OpenDatabase, id: string, product: string) {
  const { rows } = await pool.query<{
    status: string
    isPaid: boolean
    state: string
    left: number
    mails: number
    refundJobs: number
  }>(
    `select shop_order.status, is_paid as "isPaid", payment.state, product.stock as left,
       (select count(*)::int from graphile_worker._private_jobs where key = 'order-mail:' || shop_order.id) as mails,
       (select count(*)::int from graphile_worker._private_jobs where key = 'refund:' || shop_order.id) as "refundJobs"
     from shop_order join payment on payment.order_id = shop_order.id, product
     where shop_order.id = $1 and product.id = $2`,
    [id, product],
  )
  if (!rows[0]) throw new Error(`the order ${id} is gone`)
  return rows[0]
}

/** Paid and expired at the same moment: one of them is first, and the other sees it. */
async function race(open: OpenDatabase, count: number, faults: Faults): Promise<number> {
  const who = await aShopperWithAddress(open.db)
  for (let n = 0; n < count; n += 1) {
    const { id, product, notice } = await orderToPay(open, who)
    const all = [notice('paid', 1), notice('expired', 2), notice('paid', 1), notice('expired', 2)]
    await Promise.all(all.map((each) => takeNotice({ db: open.db, log }, each)))
    const { status, state, left } = await stateOf(open, id, product)
    const right =
      (status === 'Order Placed' && state === 'paid' && left === stock - 2) ||
      (status === 'Cancelled' && state === 'refund due' && left === stock)
    faults.unless(right, `a race ended as ${status}, ${state}, stock ${left}`)
  }
  return count
}
