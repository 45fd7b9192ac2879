import type { FastifyReply, FastifyRequest } from 'fastify'
import { calls } from '../../contract/calls.ts'
import type { CartItems } from '../../contract/entities/user.ts'
import { refuse, refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { hashOfToken, newToken } from '../domain/session-queries.ts'
import { type App, addCall, successMessage } from '../http/calls/calls.ts'
import { refusalReply } from '../http/calls/failures.ts'
import { findShopper, requireShopper } from '../http/calls/sessions.ts'
import { addressOf } from '../http/request/client-address.ts'
import { languageOf } from '../http/request/language.ts'
import { checkCode, sendCode, sendRegistrationCode, sendVerifyCode } from './codes.ts'
import type { SignInClient } from './known-browser-queries.ts'
import type { PasskeySite } from './passkeys/passkey-site.ts'
import { beginPasskeyStep, finishSignInByPasskey } from './passkeys/sign-in-by-passkey.ts'
import { restoreCodeTry } from './queries.ts'
import { resetPassword } from './reset-password.ts'
import { finishSignInByCode, getSignIn, type PendingSignIn } from './second-factor/second-step.ts'
import {
  codeReply,
  codeRequest,
  consumeClientLimit,
  logGuesses,
  type ReplyDeps,
  setCookies,
  signInClientOf,
  signInTo,
} from './session-replies.ts'
import { register, type SignedIn } from './sign-in.ts'
import { verifyAccount } from './verify-account.ts'

export type AccountDeps = {
  db: Db
  secret: string
  /** The site of the shop's passkeys, if it can have any. */
  passkeySite: PasskeySite | undefined
  cartOf: (db: Db, shopperId: string) => Promise<{ items: CartItems; gone: string[] }>
  /** Whether rate limits per client address (`networkOf`) apply. */
  limits: boolean
}

type RouteDeps = ReplyDeps & Pick<AccountDeps, 'passkeySite' | 'cartOf'> & { codes: { db: Db; secret: string } }

/** Adds the calls by which shoppers and sellers register, sign in and out, verify an address and set a new password. */
export function accountRoutes(app: App, deps: AccountDeps): void {
  const all = { ...deps, sessions: app.sessions, codes: { db: deps.db, secret: deps.secret } }
  shopperRoutes(app, all)
  resetRoutes(app, all)
  sellerRoutes(app, all)
}

const summary = ({ user }: SignedIn) => ({
  name: user.name,
  email: user.email,
  isAccountVerified: user.emailVerified,
})

function shopperRoutes(app: App, deps: RouteDeps): void {
  const { db, sessions, codes } = deps
  addCall(app, calls.user.isAuth, async (request) => {
    const shopper = await findShopper(request)
    if (!shopper) return refusalReply('not_signed_in', languageOf(request))
    const { items: cartItems, gone } = await deps.cartOf(db, shopper.id)
    const { id, name, email, isAccountVerified } = shopper
    const goneItems = gone.length > 0 ? { goneItems: gone } : {}
    return { user: { _id: id, name, email, isAccountVerified, cartItems, ...goneItems } }
  })

  addCall(
    app,
    calls.user.register,
    async (request, reply) => {
      const turn = await consumeClientLimit(deps, request, 'register')
      const language = languageOf(request)
      const client = { address: addressOf(request), browserToken: sessions.browserTokenOf(request) }
      const signedIn = await register(db, { ...request.body, language }, client)
      await setCookies(sessions, request, reply, { kind: 'shopper', signedIn })
      request.log.info({ shopper: signedIn.user.id }, 'registered')
      // A failed mail doesn't fail the registration: the account exists, and the shopper can request another code.
      const sent = await sendRegistrationCode(codes, signedIn.user.email, {
        language,
        turn,
        clientAddress: client.address,
      }).then(
        () => true,
        (error: unknown) => {
          request.log.warn({ err: error, shopper: signedIn.user.id }, 'sent no code with the registration')
          return false
        },
      )
      const user = summary(signedIn)
      if (sent) return { ...(await codeReply(deps, request, { sent: 'registered', turn })), user }
      return { message: successMessage(request, 'registered_without_code'), user }
    },
    { hashes: true },
  )

  addCall(
    app,
    calls.user.login,
    async (request, reply) => {
      const signedIn = await signInTo(deps, request, reply, 'shopper')
      // A shopper has no second factor.
      if ('signInToken' in signedIn) return refuse('broken')
      return { message: successMessage(request, 'signed_in'), user: summary(signedIn) }
    },
    { hashes: true },
  )

  const logout = async (request: FastifyRequest, reply: FastifyReply) => {
    await sessions.end(request, reply, 'shopper')
    return { message: successMessage(request, 'signed_out') }
  }
  addCall(app, calls.user.logout, logout)
  // Some clients sign out with a GET.
  addCall(app, { ...calls.user.logout, method: 'GET' }, logout, { changes: true })

  addCall(
    app,
    calls.user.sendVerifyOtp,
    async (request) => {
      const shopper = requireShopper(request)
      refuseUnless(!shopper.isAccountVerified, 'already_verified')
      const turn = await consumeClientLimit(deps, request, 'code-mail')
      await sendVerifyCode(codes, shopper.email, {
        language: languageOf(request),
        turn,
        clientAddress: addressOf(request),
      })
      return codeReply(deps, request, { sent: 'code_sent', turn })
    },
    { hashes: true },
  )

  addCall(
    app,
    calls.user.verifyAccount,
    async (request) => {
      const shopper = requireShopper(request)
      await logGuesses(deps, request, { kind: 'shopper', email: shopper.email }, () =>
        verifyAccount(codes, shopper, request.body.otp),
      )
      request.log.info({ shopper: shopper.id }, 'verified the e-mail address')
      return { message: successMessage(request, 'email_verified') }
    },
    { hashes: true },
  )
}

function resetRoutes(app: App, deps: RouteDeps): void {
  const { db, sessions, codes } = deps
  for (const [kind, resets] of [
    ['shopper', calls.user],
    ['seller', calls.seller],
  ] as const) {
    addCall(
      app,
      resets.sendResetOtp,
      async (request, reply) => {
        const requested = await codeRequest(deps, request, kind, { what: 'code-mail' })
        let { requester } = requested
        if (!sessions.browserTokenOf(request)) {
          const browserToken = newToken()
          sessions.setBrowserCookie(reply, browserToken)
          requester = hashOfToken(browserToken)
        }
        await logGuesses(deps, request, { kind, email: requested.email }, () =>
          sendCode(codes, { ...requested, requester }, languageOf(request)),
        )
        return codeReply(deps, request, { sent: 'reset_code_sent', turn: requested.turn })
      },
      { hashes: true },
    )

    addCall(
      app,
      resets.verifyResetOtp,
      async (request) => {
        const requested = await codeRequest(deps, request, kind, { what: 'code' })
        const stored = await logGuesses(deps, request, { kind, email: requested.email }, () =>
          checkCode(codes, requested, request.body.otp),
        )
        await restoreCodeTry(db, requested, stored)
        return { message: successMessage(request, 'otp_right') }
      },
      { hashes: true },
    )

    addCall(
      app,
      resets.resetPassword,
      async (request, reply) => {
        const { otp: credential, newPassword } = request.body
        const requested = await codeRequest(deps, request, kind, { what: 'code', credential })
        const caller = kind === 'shopper' ? (await findShopper(request))?.id : undefined
        const browserToken = sessions.browserTokenOf(request)
        const input = { credential, newPassword, caller, browserToken, language: languageOf(request) }
        const done = await logGuesses(deps, request, { kind, email: requested.email }, () =>
          resetPassword(codes, kind, requested, input),
        )
        request.log.info({ [kind]: done.id }, 'set a new password')
        await sessions.end(request, reply, kind)
        sessions.setBrowserCookie(reply, done.browserToken)
        return { message: successMessage(request, 'password_reset') }
      },
      { hashes: true },
    )
  }
}

function sellerRoutes(app: App, deps: RouteDeps): void {
  const { db, sessions, codes } = deps
  addCall(app, calls.seller.isAuth, async (request) => {
    const seller = await sessions.find(request, 'seller')
    if (!seller) return refusalReply('not_signed_in', languageOf(request))
    return { email: seller.email, role: seller.mustSetUp ? undefined : seller.role }
  })

  addCall(
    app,
    calls.seller.login,
    async (request, reply) => {
      const signedIn = await signInTo(deps, request, reply, 'seller')
      if ('signInToken' in signedIn) {
        sessions.setSignInCookie(reply, signedIn.signInToken)
        return refusalReply('second_factor_needed', languageOf(request), { factors: signedIn.factors })
      }
      return { message: successMessage(request, 'signed_in') }
    },
    { hashes: true },
  )

  addCall(
    app,
    calls.seller.secondStep,
    (request, reply) =>
      takeSecondStep(deps, request, reply, (begun, token, client) =>
        finishSignInByCode(codes, begun, { token, code: request.body.otp }, client),
      ),
    { hashes: true },
  )

  const passkeys = { db, site: deps.passkeySite }
  addCall(app, calls.seller.passkeyOptions, async (request) => {
    const token = sessions.signInOf(request) ?? ''
    return { options: { ...(await beginPasskeyStep(passkeys, await getSignIn(db, token), token)) } }
  })

  addCall(app, calls.seller.passkeyStep, (request, reply) =>
    takeSecondStep(deps, request, reply, (begun, token, client) =>
      finishSignInByPasskey(passkeys, begun, { token, assertion: request.body }, client),
    ),
  )

  addCall(
    app,
    calls.seller.logout,
    async (request, reply) => {
      await sessions.end(request, reply, 'seller')
      return { message: successMessage(request, 'signed_out') }
    },
    { changes: true },
  )
}

/** Finishes a sign-in that awaits its second step, which `finish` checks, and opens its session. */
async function takeSecondStep(
  deps: RouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  finish: (begun: PendingSignIn, token: string, client: SignInClient) => Promise<SignedIn>,
) {
  const { db, sessions } = deps
  const token = sessions.signInOf(request) ?? ''
  const begun = await getSignIn(db, token)
  const client = await signInClientOf(deps, request, 'seller', begun.email)
  if (!client.known) await consumeClientLimit(deps, request, 'code')
  const signedIn = await logGuesses(deps, request, { kind: 'seller', email: begun.email }, () =>
    finish(begun, token, client),
  )
  await setCookies(sessions, request, reply, { kind: 'seller', signedIn })
  sessions.setSignInCookie(reply, undefined)
  request.log.info({ seller: signedIn.user.id }, 'signed in with a second step')
  return { message: successMessage(request, 'signed_in') }
}
