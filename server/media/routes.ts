import { isPictureName } from '../../contract/pictures.ts'
import { refuse } from '../common/refusal.ts'
import type { App } from '../http/edge.ts'
import { cachedForGood, typeOfPicture } from './picture-headers.ts'
import type { PictureStore } from './store.ts'

export type MediaDeps = {
  store: PictureStore
  /** Whether pages of other origins may show the pictures; else browsers don't let them. */
  elsewhere?: boolean
}

/**
 * Serves `GET /pictures/:name`. A name stands for its content, so browsers and proxies may keep it for good; a name
 * that isn't there answers `not_found`, which nobody keeps: it may exist a moment later. A store that can't be asked
 * answers `unavailable`.
 */
export function mediaRoutes(app: App, { store, elsewhere = false }: MediaDeps): void {
  app.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const { name } = request.params
    const etag = `"${name}"`
    // Who names the tag has had the picture, and it can't have changed: the store needn't be asked.
    const known = isPictureName(name) && request.headers['if-none-match']?.includes(etag)
    const bytes = known ? undefined : await readOrForget(store, name, () => reply.header('cache-control', 'no-store'))
    reply
      .header('cache-control', cachedForGood)
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .header('cross-origin-resource-policy', elsewhere ? 'cross-origin' : 'same-origin')
      .header('x-content-type-options', 'nosniff')
      .header('etag', etag)
    if (known) return reply.code(304).send()
    return reply.type(typeOfPicture(name)).send(bytes)
  })
}

/** Reads a picture; before it refuses or fails, the reply is marked as one for nobody's cache. */
async function readOrForget(store: PictureStore, name: string, forget: () => void): Promise<Buffer> {
  try {
    return (await store.read(name)) ?? refuse('not_found')
  } catch (error) {
    forget()
    throw error
  }
}
