import { deleteOldBrowsers } from './accounts/known-browser-queries.ts'
import { deleteExpiredCodes } from './accounts/queries.ts'
import { deleteExpiredSignIns } from './accounts/second-step-queries.ts'
import { deleteOldPrices } from './catalog/queries.ts'
import { deleteExpiredRateLimits } from './database/rate-limit.ts'
import { deleteExpiredSessions } from './domain/session-queries.ts'
import { deleteOldPushDevices } from './notices/queries.ts'
import { deleteOldPaymentEvents } from './orders/money/payment-queries.ts'
import { deleteOldReuses } from './orders/money/slip-queries.ts'
import { deleteOldSandboxSessions } from './payments/sandbox/queries.ts'
import { deleteOldTaps } from './riders/taps/tap-queries.ts'
import { deleteExpiredInvitations } from './staff/queries.ts'
import { tidyAudit } from './staff/staff-settings.ts'

/** Hourly jobs that delete expired rows. */
export const tidying = [
  deleteExpiredSessions,
  deleteExpiredRateLimits,
  deleteExpiredCodes,
  deleteExpiredSignIns,
  deleteOldBrowsers,
  deleteOldPrices,
  deleteOldPaymentEvents,
  deleteOldReuses,
  deleteOldSandboxSessions,
  deleteOldTaps,
  deleteExpiredInvitations,
  deleteOldPushDevices,
  tidyAudit,
]
