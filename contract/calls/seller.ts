import * as z from 'zod'
import { email, newPassword, otp, otpOrLink, secondFactorCode } from '../entities/fields.ts'
import { problem, today } from '../entities/today.ts'
import { callPaths } from '../paths/call-paths.ts'
import { sellerCallPaths } from '../paths/seller-call-paths.ts'
import { roles } from '../staff/staff-roles.ts'
import { call, doneReply } from './call.ts'
import { passkeyAssertion } from './passkeys.ts'
import { codeMailed, credentials } from './user.ts'

/** The calls of the seller's account and area. */
export const sellerCalls = {
  isAuth: call(callPaths.seller.isAuth, {
    summary: 'Whether the caller has a seller session',
    access: 'anyone',
    reply: {
      success: z.literal(true),
      email: z.string().optional(),
      /** Absent while the caller has to set up a second factor, and may do nothing else. */
      role: z.enum(roles).optional(),
    },
  }),
  login: call(sellerCallPaths.seller.login, {
    summary: 'Signs a seller in; refuses with second_factor_needed where the account has a second factor',
    access: 'anyone',
    body: z.object(credentials),
    reply: doneReply,
  }),
  secondStep: call(sellerCallPaths.seller.secondStep, {
    summary:
      "Finishes a sign-in after second_factor_needed, in the same browser, with an app's code or a recovery code",
    access: 'anyone',
    ours: true,
    body: z.object({ otp: secondFactorCode }),
    reply: doneReply,
  }),
  passkeyOptions: call(sellerCallPaths.seller.passkeyOptions, {
    summary: 'What the browser needs to prove a passkey, after second_factor_needed',
    access: 'anyone',
    ours: true,
    reply: { success: z.literal(true), options: z.record(z.string(), z.unknown()) },
  }),
  passkeyStep: call(sellerCallPaths.seller.passkeyStep, {
    summary: 'Finishes a sign-in after second_factor_needed, in the same browser, with a passkey',
    access: 'anyone',
    ours: true,
    body: passkeyAssertion,
    reply: doneReply,
  }),
  logout: call(sellerCallPaths.seller.logout, {
    summary: "Ends the seller's session, and only that",
    access: 'anyone',
    reply: doneReply,
  }),
  sendResetOtp: call(sellerCallPaths.seller.sendResetOtp, {
    summary: "Mails a code for a seller's new password; answers alike for unknown addresses",
    access: 'anyone',
    ours: true,
    body: z.object({ email: email }),
    reply: codeMailed,
  }),
  verifyResetOtp: call(sellerCallPaths.seller.verifyResetOtp, {
    summary: "Checks a seller's reset code; a wrong code uses up a try",
    access: 'anyone',
    ours: true,
    body: z.object({ email: email, otp: otp }),
    reply: doneReply,
  }),
  resetPassword: call(sellerCallPaths.seller.resetPassword, {
    summary: "Sets a seller's new password with the code, uses it up and ends every session of the account",
    access: 'anyone',
    ours: true,
    body: z.object({ email: email, otp: otpOrLink, newPassword: newPassword }),
    reply: doneReply,
  }),
  today: call(sellerCallPaths.seller.today, {
    summary: 'Overview: waiting orders, sales of 30 days, products out of stock or low on stock',
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), ...today.shape },
  }),
  health: call(sellerCallPaths.seller.health, {
    summary: "Problems of the shop, in the caller's language; empty if there are none",
    access: 'seller',
    ours: true,
    reply: { success: z.literal(true), problems: z.array(problem) },
  }),
}
