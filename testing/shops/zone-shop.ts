import { expect } from 'vitest'
import { ledgerErrors } from '../database/ledger.ts'
import { aBuyer as aBuyerOf, orderBy } from '../makers/buyer.ts'
import { aProduct } from '../makers/rows.ts'
import { type Person, person } from '../shop.ts'
import { promptPayShop } from './promptpay-shop.ts'

export type AddressFields = { street?: string; city?: string; zipcode?: string; state?: string; country?: string }

/** A shop in Bangkok that takes all payments, with its owner, and actions of its buyers for tests of delivery zones. */
export async function zoneShop() {
  const { shop, owner } = await promptPayShop()
  const { db } = shop

  /** A shopper with an address, by default in Bang Rak. */
  async function aBuyer(fields: AddressFields = {}) {
    const buyer = await aBuyerOf(shop)
    if (Object.keys(fields).length > 0)
      await db.updateTable('address').set(fields).where('id', '=', buyer.address).execute()
    return buyer
  }

  return {
    shop,
    db,
    owner,
    aBuyer,
    order: orderBy,
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
