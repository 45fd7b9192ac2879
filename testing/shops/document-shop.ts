import { expect } from 'vitest'
import { bangkokShop } from '../../demo/bangkok/shop.ts'
import type { DocumentContent } from '../../server/documents/content.ts'
import { documentsOfOrder } from '../../server/documents/queries.ts'
import { deliver } from '../makers/orders.ts'
import { anAddress, aProduct } from '../makers/rows.ts'
import { seller, testShop, verified } from '../shop.ts'

type Line = { offerPrice: number; quantity?: number; taxClass?: string }

/** A company that asks for a full tax invoice. */
export const buyer = {
  name: 'บริษัท ครัวมะลิ จำกัด',
  address: '12 ถนนสีลม\nบางรัก กรุงเทพฯ 10500',
  taxId: '0105500000003',
}

/** Returns the tax of a document, in cents. */
export const taxOf = ({ rates }: DocumentContent) => rates.reduce((sum, { tax }) => sum + tax, 0)

/** A shop in Bangkok that is registered for VAT, with its owner, a shopper, and actions for tests. */
export async function documentShop() {
  const shop = await testShop({ shop: bangkokShop })
  const owner = await seller(shop)
  const mali = await verified(shop)

  /** Places a cash order of the shopper of new products; returns its id. */
  async function order(lines: Line[]): Promise<string> {
    const items = []
    for (const { quantity = 1, ...fields } of lines)
      items.push({ product: (await aProduct(shop.db, fields)).id, quantity })
    const address = await anAddress(shop.db, mali.user._id)
    const { json } = await mali.post('/api/order/cod', { address, items })
    expect(json).toMatchObject({ success: true })
    return json.orderId
  }
  async function deliverAndIssue(id: string): Promise<void> {
    await deliver(owner, id)
    await shop.runJobs()
  }
  return {
    shop,
    owner,
    mali,
    order,
    deliverAndIssue,
    async delivered(lines: Line[]): Promise<string> {
      const id = await order(lines)
      await deliverAndIssue(id)
      return id
    },
    documentsOf: (id: string) => documentsOfOrder(shop.db, id),
  }
}
