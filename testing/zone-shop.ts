import { expect } from 'vitest'
import { newId } from '../server/common/ids.ts'
import { ledgerErrors } from './ledger.ts'
import { anAddress, aProduct } from './makers.ts'
import { promptPayShop } from './promptpay-shop.ts'
import { type Person, person, verified } from './shop.ts'

export type AddressFields = { street?: string; city?: string; zipcode?: string; state?: string; country?: string }

export type ZoneBuyer = Awaited<ReturnType<Awaited<ReturnType<typeof zoneShop>>['aBuyer']>>

/** A shop in Bangkok that takes all payments, with its owner, and actions of its buyers for tests of delivery zones. */
export async function zoneShop() {
  const { shop, owner } = await promptPayShop()
  const { db } = shop

  /** A shopper with an address, by default in Bang Rak. */
  async function aBuyer(fields: AddressFields = {}) {
    const shopper = await verified(shop)
    const address = await anAddress(db, shopper.user._id)
    if (Object.keys(fields).length > 0) await db.updateTable('address').set(fields).where('id', '=', address).execute()
    return Object.assign(shopper, { address })
  }

  return {
    shop,
    db,
    owner,
    aBuyer,
    order: (buyer: Person & { address: string }, items: object[], more: object = {}, call = 'cod') =>
      buyer.post(`/api/order/${call}`, { address: buyer.address, items, ...more }, { 'idempotency-key': newId() }),
    orderOf: async (buyer: Person, id: string) => (await buyer.get(`/api/order/get?id=${id}`)).json.order,
    /** Lines of an order of a new product with this price, in cents. */
    goods: async (offerPrice: number, quantity = 1) => [{ product: (await aProduct(db, { offerPrice })).id, quantity }],
    options: async (query: string, by: Person = person(shop)) => (await by.get(`/api/delivery/options${query}`)).json,
    async close() {
      expect(await ledgerErrors(db)).toEqual([])
      await shop.close()
    },
  }
}
