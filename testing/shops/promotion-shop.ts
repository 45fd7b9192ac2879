import { expect } from 'vitest'
import { newId } from '../../server/common/ids.ts'
import { ledgerErrors } from '../database/ledger.ts'
import { aBuyer, orderBy } from '../makers/buyer.ts'
import { aProduct } from '../makers/rows.ts'
import { type Person, seller, testShop } from '../shop.ts'

/** A shop with rate limits and its owner, and what tests of promotions do in it. */
export async function promotionShop() {
  const shop = await testShop({ limits: true })
  const { db } = shop
  let codes = 0

  /** A product at 10.00 in a category of its own, as automatic promotions apply to every order of the database. */
  async function ownProduct(offerPrice = 1000) {
    const category = `Category ${newId()}`
    const { id } = await aProduct(db, { category, offerPrice })
    return { category, id, items: (quantity: number) => [{ product: id, quantity }] }
  }

  return {
    shop,
    db,
    owner: await seller(shop),
    aBuyer: () => aBuyer(shop),
    ownProduct,
    ownCode: () => `CODE${++codes}`,
    order: orderBy,
    ordersOf: (buyer: Person) => buyer.get('/api/order/user?awaiting=true').then(({ json }) => json.orders),
    usesOf: async (id: string) =>
      (await db.selectFrom('promotion').select('uses').where('id', '=', id).executeTakeFirstOrThrow()).uses,
    close: async () => {
      expect(await ledgerErrors(db)).toEqual([])
      await shop.close()
    },
  }
}
