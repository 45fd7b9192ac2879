import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pictureFormats, pictureName, renditionSizes } from '../contract/pictures.ts'
import { limitConcurrency } from '../server/common/concurrency-limit.ts'
import { newId } from '../server/common/ids.ts'
import { type Db, inTransaction } from '../server/database/database.ts'
import type { PictureStore } from '../server/media/store.ts'
import { catalogue } from './catalogue.ts'
import { hasProducts, insertProducts, lockLoading } from './queries.ts'

type Loading = { db: Db; store: PictureStore; log: (line: string) => void }

/** Of every demo picture, whose files are `demo/pictures/<slug>-<number>-<width>x<height>.<format>`. */
const largest = { width: 1024, height: 1024 }

/** Pictures that are copied at the same time. */
const atOnce = 8

/** Where a rendition of a product's picture is kept. Pictures are numbered from 1. */
export const pictureFile = (slug: string, number: number, rendition: string) =>
  join(import.meta.dirname, 'pictures', `${slug}-${number}-${rendition}`)

/** The renditions that each demo picture has: `160x160.avif` and so on. */
export const renditions = renditionSizes(largest).flatMap(({ width, height }) =>
  pictureFormats.map((format) => `${width}x${height}.${format}`),
)

/**
 * Fills an empty shop with the demo catalogue: copies the pictures into the store, then adds the products in one
 * transaction. A shop that has any product is left alone, so it can be called at every start; two processes that start
 * together load it once.
 */
export async function loadDemoCatalogue({ db, store, log }: Loading): Promise<void> {
  if (await hasProducts(db)) return
  log(`Loading the demo catalogue: ${catalogue.length} products …`)
  const started = performance.now()
  const turn = limitConcurrency(atOnce)
  const pictures = await Promise.all(
    catalogue.map(({ slug, pictures }) =>
      Promise.all(Array.from({ length: pictures }, (_, at) => turn(() => storePicture(slug, at + 1, store)))),
    ),
  )
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

/** Copies all renditions of a picture into the store. Returns the address that a product keeps. */
async function storePicture(slug: string, number: number, store: PictureStore): Promise<string> {
  const bytes = await readFile(pictureFile(slug, number, renditions.at(-1) ?? ''))
  // The store's names say what is in the file: another picture in the same place gets another name.
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  for (const rendition of renditions)
    await store.put(`${hash}-${rendition}`, await readFile(pictureFile(slug, number, rendition)))
  return `/pictures/${pictureName(hash, largest, 'webp')}`
}
