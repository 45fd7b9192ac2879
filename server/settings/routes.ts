import { calls } from '../../contract/calls.ts'
import type { ShopConfig } from '../../contract/shop.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { type App, on, successMessage } from '../http/edge.ts'
import { requireSeller } from '../http/sessions.ts'
import { findPromptPay, savePromptPay } from './promptpay.ts'
import { versionRecord } from './setting-record.ts'

/** The calls that read and change what the owner has set. */
export function settingsRoutes(app: App, { db, shop }: { db: Db; shop: Pick<ShopConfig, 'currency'> }): void {
  const current = async () => {
    const stored = await findPromptPay(db)
    return { promptPay: stored?.value ?? null, ...versionRecord(stored) }
  }

  on(app, calls.settings.promptPay, async () => {
    refuseUnless(shop.currency.code === 'THB', 'promptpay_not_baht')
    return current()
  })

  on(app, calls.settings.savePromptPay, async (request) => {
    const { seen, ...typed } = request.body
    const seller = requireSeller(request)
    await savePromptPay(db, shop, typed, { seen, by: seller.email })
    request.log.info({ seller: seller.id, enabled: typed.enabled }, 'changed the PromptPay settings')
    return { message: successMessage(request, 'setting_saved'), ...(await current()) }
  })
}
