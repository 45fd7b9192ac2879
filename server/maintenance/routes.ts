import { calls } from '../../contract/calls.ts'
import type { OpeningHours } from '../../contract/delivery/opening-hours.ts'
import { dayAfter, dayIn } from '../../contract/values/day.ts'
import { Refusal } from '../common/refusal.ts'
import { type App, addCall } from '../http/calls/calls.ts'
import { unnamedProxyOf } from '../http/request/client-address.ts'
import { languageOf } from '../http/request/language.ts'
import type { Degradation, FailedCheck } from './health/readiness.ts'
import { type ProblemDeps, shopProblems } from './health/shop-problems.ts'

export type OperationDeps = {
  failedChecks: () => Promise<FailedCheck[]>
  degradations?: () => Promise<Degradation[]>
}

/**
 * The endpoints of monitors: `/healthz` replies 200 while the process runs, `/readyz` while it can serve requests.
 * Neither needs a session. The reason why a shop isn't ready is only logged; a shop that is ready names its failures,
 * as in `degraded: ["mail"]`.
 */
export function operationRoutes(app: App, { failedChecks, degradations }: OperationDeps): void {
  // Replies also under overload: a process that sheds load still serves requests, and if it wasn't ready, all of them
  // would go to the other processes.
  const readyConfig = { quiet: true, neverShed: true }
  // A busy or closing process is alive, and must not be restarted for that.
  const aliveConfig = { ...readyConfig, whileClosing: true }
  app.get('/healthz', { config: aliveConfig }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { success: true }
  })
  app.get('/readyz', { config: readyConfig }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const failed = await failedChecks()
    if (failed.length === 0) {
      const degraded = (await degradations?.()) ?? []
      return { success: true, degraded: degraded.length > 0 ? degraded : undefined }
    }
    request.log.warn({ failedChecks: failed }, 'not ready')
    throw new Refusal('unavailable')
  })
}

type ShopFacts = {
  onlinePayment: boolean
  demo: boolean
  hasPromptPay: () => Promise<boolean>
  /** Returns the opening hours; null if they were never saved. */
  hours: () => Promise<OpeningHours | null>
  timeZone: () => string
}

/** For how many days ahead holidays are announced, and how many at most. */
const announcedClosings = { days: 31, most: 10 }

/**
 * The call that returns the configuration of the shop. The reply is the same for every caller; caches revalidate it
 * each time, as a restart or a seller may have changed it.
 */
export function shopFactsRoute(app: App, { hasPromptPay, hours, timeZone, ...facts }: ShopFacts): void {
  addCall(app, calls.shop.facts, async (_request, reply) => {
    reply.header('cache-control', 'public, no-cache')
    const [promptPay, opening] = await Promise.all([hasPromptPay(), hours()])
    const today = dayIn(timeZone())
    const closedDays = (opening?.closed ?? [])
      .filter((day) => day >= today && day < dayAfter(today, announcedClosings.days))
      .slice(0, announcedClosings.most)
    return { ...facts, promptPay, closedDays: closedDays.length > 0 ? closedDays : undefined }
  })
}

/** The call that returns the shop's problems to sellers. */
export function shopProblemsRoute(app: App, deps: ProblemDeps): void {
  addCall(app, calls.seller.health, async (request) => ({
    problems: await shopProblems({ ...deps, unnamedProxy: unnamedProxyOf(request) }, languageOf(request)),
  }))
}
