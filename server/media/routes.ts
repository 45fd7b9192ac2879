import type { App } from '../platform/edge.ts'
import { refuse } from '../platform/refusal.ts'
import type { PictureStore } from './store.ts'

/**
 * Serves `GET /pictures/:name`. A name stands for its content, so browsers and proxies may keep it for good; a name
 * that isn't there answers `not_found`, which nobody keeps: it may exist a moment later.
 */
export function mediaRoutes(app: App, { store }: { store: PictureStore }): void {
  app.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const { name } = request.params
    const bytes = await store.read(name)
    if (!bytes) {
      reply.header('cache-control', 'no-store')
      return refuse('not_found')
    }
    const etag = `"${name}"`
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'")
      .header('x-content-type-options', 'nosniff')
      .header('etag', etag)
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    return reply.type(name.endsWith('.avif') ? 'image/avif' : 'image/webp').send(bytes)
  })
}
