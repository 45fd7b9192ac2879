import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { calls } from '../../contract/calls.ts'
import type { CartItems } from '../../contract/entities/user.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import { emailOf } from '../common/email.ts'
import { Refusal, refuse, refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { clientAddressOf, consumeBurstLimit } from '../database/rate-limit.ts'
import { hashOfToken, type Kind, newToken } from '../database/session-queries.ts'
import { browserOf } from '../http/browser-name.ts'
import { type App, on, refusalReply, successMessage } from '../http/edge.ts'
import { languageOf } from '../http/language.ts'
import { findShopper, requireShopper } from '../http/sessions.ts'
import { type CodeSentMessage, codeSentMessage } from '../mail/health.ts'
import { beginPasskeyStep, takePasskeyStep } from './change-passkeys.ts'
import { type CodeRequest, checkCode, sendCode, sendRegistrationCode, sendVerifyCode } from './codes.ts'
import { type Client, isKnownBrowser } from './known-browser-queries.ts'
import type { PasskeySite } from './passkey-site.ts'
import { findAccount, refundCodeTry } from './queries.ts'
import { isLinkProof, resetPassword } from './reset-password.ts'
import { getSignIn, takeSecondStep } from './second-step.ts'
import { type Credentials, register, type SignedIn, signIn } from './sign-in.ts'
import { verifyAccount } from './verify-account.ts'

export type AccountDeps = {
  db: Db
  secret: string
  /** The site of the shop's passkeys, if it can have any. */
  passkeySite: PasskeySite | undefined
  findCart: (db: Db, shopperId: string) => Promise<{ items: CartItems; gone: string[] }>
  /** Whether rate limits per client address (`clientAddressOf`) apply. */
  limits: boolean
}

/**
 * Rate limits per client address (`clientAddressOf`). A family or an office behind one address stays far below them. They
 * refill one by one, so that others behind an attacker's address get a turn again within seconds or minutes.
 */
const clientLimits = {
  'sign-in': { burst: 100, everySeconds: 9 },
  register: { burst: 30, everySeconds: 120 },
  code: { burst: 60, everySeconds: 60 },
  // Separate from tries of codes, so that guesses of codes don't stop others behind the same IP address from requesting one.
  'code-mail': { burst: 60, everySeconds: 60 },
} as const

/** Calls that hash a password or a code. Hashes have a queue of their own, so that other calls don't wait behind them. */
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
    calls.seller.secondStep,
    calls.staff.confirmPassword,
    calls.staff.finishApp,
    calls.staff.addPasskey,
    calls.staff.recoveryCodes,
    calls.seller.sendResetOtp,
    calls.seller.verifyResetOtp,
    calls.seller.resetPassword,
    calls.staff.accept,
  ].map(({ url }) => url),
)

/** Refusals that indicate a guess at an account's password or code. */
const guessRefusals: ReadonlySet<RefusalCode> = new Set([
  'invalid_credentials',
  'otp_wrong',
  'too_many',
  'codes_closed',
  'app_code_wrong',
  'app_code_used',
  'app_codes_closed',
  'recovery_code_wrong',
  'passkey_refused',
  'reset_mails_closed',
])

/** Adds the calls by which shoppers and sellers register, sign in and out, verify an address and set a new password. */
export function accountRoutes(app: App, deps: AccountDeps): void {
  const { db } = deps
  const codes = { db, secret: deps.secret }
  const consumeClientLimit = async (request: FastifyRequest, what: keyof typeof clientLimits) => {
    if (deps.limits) await consumeBurstLimit(db, `${what}-from:${clientAddressOf(request.ip)}`, clientLimits[what])
  }
  async function clientOf(request: FastifyRequest, kind: Kind, email: string): Promise<Client> {
    const deviceToken = app.sessions.deviceTokenOf(request)
    const browser = browserOf(request.headers['user-agent'])
    return {
      address: clientAddressOf(request.ip),
      deviceToken,
      known: await isKnownBrowser(db, kind, email, deviceToken),
      browser,
    }
  }
  /** Returns the reply of a call that sent a code. */
  const codeReply = async (request: FastifyRequest, sent: CodeSentMessage) => {
    const { code, ...delay } = await codeSentMessage(db, sent)
    return { message: successMessage(request, code), ...delay }
  }
  const summary = ({ user }: SignedIn) => ({
    name: user.name,
    email: user.email,
    isAccountVerified: user.emailVerified,
  })

  /** Runs a check of a password or a code, and logs the account if it is refused. */
  async function logGuesses<T>(request: FastifyRequest, kind: Kind, email: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal && guessRefusals.has(error.code)) {
        // Also for unknown addresses, so that the response time doesn't reveal whether there is an account.
        const found = await findAccount(db, kind, email)
        const account =
          found?.id ?? `unknown ${createHmac('sha256', deps.secret).update(email).digest('hex').slice(0, 16)}`
        request.log.warn({ refusal: error.code, kind, account }, 'guessed')
      }
      throw error
    }
  }

  /** Sets the cookies of a new session and of the browser. */
  async function setCookies(request: FastifyRequest, reply: FastifyReply, kind: Kind, signedIn: SignedIn) {
    // Ends the browser's previous session, so that a token never continues under another account (session fixation).
    await app.sessions.end(request, reply, kind)
    app.sessions.setCookie(reply, kind, signedIn.token)
    app.sessions.setDeviceCookie(reply, signedIn.deviceToken)
  }

  async function signInTo(request: FastifyRequest & { body: Credentials }, reply: FastifyReply, kind: Kind) {
    const email = emailOf(request.body.email)
    const client = await clientOf(request, kind, email)
    // Known browsers aren't counted, so that unknown ones behind the same IP address can't use up their limit.
    if (!client.known) await consumeClientLimit(request, 'sign-in')
    const signedIn = await logGuesses(request, kind, email, () => signIn(db, kind, request.body, client))
    if ('signIn' in signedIn) return signedIn
    await setCookies(request, reply, kind, signedIn)
    request.log.info({ [kind]: signedIn.user.id }, 'signed in')
    return signedIn
  }

  /** Opens the session of a sign-in whose second step is done. */
  async function finishSecondStep(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
    await setCookies(request, reply, 'seller', signedIn)
    app.sessions.setSignInCookie(reply, undefined)
    request.log.info({ seller: signedIn.user.id }, 'signed in with a second step')
  }

  on(app, calls.user.isAuth, async (request) => {
    const shopper = await findShopper(request)
    if (!shopper) return refusalReply('not_signed_in', languageOf(request))
    const { items: cartItems, gone } = await deps.findCart(db, shopper.id)
    const { id, name, email, isAccountVerified } = shopper
    const goneItems = gone.length > 0 ? { goneItems: gone } : {}
    return { user: { _id: id, name, email, isAccountVerified, cartItems, ...goneItems } }
  })

  on(app, calls.user.register, async (request, reply) => {
    await consumeClientLimit(request, 'register')
    const language = languageOf(request)
    const signedIn = await register(db, { ...request.body, language }, app.sessions.deviceTokenOf(request))
    await setCookies(request, reply, 'shopper', signedIn)
    request.log.info({ shopper: signedIn.user.id }, 'registered')
    // A failed mail doesn't fail the registration: the account exists, and the shopper can request another code.
    const sent = await sendRegistrationCode(codes, signedIn.user.email, language).then(
      () => true,
      (error: unknown) => {
        request.log.warn({ err: error, shopper: signedIn.user.id }, 'sent no code with the registration')
        return false
      },
    )
    const user = summary(signedIn)
    if (sent) return { ...(await codeReply(request, 'registered')), user }
    return { message: successMessage(request, 'registered_without_code'), user }
  })

  on(app, calls.user.login, async (request, reply) => {
    const signedIn = await signInTo(request, reply, 'shopper')
    // A shopper has no second factor.
    if ('signIn' in signedIn) return refuse('broken')
    return { message: successMessage(request, 'signed_in'), user: summary(signedIn) }
  })

  const logout = async (request: FastifyRequest, reply: FastifyReply) => {
    await app.sessions.end(request, reply, 'shopper')
    return { message: successMessage(request, 'signed_out') }
  }
  on(app, calls.user.logout, logout)
  // Some clients sign out with a GET.
  on(app, { ...calls.user.logout, method: 'GET' }, logout, { changes: true })

  on(app, calls.user.sendVerifyOtp, async (request) => {
    const shopper = requireShopper(request)
    refuseUnless(!shopper.isAccountVerified, 'already_verified')
    await consumeClientLimit(request, 'code-mail')
    await sendVerifyCode(codes, shopper.email, languageOf(request))
    return codeReply(request, 'code_sent')
  })

  on(app, calls.user.verifyAccount, async (request) => {
    const shopper = requireShopper(request)
    await logGuesses(request, 'shopper', shopper.email, () => verifyAccount(codes, shopper, request.body.otp))
    request.log.info({ shopper: shopper.id }, 'verified the e-mail address')
    return { message: successMessage(request, 'email_verified') }
  })

  /** Returns a request for a password reset code, or a try of one, and counts it per client address. */
  async function codeRequest(
    request: FastifyRequest,
    kind: Kind,
    email: string,
    what: 'code' | 'code-mail',
    proof?: string,
  ): Promise<CodeRequest> {
    const { address: clientAddress, deviceToken, known } = await clientOf(request, kind, email)
    // Known browsers aren't counted, so that unknown ones behind the same IP address can't use up their limit; nor are
    // links, which can't be guessed.
    if (!known && !(proof && isLinkProof(proof))) await consumeClientLimit(request, what)
    // Without a device cookie, a random hash, which matches no browser's code.
    const asker = hashOfToken(deviceToken ?? newToken())
    return { email, purpose: kind === 'shopper' ? 'reset' : 'seller-reset', asker, clientAddress, known }
  }

  for (const [kind, resets] of [
    ['shopper', calls.user],
    ['seller', calls.seller],
  ] as const) {
    on(app, resets.sendResetOtp, async (request, reply) => {
      const call = await codeRequest(request, kind, emailOf(request.body.email), 'code-mail')
      let { asker } = call
      if (!app.sessions.deviceTokenOf(request)) {
        const deviceToken = newToken()
        app.sessions.setDeviceCookie(reply, deviceToken)
        asker = hashOfToken(deviceToken)
      }
      await logGuesses(request, kind, call.email, () => sendCode(codes, { ...call, asker }, languageOf(request)))
      return codeReply(request, 'reset_code_sent')
    })

    on(app, resets.verifyResetOtp, async (request) => {
      const call = await codeRequest(request, kind, emailOf(request.body.email), 'code')
      const stored = await logGuesses(request, kind, call.email, () => checkCode(codes, call, request.body.otp))
      await refundCodeTry(db, call, stored)
      return { message: successMessage(request, 'otp_right') }
    })

    on(app, resets.resetPassword, async (request, reply) => {
      const { otp: proof, newPassword } = request.body
      const call = await codeRequest(request, kind, emailOf(request.body.email), 'code', proof)
      const caller = kind === 'shopper' ? (await findShopper(request))?.id : undefined
      const deviceToken = app.sessions.deviceTokenOf(request)
      const input = { proof, newPassword, caller, deviceToken, language: languageOf(request) }
      const done = await logGuesses(request, kind, call.email, () => resetPassword(codes, kind, call, input))
      request.log.info({ [kind]: done.id }, 'set a new password')
      await app.sessions.end(request, reply, kind)
      app.sessions.setDeviceCookie(reply, done.deviceToken)
      return { message: successMessage(request, 'password_reset') }
    })
  }

  on(app, calls.seller.isAuth, async (request) => {
    const seller = await app.sessions.find(request, 'seller')
    if (!seller) return refusalReply('not_signed_in', languageOf(request))
    return { email: seller.email, ...(seller.mustSetUp ? {} : { role: seller.role }) }
  })

  on(app, calls.seller.login, async (request, reply) => {
    const signedIn = await signInTo(request, reply, 'seller')
    if ('signIn' in signedIn) {
      app.sessions.setSignInCookie(reply, signedIn.signIn)
      return refusalReply('second_factor_needed', languageOf(request), { factors: signedIn.factors })
    }
    return { message: successMessage(request, 'signed_in') }
  })

  on(app, calls.seller.secondStep, async (request, reply) => {
    const token = app.sessions.signInOf(request) ?? ''
    const begun = await getSignIn(db, token)
    const client = await clientOf(request, 'seller', begun.email)
    if (!client.known) await consumeClientLimit(request, 'code')
    const signedIn = await logGuesses(request, 'seller', begun.email, () =>
      takeSecondStep(codes, begun, { token, code: request.body.otp }, client),
    )
    await finishSecondStep(request, reply, signedIn)
    return { message: successMessage(request, 'signed_in') }
  })

  const passkeys = { db, site: deps.passkeySite }
  on(app, calls.seller.passkeyOptions, async (request) => {
    const token = app.sessions.signInOf(request) ?? ''
    return { options: { ...(await beginPasskeyStep(passkeys, await getSignIn(db, token), token)) } }
  })

  on(app, calls.seller.passkeyStep, async (request, reply) => {
    const token = app.sessions.signInOf(request) ?? ''
    const begun = await getSignIn(db, token)
    const client = await clientOf(request, 'seller', begun.email)
    if (!client.known) await consumeClientLimit(request, 'code')
    const signedIn = await logGuesses(request, 'seller', begun.email, () =>
      takePasskeyStep(passkeys, begun, { token, proof: request.body }, client),
    )
    await finishSecondStep(request, reply, signedIn)
    return { message: successMessage(request, 'signed_in') }
  })

  on(
    app,
    calls.seller.logout,
    async (request, reply) => {
      await app.sessions.end(request, reply, 'seller')
      return { message: successMessage(request, 'signed_out') }
    },
    { changes: true },
  )
}
