import type { FastifyReply } from 'fastify'
import { Refusal } from '../common/refusal.ts'
import { within } from '../common/timeout.ts'
import type { App } from './edge.ts'
import { isOwnRequest } from './own-requests.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers also while the shop closes. */
    whileClosing?: boolean
  }
}

/** How long a shop that closes waits for the answers that are on their way, in milliseconds. */
const patience = 10_000

/**
 * Counts the requests that are being answered. When the shop closes, what comes new is refused with `unavailable` on a
 * connection that ends with it, so that a proxy asks another process; what runs is finished.
 *
 * Call `finish` when everything else that must end before the connections has been told to, as open streams.
 */
export function watchDoor(app: App): { finish(milliseconds?: number): Promise<void> } {
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
    async finish(milliseconds = patience) {
      if (running.size > 0) {
        const left = new Promise<void>((resolve) => {
          empty = resolve
        })
        await within(milliseconds, left).catch(() => {})
      }
      // Left are connections without a request, and requests that nobody has patience for any more.
      app.server.closeAllConnections()
    },
  }
}
