import { removeOldBrowsers } from './accounts/known-browser-queries.ts'
import { removeOldCodes } from './accounts/queries.ts'
import { removeOldSignIns } from './accounts/second-step-queries.ts'
import { removeOldPrices } from './catalog/queries.ts'
import { removeOldRateLimits } from './database/rate-limit.ts'
import { removeOldSessions } from './database/session-queries.ts'
import { removeOldPushDevices } from './notices/queries.ts'
import { removeOldPaymentEvents } from './orders/money/payment-queries.ts'
import { removeOldReuses } from './orders/money/slip-queries.ts'
import { removeOldSandboxSessions } from './payments/queries.ts'
import { removeOldTaps } from './riders/run-queries.ts'
import { removeOldInvitations } from './staff/queries.ts'
import { tidyAudit } from './staff/staff-settings.ts'

/** Hourly jobs that delete expired rows. */
export const tidying = [
  removeOldSessions,
  removeOldRateLimits,
  removeOldCodes,
  removeOldSignIns,
  removeOldBrowsers,
  removeOldPrices,
  removeOldPaymentEvents,
  removeOldReuses,
  removeOldSandboxSessions,
  removeOldTaps,
  removeOldInvitations,
  removeOldPushDevices,
  tidyAudit,
]
