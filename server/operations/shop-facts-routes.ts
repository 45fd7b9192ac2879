import { calls } from '../../contract/calls.ts'
import { type App, on } from '../http/edge.ts'

/**
 * The call that returns how the shop is configured. The reply is the same for every caller until a restart; caches
 * revalidate it each time, as a restart may have changed it.
 */
export function shopFactsRoute(app: App, facts: { onlinePayment: boolean; demo: boolean }): void {
  on(app, calls.shop.facts, async (_request, reply) => {
    reply.header('cache-control', 'public, no-cache')
    return { ...facts }
  })
}
