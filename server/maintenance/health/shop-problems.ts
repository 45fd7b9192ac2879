import type { Problem } from '../../../contract/entities/today.ts'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import {
  areClaimsSamples,
  hasSampleIssuer,
  type SampleField,
  sampleFields,
} from '../../../contract/settings/shop-samples.ts'
import type { Texts } from '../../../contract/values/fill-text.ts'
import type { Language } from '../../../contract/values/languages.ts'
import { formatMoment } from '../../common/format-moment.ts'
import type { Db } from '../../database/database.ts'
import { pausedSince } from '../../domain/pause-queries.ts'
import { mailDelay } from '../../mail/health.ts'
import { waitingMails } from '../../mail/health-queries.ts'
import { findLineFailingSince, hasProducts, hasSellers, ordersWithFailedRefund } from '../queries.ts'
import { type ShopProblemCode, shopProblemMessage } from './shop-problem-texts.ts'

export type ProblemDeps = {
  db: Db
  shop: ShopConfig
  production: boolean
  /** The address of a proxy that sent the request, and isn't trusted. */
  unnamedProxy?: string | undefined
}

type Found = { code: ShopProblemCode; values?: Record<string, string | number> }

/** Checks for one problem of the shop. Its message is in `problemTexts`. */
type Check = (deps: ProblemDeps, language: Language) => Promise<Found | undefined>

/** All checks, the most urgent first. */
const checks: readonly Check[] = [
  paused,
  proxyUnnamed,
  mailDelayed,
  refundFailed,
  lineFailing,
  noSeller,
  noProducts,
  sampleIssuer,
  sampleContact,
  sampleClaims,
]

/** Returns the shop's problems in the given language; an empty list if there are none. */
export async function shopProblems(deps: ProblemDeps, language: Language): Promise<Problem[]> {
  const found = await Promise.all(checks.map((check) => check(deps, language)))
  return found
    .filter((problem) => problem !== undefined)
    .map(({ code, values }) => ({ code, message: shopProblemMessage(code, language, values) }))
}

async function paused({ db, shop }: ProblemDeps, language: Language): Promise<Found | undefined> {
  const since = await pausedSince(db)
  return since && { code: 'paused', values: { since: formatMoment(since, language, shop.timeZone) } }
}

async function proxyUnnamed({ production, unnamedProxy }: ProblemDeps): Promise<Found | undefined> {
  return production && unnamedProxy ? { code: 'unnamed_proxy', values: { proxy: unnamedProxy } } : undefined
}

async function mailDelayed({ db, shop }: ProblemDeps, language: Language): Promise<Found | undefined> {
  const delay = await mailDelay(db)
  // That it is paused is a problem of its own.
  if (!delay || delay.reason === 'paused') return undefined
  const since = formatMoment(delay.since, language, shop.timeZone)
  return { code: `mail_${delay.reason}`, values: { since, count: await waitingMails(db) } }
}

/** How many orders the message names. */
const maxNamedOrders = 10
/** Days for which a failed refund is reported: sellers may have settled it in a way that the gateway doesn't report. */
const failedRefundDays = 30

async function refundFailed({ db }: ProblemDeps): Promise<Found | undefined> {
  const failed = await ordersWithFailedRefund(db, { days: failedRefundDays, limit: maxNamedOrders + 1 })
  if (failed.length === 0) return undefined
  const named = failed.slice(0, maxNamedOrders)
  return {
    code: 'refund_failed',
    values: { orders: `${named.join(', ')}${failed.length > maxNamedOrders ? ' …' : ''}` },
  }
}

/** Minutes for which an unanswered message is tried again before it is a problem. */
const unansweredMinutes = 10

async function lineFailing({ db, shop }: ProblemDeps, language: Language): Promise<Found | undefined> {
  const since = await findLineFailingSince(db, unansweredMinutes)
  return since && { code: 'line_failing', values: { since: formatMoment(since, language, shop.timeZone) } }
}

// The following checks are for production only: what the owner has to do before the shop opens.

async function noSeller({ db, production }: ProblemDeps): Promise<Found | undefined> {
  return production && !(await hasSellers(db)) ? { code: 'no_seller' } : undefined
}

async function noProducts({ db, production }: ProblemDeps): Promise<Found | undefined> {
  return production && !(await hasProducts(db)) ? { code: 'no_products' } : undefined
}

const fieldNames: Record<SampleField, Texts> = {
  company: { en: 'company name', th: 'ชื่อบริษัท' },
  address: { en: 'address', th: 'ที่อยู่' },
  phone: { en: 'phone', th: 'เบอร์โทรศัพท์' },
  email: { en: 'email', th: 'อีเมล' },
  hours: { en: 'opening hours', th: 'เวลาเปิดทำการ' },
  map: { en: 'map', th: 'แผนที่' },
  social: { en: 'social links', th: 'ลิงก์โซเชียล' },
}

/**
 * Documents can't be corrected. Settings refuse this in production; those that were saved in a demo may come from
 * there.
 */
async function sampleIssuer({ shop, production }: ProblemDeps): Promise<Found | undefined> {
  return production && shop.issuer && hasSampleIssuer(shop, { isDemo: false }) ? { code: 'sample_issuer' } : undefined
}

async function sampleContact({ shop, production }: ProblemDeps, language: Language): Promise<Found | undefined> {
  const fields = production ? sampleFields(shop) : []
  if (fields.length === 0) return undefined
  return { code: 'sample_contact', values: { fields: fields.map((field) => fieldNames[field][language]).join(', ') } }
}

async function sampleClaims({ shop, production }: ProblemDeps): Promise<Found | undefined> {
  return production && areClaimsSamples(shop.claims) ? { code: 'sample_claims' } : undefined
}
