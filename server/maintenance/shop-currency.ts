import type { ShopConfig } from '../../contract/settings/shop.ts'
import { StartError } from '../common/start-error.ts'
import type { Db } from '../database/database.ts'
import { currencyOfOrders, recordCurrency } from './queries.ts'

type Currency = Pick<ShopConfig, 'currency'>

/**
 * Records the currency of a shop without orders. Throws StartError, with what to do, if the shop has orders in another
 * currency than that of its settings: their amounts would be shown, and refunded, in the wrong one.
 */
export async function refuseOtherCurrency(db: Db, { currency: { code } }: Currency, dataDir: string): Promise<void> {
  const ofOrders = await recordCurrency(db, code)
  if (ofOrders !== code) throw new StartError(adviceFor(ofOrders, code, dataDir))
}

/** Returns what `refuseOtherCurrency` would throw; undefined if it wouldn't. Changes nothing. */
export async function otherCurrency(
  db: Db,
  { currency: { code } }: Currency,
  dataDir: string,
): Promise<string | undefined> {
  const ofOrders = await currencyOfOrders(db)
  return ofOrders === undefined || ofOrders === code ? undefined : adviceFor(ofOrders, code, dataDir)
}

const adviceFor = (ofOrders: string, code: string, dataDir: string) =>
  `This shop has orders in ${ofOrders}, and shop.config.ts says ${code}: their amounts would be shown in ${code}.
  To open it as it is:      currency: { code: '${ofOrders}', … } in shop.config.ts
  If it was only tried out: npm run leave-demo -- --with-orders    deletes every order and every shopper
  To open an empty shop:    another DATA_DIR (this one is ${dataDir}) or another DATABASE_URL`
