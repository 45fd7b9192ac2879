import type { TaskList } from 'graphile-worker'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import type { Db } from '../database/database.ts'
import { updateSaleAndDocuments } from './update-sale-and-documents.ts'

/** The job after each movement of an order's money. */
export function documentTasks(deps: { db: Db; shop: ShopConfig }): TaskList {
  return {
    'update-sale-and-documents': ({ orderId }) => updateSaleAndDocuments(deps, orderId),
  }
}
