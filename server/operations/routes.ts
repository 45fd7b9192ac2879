import type { App } from '../platform/edge.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Hindrance } from './readiness.ts'

/**
 * Two addresses for whoever watches over the process: `/healthz` answers while it lives, `/readyz` while it can serve.
 * Neither looks at who asks, nor tells what is wrong: that stands in the log.
 */
export function operationRoutes(app: App, { hindrances }: { hindrances: () => Promise<Hindrance[]> }): void {
  // A process that turns some away still serves others. If it said that it can't, all would come to those that can.
  const watched = { quiet: true, apart: true, evenFull: true }
  // A busy or closing process is alive. One that is started anew for being busy helps nobody.
  const alive = { ...watched, whileClosing: true, pressureHandler: () => undefined }
  app.get('/healthz', { config: alive }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { success: true }
  })
  app.get('/readyz', { config: watched }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const found = await hindrances()
    if (found.length === 0) return { success: true }
    request.log.warn({ hindrances: found }, 'not ready')
    throw new Refusal('unavailable')
  })
}
