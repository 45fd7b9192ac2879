import { sql } from 'kysely'
import { newId } from '../../server/common/ids.ts'
import { holdWindow } from '../../server/delivery/windows/holds.ts'
import { aBuyer, type Buyer } from '../makers/buyer.ts'
import { aProduct } from '../makers/rows.ts'
import { type Person, seller, testShop } from '../shop.ts'

type Details = { window?: string; idempotencyKey?: string; path?: 'cod' | 'stripe'; [field: string]: unknown }

/** A shop with its owner and a product, and actions of its buyers for tests of delivery windows. */
export async function windowShop() {
  const shop = await testShop()
  const owner = await seller(shop)
  const product = (await aProduct(shop.db, { offerPrice: 1000 })).id

  const order = async (buyer: Buyer, { window, idempotencyKey = newId(), path = 'cod', ...fields }: Details = {}) => {
    const delivery = window === undefined ? {} : { delivery: { window } }
    const body = { address: buyer.address, items: [{ product, quantity: 1 }], ...delivery, ...fields }
    return (await buyer.post(`/api/order/${path}`, body, { 'idempotency-key': idempotencyKey })).json
  }

  return {
    shop,
    owner,
    product,
    order,
    aBuyer: () => aBuyer(shop),
    /** An order without a time: as of a shop that has no windows yet. */
    untimed: async (buyer: Buyer, details: Details = {}) => {
      await sql`update window_template set active = false`.execute(shop.db)
      const placed = await order(buyer, details)
      await sql`update window_template set active = true`.execute(shop.db)
      return placed
    },
    ordersOf: async (buyer: Buyer) => (await buyer.get('/api/order/user')).json.orders,
    hold: (buyer: Buyer, window: string) =>
      holdWindow(shop.db, { id: buyer.user._id, isAccountVerified: true }, { windowId: window, zoneId: null }),
    moved: async (person: Person, orderId: string, window: string) =>
      (await person.post('/api/order/move-window', { orderId, window })).json,
    movedBySeller: async (orderId: string, window: string) =>
      (await owner.post('/api/order/move-window-as-seller', { id: orderId, window })).json,
  }
}

/** The occupancy of a window for one order that is full with it, and of an empty one. */
export const full = { taken: 1, orders: 1, holds: 0 }
export const empty = { taken: 0, orders: 0, holds: 0 }
