import type { TaskList } from 'graphile-worker'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import type { Db } from '../database/database.ts'
import { followMoney } from './follow-money.ts'

/** The job that follows each movement of an order's money. */
export function documentTasks(deps: { db: Db; shop: ShopConfig }): TaskList {
  return {
    'follow-money': ({ orderId }) => followMoney(deps, orderId),
  }
}
