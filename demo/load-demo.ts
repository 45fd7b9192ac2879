import { takeTurns } from '../server/common/concurrency-limit.ts'
import { newId } from '../server/common/ids.ts'
import { type Db, inTransaction } from '../server/database/database.ts'
import type { PictureStore } from '../server/media/store.ts'
import { catalogue } from './catalogue.ts'
import type { PictureRecipe } from './compose-picture.ts'
import type { DemoProduct } from './demo-product.ts'
import { hasProducts, insertProducts, lockLoading } from './queries.ts'

type Loading = { db: Db; store: PictureStore; log: (line: string) => void }

// Nobody shops yet, so the loader may use more processors than a seller's upload does.
const encodeTurn = takeTurns(2)
const pictureTurn = takeTurns(3)

/**
 * Fills an empty shop with the demo catalogue: draws the pictures, encodes and stores them as it would a seller's, then
 * adds the products in one transaction. A shop that has any product is left alone, so it can be called at every start;
 * two processes that start together load it once.
 */
export async function loadDemoCatalogue({ db, store, log }: Loading): Promise<void> {
  if (await hasProducts(db)) return
  log(`Loading the demo catalogue: ${catalogue.length} products …`)
  const started = performance.now()
  const pictures = await Promise.all(catalogue.map((product) => picturesOf(product, store)))
  const loaded = await inTransaction(db, async (tx) => {
    await lockLoading(tx)
    if (await hasProducts(tx)) return false
    await insertProducts(
      tx,
      catalogue.map(({ slug: _, ...product }, at) => ({
        ...product,
        id: newId(),
        demo: true,
        pictures: pictures[at] ?? [],
      })),
    )
    return true
  })
  if (loaded) log(`Demo catalogue loaded in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** The addresses of a product's pictures, once every file is stored. */
function picturesOf(product: DemoProduct, store: PictureStore): Promise<string[]> {
  return Promise.all(
    product.pictures.map((recipe) => pictureTurn(() => storedPicture(recipe, product.category, store))),
  )
}

async function storedPicture(recipe: PictureRecipe, category: string, store: PictureStore): Promise<string> {
  // Most starts find products, and need neither.
  const [{ composePicture, plates }, { encodePicture }] = await Promise.all([
    import('./compose-picture.ts'),
    import('../server/media/encode-picture.ts'),
  ])
  const plate = plates[category]
  if (!plate) throw new TypeError(`no plate for ${category}`)
  const { url, files } = await encodePicture(await composePicture(recipe, plate), encodeTurn)
  await Promise.all(files.map(({ name, bytes }) => store.put(name, bytes)))
  return url
}
