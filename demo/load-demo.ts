import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pictureFormats, pictureName, renditionSizes } from '../contract/catalog/pictures.ts'
import { limitConcurrency } from '../server/common/concurrency-limit.ts'
import { newId } from '../server/common/ids.ts'
import { type Db, inTransaction } from '../server/database/database.ts'
import { asapSetting } from '../server/delivery/settings/order-settings.ts'
import { storeHours } from '../server/delivery/settings/save-hours.ts'
import { storedZone } from '../server/delivery/settings/save-zone.ts'
import { storeTemplate } from '../server/delivery/windows/template-queries.ts'
import { insertMissingWindows } from '../server/delivery/windows/window-queries.ts'
import { storeZone } from '../server/delivery/zones/queries.ts'
import { placesOfDistrict } from '../server/delivery/zones/subdistricts.ts'
import type { PictureStore } from '../server/media/store.ts'
import { insertPromotion } from '../server/promotions/queries.ts'
import { storedPromotion } from '../server/promotions/save-promotion.ts'
import { savePromptPay } from '../server/settings/promptpay.ts'
import type { DemoShop } from '../server/start/config.ts'
import { bangkokCatalogue } from './bangkok/catalogue.ts'
import { bangkokAsap, bangkokHours, bangkokZones } from './bangkok/delivery.ts'
import { bangkokPromotions } from './bangkok/promotions.ts'
import { bangkokPromptPay, bangkokShop } from './bangkok/shop.ts'
import { bangkokWindows } from './bangkok/windows.ts'
import { catalogue } from './catalogue.ts'
import type { DemoProduct } from './demo-product.ts'
import { loadPastOrders } from './load-past-orders.ts'
import { hasProducts, insertProducts, lockLoading, setDemoShop, setPricesAsked } from './queries.ts'

type Loading = {
  db: Db
  store: PictureStore
  log: (line: string) => void
  /** The demo whose prices the products get. */
  demoShop?: DemoShop
}

/** The catalogues of the demos besides the shop of shop.config.ts. */
const catalogues: Record<DemoShop, DemoProduct[]> = { bangkok: bangkokCatalogue }

/** The size of every demo picture; the files are `demo/pictures/<slug>-<number>-<width>x<height>.<format>`. */
const pictureSize = { width: 1024, height: 1024 }

/** Pictures copied at the same time. */
const maxConcurrentCopies = 8

/** Returns the path of a rendition of a product's picture. Pictures are numbered from 1. */
export const pictureFile = (slug: string, number: number, rendition: string) =>
  join(import.meta.dirname, 'pictures', `${slug}-${number}-${rendition}`)

/** The renditions of each demo picture: `160x160.avif` and so on. */
export const renditions = renditionSizes(pictureSize).flatMap(({ width, height }) =>
  pictureFormats.map((format) => `${width}x${height}.${format}`),
)

/**
 * Fills an empty shop with the demo catalogue: copies the pictures into the store, then adds the products, settings
 * and, in the Bangkok demo, the orders of two weeks in one transaction. Does nothing if the shop has any product, so it
 * can be called at every start; processes that start together load it once.
 */
export async function loadDemoCatalogue({ db, store, log, demoShop }: Loading): Promise<void> {
  if (await hasProducts(db)) return
  const products = demoShop ? catalogues[demoShop] : catalogue
  log(`Loading the demo catalogue: ${products.length} products …`)
  const started = performance.now()
  const limit = limitConcurrency(maxConcurrentCopies)
  const pictures = await Promise.all(
    products.map(({ slug, pictures }) =>
      Promise.all(Array.from({ length: pictures }, (_, index) => limit(() => storePicture(slug, index + 1, store)))),
    ),
  )
  const loaded = await inTransaction(db, async (tx) => {
    await lockLoading(tx)
    if (await hasProducts(tx)) return false
    const ids = new Map(products.map(({ slug }) => [slug, newId()]))
    await insertProducts(
      tx,
      products.map(({ slug, ...product }, index) => ({
        ...product,
        id: ids.get(slug) ?? newId(),
        demo: true,
        pictures: pictures[index] ?? [],
      })),
    )
    if (demoShop) {
      await setDemoShop(tx, demoShop)
      await setPricesAsked(tx)
      for (const { slugs, ...promotion } of bangkokPromotions) {
        const terms = slugs
          ? { ...promotion.terms, products: slugs.flatMap((slug) => ids.get(slug) ?? []) }
          : promotion.terms
        const input = { ...promotion, terms, firstOrder: false, enabled: true }
        await insertPromotion(tx, storedPromotion(input, newId(), undefined), bangkokShop.timeZone)
      }
      for (const { districts, ...zone } of bangkokZones) {
        const places = districts.flatMap(placesOfDistrict).map(({ subdistrict }) => subdistrict)
        await storeZone(tx, storedZone({ ...zone, postcodes: [], subdistricts: places }, newId(), undefined))
      }
      await storeHours(tx, bangkokHours, { seen: 0, by: undefined, timeZone: bangkokShop.timeZone })
      await asapSetting.save(tx, bangkokAsap, { seen: 0, by: undefined })
      await savePromptPay(tx, bangkokShop, bangkokPromptPay, { seen: 0, by: undefined })
      for (const template of bangkokWindows)
        await storeTemplate(tx, { ...template, id: newId(), zoneIds: null, active: true }, undefined)
      await insertMissingWindows(tx, bangkokShop.timeZone)
      await loadPastOrders(tx, bangkokShop, { ids, now: new Date() })
    }
    return true
  })
  if (loaded) log(`Demo catalogue loaded in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** Copies all renditions of a picture into the store. Returns the URL that a product stores. */
async function storePicture(slug: string, number: number, store: PictureStore): Promise<string> {
  const bytes = await readFile(pictureFile(slug, number, renditions.at(-1) ?? ''))
  // Names contain a hash of the content, so a changed picture gets a new name.
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  for (const rendition of renditions)
    await store.put(`${hash}-${rendition}`, await readFile(pictureFile(slug, number, rendition)))
  return `/pictures/${pictureName(hash, pictureSize, 'webp')}`
}
