import { calls } from '../../contract/calls.ts'
import { type App, on } from '../http/edge.ts'

/**
 * The call that returns how the shop is configured. The reply is the same for every caller; caches revalidate it each time,
 * as a restart or a seller may have changed it.
 */
export function shopFactsRoute(
  app: App,
  { hasPromptPay, ...facts }: { onlinePayment: boolean; demo: boolean; hasPromptPay: () => Promise<boolean> },
): void {
  on(app, calls.shop.facts, async (_request, reply) => {
    reply.header('cache-control', 'public, no-cache')
    return { ...facts, promptPay: await hasPromptPay() }
  })
}
