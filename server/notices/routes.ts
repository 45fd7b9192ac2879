import { calls } from '../../contract/calls.ts'
import { isId } from '../common/ids.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { queueJob } from '../database/jobs.ts'
import { consumeRateLimit } from '../database/rate-limit.ts'
import { type App, addCall, successMessage } from '../http/calls/calls.ts'
import { requireSeller } from '../http/calls/sessions.ts'
import { browserOf } from '../http/request/browser-name.ts'
import { kindsOf } from './kinds-of.ts'
import { browserPushServices, type PushServices } from './push-services.ts'
import { deleteDevice, devicesOf } from './queries.ts'
import { pushJob } from './queue-notices.ts'
import { type DeviceOwner, openDevices, saveDevice } from './save-device.ts'

/** Changes of devices, and notices to try them, by one of the staff. */
const deviceRateLimit = { limit: 60, perSeconds: 3600 }
/** Milliseconds for which a notice that tries a device is sent again if the push service fails. */
const trialTime = 300_000

/** The calls of notices on the devices of the staff. */
export function noticeRoutes(
  app: App,
  { db, publicKey, pushServices = browserPushServices }: { db: Db; publicKey: string; pushServices?: PushServices },
): void {
  const ownerOf = (request: Parameters<typeof requireSeller>[0]): DeviceOwner => ({
    sellerId: requireSeller(request).id,
    tokenHash: app.sessions.tokenHashOf(request, 'seller'),
  })

  addCall(app, calls.notice.devices, async (request) => {
    const { endpoint } = request.body
    const devices = await openDevices(db, endpoint, ownerOf(request))
    return {
      publicKey,
      devices: devices.map((device) => ({
        id: device.id,
        client: device.client,
        kinds: kindsOf(device),
        since: device.createdAt.toISOString(),
        current: device.endpoint === endpoint,
      })),
    }
  })

  addCall(app, calls.notice.saveDevice, async (request) => {
    const { kinds, ...device } = request.body
    const caller = ownerOf(request)
    await consumeRateLimit(db, `notices:${caller.sellerId}`, deviceRateLimit)
    const client = browserOf(request.headers['user-agent'])
    await saveDevice({ db, pushServices }, { ...device, ...kinds, client }, caller)
    request.log.info({ seller: caller.sellerId, ...kinds }, 'changed the notices of a device')
    return { message: successMessage(request, 'notices_saved') }
  })

  addCall(app, calls.notice.removeDevice, async (request) => {
    const { sellerId } = ownerOf(request)
    const { id } = request.body
    refuseUnless(isId(id) && (await deleteDevice(db, id, sellerId)), 'device_unknown')
    request.log.info({ seller: sellerId }, 'switched the notices of a device off')
    return { message: successMessage(request, 'notices_off') }
  })

  addCall(app, calls.notice.tryDevice, async (request) => {
    const { sellerId } = ownerOf(request)
    const { id } = request.body
    refuseUnless(
      (await devicesOf(db, sellerId)).some((device) => device.id === id),
      'device_unknown',
    )
    await consumeRateLimit(db, `notices:${sellerId}`, deviceRateLimit)
    await queueJob(db, ...pushJob(id, { about: 'trial' }, { until: Date.now() + trialTime }))
    return { message: successMessage(request, 'notice_sent') }
  })
}
