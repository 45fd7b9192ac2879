import { removeOldDevices } from './accounts/devices.ts'
import { removeOldCodes } from './accounts/queries.ts'
import { removeOldPaymentEvents } from './checkout/payment-queries.ts'
import { removeOldTries } from './database/rate-limit.ts'
import { removeOldSessions } from './http/sessions.ts'
import { removeOldSandboxSessions } from './payments/queries.ts'

/** What has run out, each capability's own, removed every hour. */
export const tidying = [
  removeOldSessions,
  removeOldTries,
  removeOldCodes,
  removeOldDevices,
  removeOldPaymentEvents,
  removeOldSandboxSessions,
]
