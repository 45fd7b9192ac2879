import * as z from 'zod'
import { idField, textField } from '../entities/fields.ts'
import { sellerCallPaths } from '../paths/seller-call-paths.ts'
import { lineFailures, linePattern, lineSecretPattern, lineTokenPattern, type NoticeKind } from '../staff/notices.ts'
import { languages } from '../values/languages.ts'
import { limits } from '../values/limits.ts'
import { call, doneReply, seenVersion, settingVersion } from './call.ts'

/** The address at which a browser's push service takes messages for it. */
const endpoint = textField(limits.pushEndpoint)

const kinds = z.object({ orders: z.boolean(), alarms: z.boolean(), stock: z.boolean() } satisfies Record<
  NoticeKind,
  z.ZodBoolean
>)

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

/** The shop's channel at LINE, without its token and secret: these are never sent back. */
const line = {
  /** Whether the owner has set a channel. */
  isSet: z.boolean(),
  /** The URL to enter at LINE as the channel's webhook. */
  webhook: z.string(),
  /** The group, room or person that gets the notices. */
  recipient: z.string().nullable(),
  kinds,
  /** The language of the messages. */
  language: z.enum(languages),
  /** When the token and the secret were set. */
  tokenAt: z.string().nullable(),
  secretAt: z.string().nullable(),
  /** The groups and rooms of the bot, the one with the latest event first. A name is null until LINE sent it. */
  groups: z.array(z.object({ id: z.string(), name: z.string().nullable(), heardAt: z.string() })),
  /** When LINE last sent a signed event, and last took a message. */
  heardAt: z.string().nullable(),
  sentAt: z.string().nullable(),
  /** Why messages don't arrive now, and since when; null if the last one did. */
  failure: z.object({ code: z.enum(lineFailures), message: z.string(), since: z.string() }).nullable(),
  ...settingVersion,
}
export type LineSettings = z.infer<z.ZodObject<typeof line>>

/** The calls of notices on the devices of the staff, and in their LINE group. */
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
    reply: doneReply,
  }),
  removeDevice: call(sellerCallPaths.notice.removeDevice, {
    summary: "Ends the notices on one of the caller's devices",
    access: 'seller',
    ours: true,
    body: z.object({ id: idField }),
    reply: doneReply,
  }),
  tryDevice: call(sellerCallPaths.notice.tryDevice, {
    summary: "Sends a notice to one of the caller's devices, to try it",
    access: 'seller',
    ours: true,
    body: z.object({ id: idField }),
    reply: doneReply,
  }),
  line: call(sellerCallPaths.notice.line, {
    summary: "The shop's channel at LINE, without its secrets, and the groups in which its bot is",
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), ...line },
  }),
  saveLine: call(sellerCallPaths.notice.saveLine, {
    summary: "Saves the shop's channel at LINE and which notices its group gets",
    access: 'seller',
    ours: true,
    body: z.object({
      /** The channel's access token and secret; without one the stored one stays. */
      channelToken: z.string().regex(lineTokenPattern).optional(),
      channelSecret: z.string().regex(lineSecretPattern).optional(),
      recipient: z.string().regex(linePattern).nullable(),
      kinds,
      language: z.enum(languages),
      ...seenVersion,
    }),
    reply: { ...doneReply, ...line },
  }),
  removeLine: call(sellerCallPaths.notice.removeLine, {
    summary: "Forgets the shop's channel at LINE, with its secrets and groups",
    access: 'seller',
    ours: true,
    body: z.object(seenVersion),
    reply: { ...doneReply, ...line },
  }),
  tryLine: call(sellerCallPaths.notice.tryLine, {
    summary: 'Sends a message to the LINE group, and says what LINE answered',
    access: 'seller',
    ours: true,
    reply: { ...doneReply, ...line },
  }),
}
