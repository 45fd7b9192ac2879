import type { ShopConfig } from '../../contract/settings/shop.ts'
import { StartError } from '../common/start-error.ts'
import type { Db } from '../database/database.ts'
import { recordCurrency } from './queries.ts'

/**
 * Throws StartError, with what to do, if the shop has orders in another currency than that of its settings: their
 * amounts would be shown, and refunded, in the wrong one.
 */
export async function refuseOtherCurrency(
  db: Db,
  { currency: { code } }: Pick<ShopConfig, 'currency'>,
  dataDir: string,
): Promise<void> {
  const ofOrders = await recordCurrency(db, code)
  if (ofOrders === code) return
  throw new StartError(
    `This shop has orders in ${ofOrders}, and shop.config.ts says ${code}: their amounts would be shown in ${code}.
  To open it as it is:      currency: { code: '${ofOrders}', … } in shop.config.ts
  If it was only tried out: npm run leave-demo -- --with-orders    deletes every order and every shopper
  To open an empty shop:    another DATA_DIR (this one is ${dataDir}) or another DATABASE_URL`,
  )
}
