import { Refusal } from '../common/refusal.ts'
import type { App } from '../http/edge.ts'
import type { Degradation, Hindrance } from './readiness.ts'

export type OperationDeps = {
  hindrances: () => Promise<Hindrance[]>
  degradations?: () => Promise<Degradation[]>
}

/**
 * Two addresses for whoever watches over the process: `/healthz` answers while it lives, `/readyz` while it can serve.
 * Neither looks at who asks. Why a shop can't serve stands in the log only; a shop that can names what works badly, as
 * `degraded: ["mail"]`.
 */
export function operationRoutes(app: App, { hindrances, degradations }: OperationDeps): void {
  // A process that turns some away still serves others. If it said that it can't, all would come to those that can.
  const watched = { quiet: true, neverShed: true }
  // A busy or closing process is alive. One that is started anew for being busy helps nobody.
  const alive = { ...watched, whileClosing: true, pressureHandler: () => undefined }
  app.get('/healthz', { config: alive }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { success: true }
  })
  app.get('/readyz', { config: watched }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const found = await hindrances()
    if (found.length === 0) {
      const degraded = (await degradations?.()) ?? []
      return { success: true, ...(degraded.length > 0 ? { degraded } : {}) }
    }
    request.log.warn({ hindrances: found }, 'not ready')
    throw new Refusal('unavailable')
  })
}
