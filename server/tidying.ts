import { removeOldDevices } from './accounts/devices.ts'
import { removeOldCodes } from './accounts/queries.ts'
import { removeOldNotices } from './checkout/payment-queries.ts'
import { removeOldSandboxSessions } from './payments/queries.ts'
import { removeOldSessions } from './platform/session.ts'
import { removeOldTries } from './platform/tries.ts'

/** What has run out, each capability's own, removed every hour. */
export const tidying = [
  removeOldSessions,
  removeOldTries,
  removeOldCodes,
  removeOldDevices,
  removeOldNotices,
  removeOldSandboxSessions,
]
