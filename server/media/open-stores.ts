import { join } from 'node:path'
import type { Config } from '../start/config.ts'
import { diskStore, type PictureStore } from './store.ts'

export type Stores = {
  /** Pictures of products, categories and the shop, which everyone sees. */
  store: PictureStore
  /** Pictures of bank slips, which only sellers see. */
  slips: PictureStore
  /** Photos of deliveries, which only the staff and each order's shopper see. */
  photos: PictureStore
}

/**
 * Opens the shop's stores of pictures: in the bucket if configured, whose library is loaded only then, else in the data
 * folder. `warn` gets the errors of the bucket; `close` ends its connections.
 */
export async function openStores(
  { pictures, dataDir }: Pick<Config, 'pictures' | 'dataDir'>,
  { warn }: { warn: (message: string) => void },
): Promise<{ stores: Stores; close: () => void }> {
  if (!pictures) {
    const store = await diskStore(join(dataDir, 'pictures'))
    const slips = await diskStore(join(dataDir, 'slips'), { isPrivate: true })
    const photos = await diskStore(join(dataDir, 'photos'), { isPrivate: true })
    return { stores: { store, slips, photos }, close: () => {} }
  }
  const { s3Store } = await import('./s3-store.ts')
  const store = s3Store(pictures, { warn })
  const slips = s3Store(pictures, { warn, privateFolder: 'slips' })
  const photos = s3Store(pictures, { warn, privateFolder: 'photos' })
  const close = () => {
    for (const each of [store, slips, photos]) each.close()
  }
  return { stores: { store, slips, photos }, close }
}
