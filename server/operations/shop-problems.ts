import type { Problem } from '../../contract/entities.ts'
import { type ShopProblemCode, shopProblemWords } from '../../contract/refusals.ts'
import type { Language, ShopConfig } from '../../contract/shop.ts'
import { mailHealth, waitingMails } from '../mail/health.ts'
import type { Db } from '../platform/database.ts'

export type ProblemDeps = { db: Db; shop: ShopConfig }

type Found = { code: ShopProblemCode; places?: Record<string, string | number> }
/** Looks for one problem of the shop. Its words stand in `shopProblems` of contract/refusals.ts. */
type Check = (deps: ProblemDeps, language: Language) => Promise<Found | undefined>

/** All checks, the most urgent first. */
const checks: readonly Check[] = [mailFailing]

/** What keeps the shop from doing its work, in the given language; an empty list while all is well. */
export async function shopProblems(deps: ProblemDeps, language: Language): Promise<Problem[]> {
  const found = await Promise.all(checks.map((check) => check(deps, language)))
  return found
    .filter((problem) => problem !== undefined)
    .map(({ code, places }) => ({ code, message: shopProblemWords(code, language, places) }))
}

async function mailFailing({ db, shop }: ProblemDeps, language: Language): Promise<Found | undefined> {
  const { failingSince, reason } = await mailHealth(db)
  if (!failingSince || !reason) return undefined
  const since = failingSince.toLocaleString(language === 'th' ? 'th-TH' : 'en-GB', {
    timeZone: shop.timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return { code: `mail_${reason}`, places: { since, count: await waitingMails(db) } }
}
