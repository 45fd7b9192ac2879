import type { FastifyReply, FastifyRequest } from 'fastify'
import { calls } from '../../contract/calls.ts'
import type { CartItems } from '../../contract/entities.ts'
import { codeNotice } from '../mail/health.ts'
import type { Db } from '../platform/database.ts'
import { type App, noticeFor, on, refusalReply } from '../platform/edge.ts'
import { languageOf } from '../platform/language.ts'
import { refuseUnless } from '../platform/refusal.ts'
import { findSeller, findShopper, requireShopper } from '../platform/session.ts'
import { countTry, originOf } from '../platform/tries.ts'
import type { Accounts } from './accounts.ts'
import { checkCode, sendCode } from './codes.ts'
import { giveTryBack } from './queries.ts'
import { resetPassword } from './reset-password.ts'
import { register, type SignedIn, signIn } from './sign-in.ts'
import { verifyAccount } from './verify-account.ts'

export type AccountDeps = {
  db: Db
  accounts: Accounts
  secret: string
  findCart: (db: Db, shopperId: string) => Promise<CartItems>
  /** Whether limits per address of origin hold. */
  limits: boolean
}

/** Limits per address of origin: a family or an office behind one address stays far below them. */
const fromOneAddress = {
  'sign-in': { limit: 100, perSeconds: 900 },
  register: { limit: 30, perSeconds: 3600 },
  code: { limit: 60, perSeconds: 3600 },
} as const

/** Calls that hash a password or a code, which is done in a line of its own: nobody else needs to wait behind them. */
export const hashingCalls: ReadonlySet<string> = new Set(
  [
    calls.user.register,
    calls.user.login,
    calls.user.sendVerifyOtp,
    calls.user.verifyAccount,
    calls.user.sendResetOtp,
    calls.user.verifyResetOtp,
    calls.user.resetPassword,
    calls.seller.login,
  ].map(({ url }) => url),
)

/** The calls by which shoppers and sellers register, sign in and out, verify an address and set a new password. */
export function accountRoutes(app: App, deps: AccountDeps): void {
  const { db, accounts } = deps
  const codes = { db, secret: deps.secret }
  const countOrigin = async (request: FastifyRequest, what: keyof typeof fromOneAddress) => {
    if (deps.limits) await countTry(db, `${what}-from:${originOf(request.ip)}`, fromOneAddress[what])
  }
  const summary = ({ user }: SignedIn) => ({
    name: user.name,
    email: user.email,
    isAccountVerified: user.emailVerified,
  })

  on(app, calls.user.isAuth, async (request) => {
    const shopper = await findShopper(request)
    if (!shopper) return refusalReply('not_signed_in', languageOf(request))
    const cartItems = await deps.findCart(db, shopper.id)
    const { id, name, email, isAccountVerified } = shopper
    return { success: true as const, user: { _id: id, name, email, isAccountVerified, cartItems } }
  })

  on(app, calls.user.register, async (request, reply) => {
    await countOrigin(request, 'register')
    const signedIn = await register(db, accounts, { ...request.body, language: languageOf(request) })
    await app.sessions.end(request, reply, 'shopper')
    app.sessions.give(reply, 'shopper', signedIn.token)
    request.log.info({ shopper: signedIn.user.id }, 'registered')
    return { success: true as const, message: noticeFor(request, 'registered'), user: summary(signedIn) }
  })

  on(app, calls.user.login, async (request, reply) => {
    await countOrigin(request, 'sign-in')
    const signedIn = await signIn(db, accounts, 'shopper', request.body)
    // Whatever session the browser offered is over: a token is never taken on by somebody else.
    await app.sessions.end(request, reply, 'shopper')
    app.sessions.give(reply, 'shopper', signedIn.token)
    request.log.info({ shopper: signedIn.user.id }, 'signed in')
    return { success: true as const, message: noticeFor(request, 'signed_in'), user: summary(signedIn) }
  })

  const logout = async (request: FastifyRequest, reply: FastifyReply) => {
    await app.sessions.end(request, reply, 'shopper')
    return { success: true as const, message: noticeFor(request, 'signed_out') }
  }
  on(app, calls.user.logout, logout)
  // Some clients sign out with a GET.
  app.get(calls.user.logout.url, { config: { access: 'anyone', changes: true }, handler: logout })

  on(app, calls.user.sendVerifyOtp, async (request) => {
    const shopper = requireShopper(request)
    refuseUnless(!shopper.isAccountVerified, 'already_verified')
    await countOrigin(request, 'code')
    await sendCode(codes, shopper.email, 'verify', languageOf(request))
    return { success: true as const, message: noticeFor(request, await codeNotice(db, 'code_sent')) }
  })

  on(app, calls.user.verifyAccount, async (request) => {
    const shopper = requireShopper(request)
    await verifyAccount(codes, shopper, request.body.otp)
    request.log.info({ shopper: shopper.id }, 'verified the e-mail address')
    return { success: true as const, message: noticeFor(request, 'email_verified') }
  })

  on(app, calls.user.sendResetOtp, async (request) => {
    await countOrigin(request, 'code')
    await sendCode(codes, request.body.email.trim().toLowerCase(), 'reset', languageOf(request))
    return { success: true as const, message: noticeFor(request, await codeNotice(db, 'reset_code_sent')) }
  })

  on(app, calls.user.verifyResetOtp, async (request) => {
    await countOrigin(request, 'code')
    const email = request.body.email.trim().toLowerCase()
    const { codeHash } = await checkCode(codes, email, 'reset', request.body.otp)
    await giveTryBack(db, email, 'reset', codeHash)
    return { success: true as const, message: noticeFor(request, 'otp_right') }
  })

  on(app, calls.user.resetPassword, async (request, reply) => {
    await countOrigin(request, 'code')
    const { email, otp, newPassword } = request.body
    const shopper = await resetPassword(codes, { email, code: otp, newPassword })
    request.log.info({ shopper }, 'set a new password')
    await app.sessions.end(request, reply, 'shopper')
    return { success: true as const, message: noticeFor(request, 'password_reset') }
  })

  on(app, calls.seller.isAuth, async (request) => {
    const seller = await findSeller(request)
    if (!seller) return refusalReply('not_signed_in', languageOf(request))
    return { success: true as const, email: seller.email }
  })

  on(app, calls.seller.login, async (request, reply) => {
    await countOrigin(request, 'sign-in')
    const signedIn = await signIn(db, accounts, 'seller', request.body)
    await app.sessions.end(request, reply, 'seller')
    app.sessions.give(reply, 'seller', signedIn.token)
    request.log.info({ seller: signedIn.user.id }, 'signed in')
    return { success: true as const, message: noticeFor(request, 'signed_in') }
  })

  on(
    app,
    calls.seller.logout,
    async (request, reply) => {
      await app.sessions.end(request, reply, 'seller')
      return { success: true as const, message: noticeFor(request, 'signed_out') }
    },
    { changes: true },
  )
}
