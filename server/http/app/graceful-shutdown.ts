import type { FastifyReply } from 'fastify'
import { Refusal } from '../../common/refusal.ts'
import { withTimeout } from '../../common/timeout.ts'
import type { App } from '../calls/calls.ts'
import { isOwnRequest } from '../request/own-requests.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served even while the shop closes. */
    whileClosing?: boolean
  }
}

/** Milliseconds that running requests have to finish. */
export const drainTimeout = 10_000
/** Milliseconds that the handlers of requests whose connection was closed have to clean up. */
const cleanUpTimeout = 2000

/**
 * Tracks running requests. Once the server closes, new requests get 503 `unavailable` with `connection: close`, so that
 * a proxy retries with another process, and running ones finish.
 *
 * Call `finish` after ending everything that keeps connections open, such as streams. It waits for the running
 * requests, at most `milliseconds`, and closes all connections. At the end, after the `onClose` hooks that are added
 * later, the server waits for the handlers that still run, so that they find the database open for their cleaning up.
 */
export function drainOnShutdown(app: App): { finish(milliseconds?: number): Promise<void> } {
  const runningReplies = new Set<FastifyReply['raw']>()
  const runningHandlers = new Set<Promise<unknown>>()
  let closing = false
  let empty = () => {}

  app.addHook('onRequest', (request, reply, done) => {
    // Part of another request that is running.
    if (isOwnRequest(request)) return done()
    if (closing && !request.routeOptions.config.whileClosing) {
      reply.header('connection', 'close')
      return done(new Refusal('unavailable'))
    }
    const { raw } = reply
    runningReplies.add(raw)
    // Fires in any case: after the last byte, or when the connection fails.
    raw.on('close', () => {
      runningReplies.delete(raw)
      if (runningReplies.size === 0) empty()
    })
    done()
  })
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const handled = handler.call(this, request, reply)
      if (!(handled instanceof Promise)) return handled
      runningHandlers.add(handled)
      return handled.finally(() => runningHandlers.delete(handled))
    }
  })
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onClose', async () => {
    await withTimeout(cleanUpTimeout, Promise.allSettled(runningHandlers)).catch(() => {})
  })

  return {
    async finish(milliseconds = drainTimeout) {
      if (runningReplies.size > 0) {
        const left = new Promise<void>((resolve) => {
          empty = resolve
        })
        await withTimeout(milliseconds, left).catch(() => {})
      }
      // Only idle connections and requests that took longer are left.
      app.server.closeAllConnections()
    },
  }
}
