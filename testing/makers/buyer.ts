import { newId } from '../../server/common/ids.ts'
import { type Person, type TestShop, verified } from '../shop.ts'
import { anAddress } from './rows.ts'

/** A verified shopper with a saved address. */
export type Buyer = Awaited<ReturnType<typeof aBuyer>>

/** Signs a shopper up who can order at once. */
export async function aBuyer(shop: TestShop) {
  const shopper = await verified(shop)
  return Object.assign(shopper, { address: await anAddress(shop.db, shopper.user._id) })
}

/** Orders items by a call of `/api/order/`, each time with a new idempotency key. */
export const orderBy = (buyer: Person & { address: string }, items: object[], more: object = {}, call = 'cod') =>
  buyer.post(`/api/order/${call}`, { address: buyer.address, items, ...more }, { 'idempotency-key': newId() })
