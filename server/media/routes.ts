import { isPictureName } from '../../contract/catalog/pictures.ts'
import { refuse } from '../common/refusal.ts'
import type { App } from '../http/calls/calls.ts'
import { immutableCacheControl, typeOfPicture } from './picture-headers.ts'
import type { PictureStore } from './store.ts'

export type MediaDeps = {
  store: PictureStore
  /** Whether pages of other origins may show the pictures. */
  crossOrigin?: boolean
}

/**
 * Serves `GET /pictures/:name`. A name identifies its content, so browsers and proxies may cache it for ever. Throws
 * `not_found`, uncached because the picture may be added later, and `unavailable` if the store can't be read.
 */
export function mediaRoutes(app: App, { store, crossOrigin = false }: MediaDeps): void {
  app.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const { name } = request.params
    const etag = `"${name}"`
    // A client that sends the ETag has the picture, which can't have changed, so the store needn't be read.
    const known = isPictureName(name) && request.headers['if-none-match']?.includes(etag)
    const bytes = known
      ? undefined
      : await readUncachedOnError(store, name, () => reply.header('cache-control', 'no-store'))
    reply
      .header('cache-control', immutableCacheControl)
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .header('cross-origin-resource-policy', crossOrigin ? 'cross-origin' : 'same-origin')
      .header('x-content-type-options', 'nosniff')
      .header('etag', etag)
    if (known) return reply.code(304).send()
    return reply.type(typeOfPicture(name)).send(bytes)
  })
}

/** Reads a picture; calls `preventCaching` before it refuses or fails. */
async function readUncachedOnError(store: PictureStore, name: string, preventCaching: () => void): Promise<Buffer> {
  try {
    return (await store.read(name)) ?? refuse('not_found')
  } catch (error) {
    preventCaching()
    throw error
  }
}
