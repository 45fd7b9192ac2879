import { readdir } from 'node:fs/promises'
import { expect } from 'vitest'
import { bangkokShop } from '../../demo/bangkok/shop.ts'
import { ownerName } from '../../server/media/store.ts'
import { makeDue } from '../database/jobs.ts'
import { ledgerErrors } from '../database/ledger.ts'
import { encoded } from '../makers/product-form.ts'
import { anAddress, aProduct } from '../makers/rows.ts'
import { aSlip } from '../makers/slip-picture.ts'
import { type Person, seller, testShop, verified } from '../shop.ts'

type SentSlip = {
  /** The reference of the transfer in the picture's code. */
  reference?: string
  /** The bank's number in it; Kasikornbank's unless given. */
  bank?: string
  /** The picture instead of one of a slip. */
  image?: Buffer
  acceptUnreadable?: boolean
}

const settings = {
  proxy: { kind: 'mobile', number: '081-234-5678' },
  receiver: 'Baan Daeng',
  enabled: true,
  slipDays: 30,
}

/** Returns the code of a refusal, or `success`. */
export const codeOf = ({ json }: { json: { code?: string } }) => json.code ?? 'success'

/** A shop in Bangkok that takes PromptPay, with its seller and actions for tests. */
export async function promptPayShop(options: Parameters<typeof testShop>[0] = {}) {
  const shop = await testShop({ shop: bangkokShop, ...options })
  const owner = await seller(shop)
  const saved = await owner.post('/api/settings/promptpay', { ...settings, seen: 0 })
  if (!saved.json.success) throw new Error(saved.json.message)

  /** Makes the job due that cancels an order whose time to pay is over. */
  const dueNow = (orderId: string) => makeDue(shop.pool, { key: `expire:${orderId}` })

  return {
    shop,
    owner,
    settings,
    dueNow,
    /** Places an order of a new product with ten in stock, by a new shopper. */
    async anOrder({ quantity = 1, price = 1999 }: { quantity?: number; price?: number } = {}) {
      const shopper = await verified(shop)
      const address = await anAddress(shop.db, shopper.user._id)
      const product = await aProduct(shop.db, { stock: 10, offerPrice: price })
      const body = { address, items: [{ product: product.id, quantity }] }
      const { json: order } = await shopper.post('/api/order/promptpay', body)
      if (!order.success) throw new Error(order.message)
      return { shopper, address, product: product.id, order, body }
    },
    async sendSlip(
      shopper: Person,
      orderId: string,
      { reference = 'T1', bank, image, acceptUnreadable = false }: SentSlip = {},
    ) {
      const form = new FormData()
      form.append('orderId', orderId)
      const bytes = image ?? (await aSlip(reference, bank))
      form.append('image', new File([new Uint8Array(bytes)], 'slip.png', { type: 'image/png' }))
      if (acceptUnreadable) form.append('unread', 'true')
      const { body, headers } = await encoded(form)
      return shopper.post('/api/payment/slip', body, headers)
    },
    /** The newest slip of an order, as sellers see it. */
    async slipOf(orderId: string) {
      const { json } = await owner.get('/api/payment/slips?limit=100')
      return json.slips.find((slip: { orderId: string }) => slip.orderId === orderId)
    },
    orderOf: async (shopper: Person, orderId: string) => (await shopper.get(`/api/order/get?id=${orderId}`)).json.order,
    confirm: (body: object) => owner.post('/api/payment/confirm', body),
    reject: (id: string) => owner.post('/api/payment/reject', { id, reason: 'No money came' }),
    slipPicturesStored: async () => (await readdir(shop.slips)).filter((name) => name !== ownerName).sort(),
    /** Lets the time of an order that awaits payment run out, and runs the jobs. */
    async timeIsOver(orderId: string) {
      await shop.pool.query("update payment set expires_at = now() - interval '1 s' where order_id = $1", [orderId])
      await dueNow(orderId)
      await shop.runJobs()
    },
    /** Expects that every ledger adds up, and that each order's stock is taken exactly if it isn't cancelled. */
    async expectMoneyAndStock() {
      expect(await ledgerErrors(shop.db)).toEqual([])
      const { rows } = await shop.pool.query(
        `select product.id from shop_order join order_line on order_line.order_id = shop_order.id
         join product on product.id = order_line.product_id
         group by product.id having stock <> 10 - coalesce(sum(quantity) filter (where status <> 'Cancelled'), 0)`,
      )
      expect(rows).toEqual([])
    },
    movementsOf: (orderId: string) =>
      shop.db
        .selectFrom('moneyMovement')
        .select(['kind', 'method', 'cents', 'reference'])
        .where('orderId', '=', orderId)
        .orderBy('id')
        .execute(),
  }
}
