import type { FastifyReply } from 'fastify'
import { Refusal } from '../common/refusal.ts'
import { withTimeout } from '../common/timeout.ts'
import type { App } from './edge.ts'
import { isOwnRequest } from './own-requests.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers also while the shop closes. */
    whileClosing?: boolean
  }
}

/** Milliseconds that running requests have to finish. */
const drainTimeout = 10_000

/**
 * Graceful shutdown: tracks running requests. Once the server closes, new requests get 503 `unavailable` with
 * `connection: close`, so that a proxy asks another process, and running ones finish.
 *
 * Call `finish` after telling everything else to end that keeps connections open, as streams: it waits for the running
 * requests, for at most so many milliseconds, and closes all connections.
 */
export function drainOnShutdown(app: App): { finish(milliseconds?: number): Promise<void> } {
  const running = new Set<FastifyReply['raw']>()
  let closing = false
  let empty = () => {}

  app.addHook('onRequest', (request, reply, done) => {
    // It belongs to an answer that is on its way.
    if (isOwnRequest(request)) return done()
    if (closing && !request.routeOptions.config.whileClosing) {
      reply.header('connection', 'close')
      return done(new Refusal('unavailable'))
    }
    const { raw } = reply
    running.add(raw)
    // Comes in any case: after the last byte, or when the connection broke.
    raw.on('close', () => {
      running.delete(raw)
      if (running.size === 0) empty()
    })
    done()
  })
  app.addHook('preClose', async () => {
    closing = true
  })

  return {
    async finish(milliseconds = drainTimeout) {
      if (running.size > 0) {
        const left = new Promise<void>((resolve) => {
          empty = resolve
        })
        await withTimeout(milliseconds, left).catch(() => {})
      }
      // Left are idle connections, and requests that took longer.
      app.server.closeAllConnections()
    },
  }
}
