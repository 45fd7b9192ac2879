import sharp from 'sharp'
import { beforeEach, expect } from 'vitest'
import type { OrderStatus } from '../../contract/orders/order-status.ts'
import { newId } from '../../server/common/ids.ts'
import { ledgerErrors } from '../database/ledger.ts'
import { stepTo } from '../makers/orders.ts'
import { encoded } from '../makers/product-form.ts'
import { anAddress, aProduct } from '../makers/rows.ts'
import { type Person, seller, testShop, verified } from '../shop.ts'

export type Rider = Awaited<ReturnType<typeof seller>>

/** A shop with its owner, two riders who are new before each test, and actions of riders for tests. */
export async function riderShop() {
  const shop = await testShop()
  const owner = await seller(shop)
  const aRider = (): Promise<Rider> => seller(shop, 'rider')
  const [rider, other] = [await aRider(), await aRider()]
  // The same two objects in all tests, so that a test file can name them once.
  beforeEach(async () => {
    for (const each of [rider, other]) Object.assign(each, await aRider())
  })

  /** Places a cash order of 19.99 and 2% tax, and packs it. */
  async function packed({ status = 'Packing', price = 1999 }: { status?: OrderStatus; price?: number } = {}) {
    const shopper = await verified(shop)
    const address = await anAddress(shop.db, shopper.user._id)
    const product = await aProduct(shop.db, { offerPrice: price, stock: 10 })
    const { json } = await shopper.post('/api/order/cod', { address, items: [{ product: product.id, quantity: 1 }] })
    if (!json.success) throw new Error(json.message)
    await stepTo(owner, json.orderId, status)
    return { id: json.orderId as string, shopper, product }
  }
  /** What a rider presses for an order, on a phone that gives each press an id. */
  const tap = (who: Person, what: string, order: string, more: object = {}) =>
    who.post(`/api/rider/${what}`, { id: newId(), order, ...more })

  return {
    shop,
    owner,
    aRider,
    rider,
    other,
    packed,
    tap,
    async taken(who: Person) {
      const order = await packed()
      await tap(who, 'take', order.id)
      return order
    },
    numberOf: async (id: string) =>
      (await shop.db.selectFrom('shopOrder').select('number').where('id', '=', id).executeTakeFirstOrThrow()).number,
    statusOf: async (id: string) =>
      (await shop.db.selectFrom('shopOrder').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status,
    /** The orders on a rider's trip. */
    mine: async (who: Person): Promise<string[]> =>
      (await who.get('/api/rider/trip')).json.mine.map(({ order }: { order: string }) => order),
    /** Whether an order is among those that a rider can take. */
    isReady: async (who: Person, id: string): Promise<boolean> =>
      (await who.get('/api/rider/trip')).json.ready.some(({ order }: { order: string }) => order === id),
    assignmentsOf: (order: string) =>
      shop.db.selectFrom('deliveryAssignment').selectAll().where('orderId', '=', order).orderBy('takenAt').execute(),
    /** The cash that a rider owes the shop. */
    owedBy: async (who: Person) => (await who.get('/api/rider/trip')).json.owed,
    cashRow: async (who: Rider) =>
      (await owner.get('/api/rider/cash')).json.riders.find((each: { rider: string }) => each.rider === who.email),
    /** Changes an order that was cancelled on the way into one of a version that returned its stock at once. */
    async cancelledBefore(order: string): Promise<void> {
      const { rowCount } = await shop.pool.query(
        'update shop_order set stock_to_return = false where id = $1 and stock_to_return',
        [order],
      )
      expect(rowCount).toBe(1)
      await shop.pool.query(
        'update product set stock = stock + quantity from order_line where order_id = $1 and product_id = product.id',
        [order],
      )
    },
    async close() {
      expect(await ledgerErrors(shop.db)).toEqual([])
      await shop.close()
    },
  }
}

/** A photo with the place where it was taken. */
export const aPhoto = (width = 60): Promise<Buffer> =>
  sharp({ create: { width, height: 40, channels: 3, background: '#447744' } })
    .withExif({ IFD3: { GPSLatitude: '13/1 43/1 0/1' } })
    .jpeg()
    .toBuffer()

/** Reports an order as delivered, with a photo. */
export async function sendPhoto(
  who: Person,
  order: string,
  fields: Record<string, string> = {},
  image?: Buffer | string,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ id: newId(), order, collected: '20.38', ...fields }))
    form.append(name, value)
  const bytes = typeof image === 'string' ? Buffer.from(image) : (image ?? (await aPhoto()))
  form.append('image', new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' }))
  const { body, headers } = await encoded(form)
  return who.post('/api/rider/photo', body, headers)
}
