import * as z from 'zod'
import { text } from '../entities/fields.ts'
import { limits } from '../limits.ts'
import { sellerCallPaths } from '../seller-call-paths.ts'
import { languages } from '../shop.ts'
import { call, done } from './call.ts'

const id = z.string().max(limits.shortText)
/** The address at which a browser's push service takes messages for it. */
const endpoint = text(limits.pushEndpoint)

const kinds = z.object({ orders: z.boolean(), alarms: z.boolean(), stock: z.boolean() })

const device = z.object({
  id: z.string(),
  /** Browser and system, such as "Chrome, Android"; empty if unknown. */
  client: z.string(),
  kinds,
  /** When its notices were switched on. */
  since: z.string(),
  /** Whether it is the device of the request's endpoint. */
  current: z.boolean(),
})
export type PushDevice = z.infer<typeof device>

/** The calls of notices on the devices of the staff. */
export const noticeCalls = {
  devices: call(sellerCallPaths.notice.devices, {
    summary: "The caller's devices that get notices; forgets an endpoint that another account uses",
    access: 'seller',
    ours: true,
    body: z.object({ endpoint: endpoint.optional() }),
    reply: {
      success: z.literal(true),
      /** The shop's public key, with which browsers subscribe: base64url of an uncompressed point of P-256. */
      publicKey: z.string(),
      devices: z.array(device),
    },
  }),
  saveDevice: call(sellerCallPaths.notice.saveDevice, {
    summary: 'Switches notices on for a device, or changes which it gets',
    access: 'seller',
    ours: true,
    body: z.object({
      endpoint,
      /** The browser's public key for messages: base64url of an uncompressed point of P-256. */
      p256dh: z.string().regex(/^[\w-]{87}$/),
      /** The browser's secret for messages: base64url of 16 bytes. */
      auth: z.string().regex(/^[\w-]{22}$/),
      kinds,
      language: z.enum(languages),
    }),
    reply: done,
  }),
  removeDevice: call(sellerCallPaths.notice.removeDevice, {
    summary: "Ends the notices on one of the caller's devices",
    access: 'seller',
    ours: true,
    body: z.object({ id }),
    reply: done,
  }),
  tryDevice: call(sellerCallPaths.notice.tryDevice, {
    summary: "Sends a notice to one of the caller's devices, to try it",
    access: 'seller',
    ours: true,
    body: z.object({ id }),
    reply: done,
  }),
}
