import { calls } from '../../contract/calls.ts'
import { type App, on } from '../http/edge.ts'

/**
 * The call that says how the shop is set up. The answer is the same for every caller until the next start; caches ask
 * again each time, since a restart may have changed it.
 */
export function shopFactsRoute(app: App, facts: { onlinePayment: boolean; demo: boolean }): void {
  on(app, calls.shop.facts, async (_request, reply) => {
    reply.header('cache-control', 'public, no-cache')
    return { success: true as const, ...facts }
  })
}
