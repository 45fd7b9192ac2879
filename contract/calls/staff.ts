import * as z from 'zod'
import { day, email, idField, newPassword, otp, password, textField } from '../entities/fields.ts'
import { factorSettings, staffSettings } from '../entities/settings.ts'
import { sellerCallPaths } from '../paths/seller-call-paths.ts'
import { auditActions, auditKinds } from '../staff/audit.ts'
import { secondFactors } from '../staff/second-factor.ts'
import { roles } from '../staff/staff-roles.ts'
import { limits } from '../values/limits.ts'
import { call, doneReply, pageQuery, seenVersion, settingVersion } from './call.ts'
import { passkeyId, passkeyResponse } from './passkeys.ts'

/** The token of an invitation's link, perhaps cut off: `invitation_incomplete`. */
const token = textField(limits.shortText, 0)

const member = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  lastSeenAt: z.string().nullable(),
  secondFactors: z.array(z.enum(secondFactors)),
  /** Orders that are out for delivery with this person. */
  ordersOut: z.int(),
  /** The shop's cash that this person has as a rider; below zero if the shop owes it. */
  owed: z.number(),
  /** Whether it is the caller. */
  self: z.boolean(),
})
export type StaffMember = z.infer<typeof member>

const invitation = z.object({ id: z.string(), email: z.string(), role: z.enum(roles), expiresAt: z.string() })
export type StaffInvitation = z.infer<typeof invitation>

const session = z.object({
  id: z.string(),
  /** Browser and system, such as "Chrome, Android"; empty if unknown. */
  client: z.string(),
  startedAt: z.string(),
  /** To five minutes. */
  seenAt: z.string(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
})
export type StaffSession = z.infer<typeof session>

const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  by: z.string(),
  kind: z.enum(auditKinds),
  action: z.enum(auditActions),
  /** The id of what was changed, and its name then. */
  subjectId: z.string(),
  subject: z.string(),
  /** What differs, by the names of the database's columns. */
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof auditEntry>

const passkey = z.object({
  id: z.string(),
  /** As its owner named it. */
  name: z.string(),
  addedAt: z.string(),
  usedAt: z.string().nullable(),
})

/** Codes that replace the second factor, each once; shown only here. */
const recoveryCodes = z.array(z.string())

/** The calls of the shop's staff: who works in it, invitations and sessions. */
export const staffCalls = {
  list: call(sellerCallPaths.staff.list, {
    summary: 'The staff and the open invitations',
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), members: z.array(member), invitations: z.array(invitation) },
  }),
  invite: call(sellerCallPaths.staff.invite, {
    summary: 'Mails an invitation, which replaces an earlier one to the same address',
    access: 'seller',
    ours: true,
    body: z.object({ email: email, role: z.enum(roles) }),
    reply: doneReply,
  }),
  withdraw: call(sellerCallPaths.staff.withdraw, {
    summary: 'Withdraws an invitation',
    access: 'seller',
    ours: true,
    body: z.object({ id: idField }),
    reply: doneReply,
  }),
  changeRole: call(sellerCallPaths.staff.changeRole, {
    summary:
      'Changes the role of one of the staff; the last owner stays one. Another rider can take the orders of one whose new role can’t deliver',
    access: 'seller',
    ours: true,
    body: z.object({ id: idField, role: z.enum(roles) }),
    reply: doneReply,
  }),
  remove: call(sellerCallPaths.staff.remove, {
    summary:
      'Removes one of the staff and ends the sessions; the last owner stays. Orders that are out with that person can be taken by another rider',
    access: 'seller',
    ours: true,
    body: z.object({ id: idField }),
    reply: doneReply,
  }),
  sessions: call(sellerCallPaths.staff.sessions, {
    summary: "The caller's open sessions; for owners with an id, those of one of the staff",
    access: 'seller',
    ours: true,
    query: z.object({ id: idField.optional() }),
    reply: { success: z.literal(true), sessions: z.array(session) },
  }),
  endSession: call(sellerCallPaths.staff.endSession, {
    summary: "Ends one of the caller's sessions; for owners, any",
    access: 'seller',
    ours: true,
    body: z.object({ id: idField }),
    reply: doneReply,
  }),
  audit: call(sellerCallPaths.staff.audit, {
    summary: 'What staff changed, newest first, a page at a time: by text, person, kind and day of the shop',
    access: 'seller',
    ours: true,
    query: z.object({
      ...pageQuery,
      q: textField(limits.searchText, 0).optional(),
      by: textField(limits.email, 0).optional(),
      kind: z.enum(auditKinds).optional(),
      day: day().optional(),
    }),
    reply: {
      success: z.literal(true),
      entries: z.array(auditEntry),
      /** The current names of the products and zones, and the sizes of products, whose ids are in the entries. */
      names: z.array(
        z.object({ id: z.string(), name: z.string(), nameTh: z.string().nullable(), size: z.string().nullish() }),
      ),
      nextCursor: z.string().nullable(),
    },
  }),
  factorRoles: call(sellerCallPaths.staff.factorRoles, {
    summary: 'The roles that need a second factor, by the owner’s setting',
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), settings: factorSettings, ...settingVersion },
  }),
  saveFactorRoles: call(sellerCallPaths.staff.saveFactorRoles, {
    summary: 'Saves the roles that need a second factor; who has none then may only set one up',
    access: 'seller',
    ours: true,
    body: factorSettings.extend(seenVersion),
    reply: { ...doneReply, settings: factorSettings, ...settingVersion },
  }),
  factors: call(sellerCallPaths.staff.factors, {
    summary: "The caller's second factors",
    access: 'seller',
    ours: true,
    reply: {
      success: z.literal(true),
      app: z.boolean(),
      recoveryCodesLeft: z.int(),
      /** The domain on whose pages passkeys work; null if the shop has none. */
      passkeyDomain: z.string().nullable(),
      passkeys: z.array(passkey),
      /** Whether the owner requires one of the caller's role. */
      required: z.boolean(),
    },
  }),
  confirmPassword: call(sellerCallPaths.staff.confirmPassword, {
    summary: "Checks the caller's password; changes of the second factor need it within ten minutes (confirm_password)",
    access: 'seller',
    ours: true,
    body: z.object({ password: password }),
    reply: doneReply,
  }),
  beginApp: call(sellerCallPaths.staff.beginApp, {
    summary: 'Begins to set up an authenticator app: its secret, and the text of its QR code',
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), secret: z.string(), uri: z.string() },
  }),
  finishApp: call(sellerCallPaths.staff.finishApp, {
    summary:
      'Switches the app on with its first code, and ends the other sessions; recovery codes with the first factor',
    access: 'seller',
    ours: true,
    body: z.object({ otp: otp }),
    reply: { ...doneReply, recoveryCodes: recoveryCodes.optional() },
  }),
  removeApp: call(sellerCallPaths.staff.removeApp, {
    summary: "Switches the caller's authenticator app off",
    access: 'seller',
    ours: true,
    reply: doneReply,
  }),
  beginPasskey: call(sellerCallPaths.staff.beginPasskey, {
    summary: 'Begins to add a passkey: what the browser needs to make one',
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), options: z.record(z.string(), z.unknown()) },
  }),
  addPasskey: call(sellerCallPaths.staff.addPasskey, {
    summary:
      'Adds the passkey that the browser has made, and ends the other sessions; recovery codes with the first factor',
    access: 'seller',
    ours: true,
    body: passkeyResponse.extend({ name: textField(limits.name) }),
    reply: { ...doneReply, recoveryCodes: recoveryCodes.optional() },
  }),
  removePasskey: call(sellerCallPaths.staff.removePasskey, {
    summary: "Removes one of the caller's passkeys",
    access: 'seller',
    ours: true,
    body: z.object({ id: passkeyId }),
    reply: doneReply,
  }),
  recoveryCodes: call(sellerCallPaths.staff.recoveryCodes, {
    summary: "Replaces the caller's recovery codes",
    access: 'seller',
    ours: true,
    reply: { ...doneReply, recoveryCodes },
  }),
  resetFactors: call(sellerCallPaths.staff.resetFactors, {
    summary: 'Removes the second factors of one of the staff and ends the sessions',
    access: 'seller',
    ours: true,
    body: z.object({ id: idField }),
    reply: doneReply,
  }),
  settings: call(sellerCallPaths.staff.settings, {
    summary: 'What the owner has set about staff',
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), settings: staffSettings, ...settingVersion },
  }),
  saveSettings: call(sellerCallPaths.staff.saveSettings, {
    summary: 'Saves what the owner sets about staff',
    access: 'seller',
    ours: true,
    body: staffSettings.extend(seenVersion),
    reply: { ...doneReply, settings: staffSettings, ...settingVersion },
  }),
  invitation: call(sellerCallPaths.staff.invitation, {
    summary: 'What an invitation is for, by the token of its link',
    access: 'anyone',
    ours: true,
    body: z.object({ token }),
    reply: { success: z.literal(true), email: z.string(), role: z.enum(roles) },
  }),
  accept: call(sellerCallPaths.staff.accept, {
    summary: 'Makes the account of an invitation, uses it up, and signs in',
    access: 'anyone',
    ours: true,
    body: z.object({ token, name: textField(limits.name), newPassword: newPassword }),
    reply: doneReply,
  }),
}
