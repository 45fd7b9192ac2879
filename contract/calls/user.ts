import * as z from 'zod'
import { email, newPassword, otp, otpOrLink, password, textField } from '../entities/fields.ts'
import { user, userSummary } from '../entities/user.ts'
import { callPaths } from '../paths/call-paths.ts'
import { limits } from '../values/limits.ts'
import { call, doneReply } from './call.ts'

/** `mailDelayed` while the shop's mail isn't going out: the code comes later, as the message says. Ours. */
export const codeMailed = { ...doneReply, mailDelayed: z.literal(true).optional() }

export const credentials = { email: email, password: password }

/** The calls of a shopper's account. */
export const userCalls = {
  isAuth: call(callPaths.user.isAuth, {
    summary: 'Returns the signed-in shopper with the saved cart',
    access: 'anyone',
    reply: { success: z.literal(true), user: user },
  }),
  register: call(callPaths.user.register, {
    summary: 'Creates an account and signs the shopper in',
    access: 'anyone',
    body: z.object({ name: textField(limits.name), email: email, password: newPassword }),
    reply: { ...codeMailed, user: userSummary },
  }),
  login: call(callPaths.user.login, {
    summary: 'Signs a shopper in',
    access: 'anyone',
    body: z.object(credentials),
    reply: { ...doneReply, user: userSummary },
  }),
  logout: call(callPaths.user.logout, {
    summary: "Ends the shopper's session; succeeds without one too",
    access: 'anyone',
    reply: doneReply,
  }),
  sendVerifyOtp: call(callPaths.user.sendVerifyOtp, {
    summary: "Mails a six-digit code to the session's own address",
    access: 'shopper',
    reply: codeMailed,
  }),
  verifyAccount: call(callPaths.user.verifyAccount, {
    summary: 'Verifies the e-mail address with the code',
    access: 'shopper',
    body: z.object({ otp: otp }),
    reply: doneReply,
  }),
  sendResetOtp: call(callPaths.user.sendResetOtp, {
    summary: 'Mails a code for a new password; answers alike for unknown addresses',
    access: 'anyone',
    body: z.object({ email: email }),
    reply: codeMailed,
  }),
  verifyResetOtp: call(callPaths.user.verifyResetOtp, {
    summary: 'Checks a reset code; a wrong code uses up a try',
    access: 'anyone',
    body: z.object({ email: email, otp: otp }),
    reply: doneReply,
  }),
  resetPassword: call(callPaths.user.resetPassword, {
    summary: 'Sets a new password with the code, uses the code up and ends every session of the account',
    access: 'anyone',
    body: z.object({ email: email, otp: otpOrLink, newPassword: newPassword }),
    reply: doneReply,
  }),
}
