import { calls } from '../../contract/calls.ts'
import { canTakePromptPay } from '../../contract/payments/payment-methods.ts'
import { dayIn } from '../../contract/values/day.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db, Tx } from '../database/database.ts'
import { type App, addCall, successMessage } from '../http/calls/calls.ts'
import { requireSeller } from '../http/calls/sessions.ts'
import type { PictureStore } from '../media/store.ts'
import { currentTopic, type LiveShop } from './live-shop.ts'
import { acceptPicture, withPictureForm } from './picture-form.ts'
import { changePromptPay, findPromptPay, type PromptPay } from './promptpay.ts'
import { countOfTaxClass, hasAnyOrder, productsOfCategories } from './queries.ts'
import { saveCategories } from './save-categories.ts'
import { saveShop, shopToWire } from './save-shop.ts'
import { firstDayOfRates, saveTax } from './save-tax.ts'
import { storePicture } from './store-picture.ts'
import { versionToWire } from './version-to-wire.ts'

export type SettingsDeps = {
  db: Db
  live: LiveShop
  store: PictureStore
  /** Whether the shop is a demo, which may print the sample's address. */
  isDemo: boolean
  /** Called after the shop's settings were saved: reads them in this process, before the seller's next page. */
  onSaved: () => Promise<void>
  /** Lets orders that await payment be paid to the shop's new account, and returns how many. */
  replaceOpenCodes: (tx: Tx, promptPay: PromptPay) => Promise<number>
}

/** The calls that read and change what the owner has set. */
export function settingsRoutes(app: App, deps: SettingsDeps): void {
  promptPayCalls(app, deps)
  categoryCalls(app, deps)
  shopCalls(app, deps)
  taxCalls(app, deps)
  app.register(async (forms: App) => {
    await acceptPicture(forms)
    addCall(forms, calls.settings.picture, async (request) => {
      const picture = await withPictureForm(request, (sent) => storePicture(deps.store, sent))
      return { message: successMessage(request, 'picture_stored'), picture }
    })
  })
}

function promptPayCalls(app: App, { db, live: { shop }, replaceOpenCodes }: SettingsDeps): void {
  const current = async () => {
    const stored = await findPromptPay(db)
    return { promptPay: stored?.value ?? null, ...versionToWire(stored) }
  }

  addCall(app, calls.settings.promptPay, async () => {
    refuseUnless(canTakePromptPay(shop), 'promptpay_not_baht')
    return current()
  })

  addCall(app, calls.settings.savePromptPay, async (request) => {
    const { seen, ...typed } = request.body
    const seller = requireSeller(request)
    const unpaid = await changePromptPay(db, shop, typed, { seen, by: seller.email, replaceOpenCodes })
    request.log.info({ seller: seller.id, enabled: typed.enabled }, 'changed the PromptPay settings')
    return { message: successMessage(request, 'setting_saved'), unpaid, ...(await current()) }
  })
}

function categoryCalls(app: App, { db, live, store, onSaved }: SettingsDeps): void {
  const categoriesNow = async () => {
    const { stored, value } = await currentTopic(db, 'categories', live)
    const counts = await productsOfCategories(
      db,
      value.categories.map(({ path }) => path),
    )
    return {
      categories: value.categories.map(({ path, name, nameTh, picture = null }) => {
        const { products = 0, archived = 0 } = counts.find((each) => each.path === path) ?? {}
        return { path, name, nameTh, picture, products, archived }
      }),
      ...versionToWire(stored),
    }
  }

  addCall(app, calls.settings.categories, categoriesNow)

  addCall(app, calls.settings.saveCategories, async (request) => {
    const { categories, seen } = request.body
    const seller = requireSeller(request)
    await saveCategories({ db, live, store }, categories, { seen, by: seller.email })
    await onSaved()
    request.log.info({ seller: seller.id, categories: categories.length }, 'changed the categories')
    return { message: successMessage(request, 'setting_saved'), ...(await categoriesNow()) }
  })
}

function shopCalls(app: App, { db, live, store, isDemo, onSaved }: SettingsDeps): void {
  const shopNow = async () => {
    const { stored, value } = await currentTopic(db, 'shop', live)
    return { ...shopToWire(value), ...versionToWire(stored) }
  }

  addCall(app, calls.settings.shop, shopNow)

  addCall(app, calls.settings.saveShop, async (request) => {
    const { seen, ...typed } = request.body
    const seller = requireSeller(request)
    await saveShop({ db, live, store, isDemo }, typed, { seen, by: seller.email })
    await onSaved()
    request.log.info({ seller: seller.id }, 'changed what the shop says of itself')
    return { message: successMessage(request, 'setting_saved'), ...(await shopNow()) }
  })
}

function taxCalls(app: App, { db, live, isDemo, onSaved }: SettingsDeps): void {
  const taxNow = async () => {
    const { stored, value } = await currentTopic(db, 'tax', live)
    const { tax, issuer } = value
    const classes = await Promise.all(
      tax.classes.map(async ({ id, name, nameTh, rates }) => {
        const products = await countOfTaxClass(db, id)
        return { id, name, nameTh, rates: [...rates], products }
      }),
    )
    return {
      mode: tax.mode,
      rounding: tax.rounding,
      classes,
      issuer: issuer ? { ...issuer, branch: issuer.branch ?? '00000' } : null,
      hasOrders: await hasAnyOrder(db),
      firstDay: firstDayOfRates(live.shop),
      today: dayIn(live.shop.timeZone),
      ...versionToWire(stored),
    }
  }

  addCall(app, calls.settings.tax, taxNow)

  addCall(app, calls.settings.saveTax, async (request) => {
    const { seen, ...typed } = request.body
    const seller = requireSeller(request)
    await saveTax({ db, live, isDemo }, typed, { seen, by: seller.email })
    await onSaved()
    request.log.info({ seller: seller.id, mode: typed.mode }, 'changed the tax settings')
    return { message: successMessage(request, 'setting_saved'), ...(await taxNow()) }
  })
}
