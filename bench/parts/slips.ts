import { sql } from 'kysely'
import { newId } from '../../server/common/ids.ts'
import { slipText } from '../../server/payments/slip/slip-text.ts'
import { slipPicture } from '../../testing/makers/slip-picture.ts'
import { percentile } from '../../testing/percentile.ts'
import type { OpenedShop } from '../opened-shop.ts'
import { median, ms, type Row } from '../row.ts'
import type { Context } from './context.ts'
import { orderRequests, uncountedProducts } from './orders.ts'

/** An account may send twenty pictures in ten minutes. */
const picturesOfAccount = 18
/** Orders that are placed at the same time, as in a busy shop. */
const atOnce = 2

/** Pictures of slips, one after the other, while orders go on; the orders alone before each round. */
export async function slips({ opened, loader, people, size }: Context): Promise<Row[]> {
  const senders = people.slice(0, 60)
  const reference = `BENCH${newId().slice(-12)}`
  const orders = await ordersToPay(opened, senders, reference)
  // A screenshot of a phone. Its transfer was used before: it is read, refused, and leaves the order as it is.
  const picture = await (await slipPicture({ codes: [slipText('004', reference)] })).jpeg().toBuffer()
  let sent = 0
  const send = async () => {
    const index = Math.floor(sent / picturesOfAccount) % orders.length
    sent += 1
    const form = new FormData()
    form.append('orderId', orders[index] ?? '')
    form.append('image', new File([new Uint8Array(picture)], 'slip.jpg', { type: 'image/jpeg' }))
    const started = performance.now()
    const response = await fetch(`http://127.0.0.1:${opened.port}/api/payment/slip`, {
      method: 'POST',
      headers: { cookie: senders[index]?.cookie ?? '' },
      body: form,
    })
    const { code } = (await response.json()) as { code?: string }
    if (code !== 'slip_used') throw new Error(`a slip was answered with ${code}`)
    return performance.now() - started
  }

  const requests = orderRequests(people.slice(senders.length), await uncountedProducts(opened))
  const load = () =>
    loader.once({ port: opened.port, pid: opened.shop.pid, status: 200, connections: atOnce, requests }, size.round * 2)
  await send()
  await load()
  const quiet: number[] = []
  const busy: number[] = []
  const waits: number[] = []
  for (let round = 0; round < size.rounds; round += 1) {
    quiet.push((await load()).p99)
    let over = false
    const [during] = await Promise.all([
      load().finally(() => {
        over = true
      }),
      (async () => {
        while (!over) waits.push(await send())
      })(),
    ])
    busy.push(during.p99)
  }
  const p95 = percentile(waits, 95)
  const ratio = median(busy) / median(quiet)
  return [
    {
      part: 'slips',
      what: `pictures of slips of 1080 × 1920, one at a time, beside orders ${atOnce} at a time`,
      goal: 'p95 under 400 ms, and p99 of the orders under twice that without slips',
      figure: `p95 ${ms(p95)}`,
      limit: `p99 of orders ${ms(median(busy))}, without slips ${ms(median(quiet))}`,
      ratio: ratio.toFixed(2),
      met: p95 < 400 && ratio < 2,
      more: `p50 ${ms(percentile(waits, 50))}; ${waits.length} pictures`,
      details: { waits, quiet, busy },
    },
  ]
}

/** Adds an order that awaits payment for each shopper, and a slip that has used the transfer; returns the orders. */
async function ordersToPay({ db }: OpenedShop, people: Context['people'], reference: string): Promise<string[]> {
  const orders = people.map(() => newId())
  await sql`
    insert into shop_order (id, shopper_id, payment_type, status, subtotal_cents, tax_cents, amount_cents, balance_cents,
                            address, language, fingerprint)
    select id, shopper_id, 'PromptPay', 'Awaiting payment', 1000, 20, 1020, 1020,
      '{"firstName": "Somchai", "lastName": "Jaidee", "phone": "+66 81 234 5678"}', 'en', md5(id::text)
    from unnest(${orders}::uuid[], ${people.map(({ id }) => id)}::uuid[]) as made (id, shopper_id)`.execute(db)
  await sql`
    insert into payment (order_id, state, amount_cents, currency, expires_at, payload, receiver, proxy_number)
    select id, 'open', 1020, 'thb', now() + interval '1 day', 'none', 'Talad', '0812345678'
    from unnest(${orders}::uuid[]) as made (id)`.execute(db)
  // The rejected slip has an order of its own, as the first of them would be told that it was sent before.
  await sql`
    insert into slip (id, order_id, state, bank, reference, reason, decided_at)
    values (${newId()}::uuid, ${orders.at(-1)}::uuid, 'rejected', '004', ${reference}, 'none', now())`.execute(db)
  return orders.slice(0, -1)
}
