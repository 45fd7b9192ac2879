import { calls } from '../../contract/calls.ts'
import { type App, on } from '../http/edge.ts'
import { languageOf } from '../http/language.ts'
import { type ProblemDeps, shopProblems } from './shop-problems.ts'

/** The call that returns the shop's problems to sellers. */
export function shopProblemsRoute(app: App, deps: ProblemDeps): void {
  on(app, calls.seller.health, async (request) => ({
    problems: await shopProblems(deps, languageOf(request)),
  }))
}
