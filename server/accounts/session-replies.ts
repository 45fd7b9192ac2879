import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalCode } from '../../contract/messages/refusals.ts'
import { emailOf } from '../common/email.ts'
import { Refusal } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { consumeBurstLimit } from '../database/rate-limit.ts'
import { type AccountKind, hashOfToken, newToken } from '../domain/session-queries.ts'
import { successMessage } from '../http/calls/calls.ts'
import type { Sessions } from '../http/calls/sessions.ts'
import { browserOf } from '../http/request/browser-name.ts'
import { addressOf } from '../http/request/client-address.ts'
import { type CodeSentMessage, codeSentMessage } from '../mail/health.ts'
import { codeQueueOf } from '../mail/queue-mail.ts'
import type { CodeRequest } from './codes.ts'
import { isKnownBrowser, type SignInClient } from './known-browser-queries.ts'
import { findAccount } from './queries.ts'
import { isLinkCredential } from './reset-password.ts'
import { type Credentials, type SignedIn, signIn } from './sign-in.ts'

/*
 * Shared by the calls that register, sign in and set passwords: the client of a request, the limits of its address, the
 * log of guesses, and the cookies of a reply.
 */

export type ReplyDeps = {
  db: Db
  secret: string
  /** Whether rate limits per client address (`networkOf`) apply. */
  limits: boolean
  sessions: Sessions
}

/**
 * Rate limits per client address (`networkOf`). A family or an office behind one address stays far below them. They
 * refill one by one, so that others behind an attacker's address get a turn again within seconds or minutes.
 */
const clientLimits = {
  'sign-in': { burst: 100, everySeconds: 9 },
  register: { burst: 30, everySeconds: 120 },
  code: { burst: 60, everySeconds: 60 },
  // Separate from tries of codes, so that guesses of codes don't stop others behind the same IP address from requesting
  // one.
  'code-mail': { burst: 60, everySeconds: 60 },
} as const

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

/**
 * Counts a request against the limit of its client address, and returns the number of such requests since the full
 * burst was available; 1 without limits. Throws `too_many`.
 */
export async function consumeClientLimit(
  { db, limits }: Pick<ReplyDeps, 'db' | 'limits'>,
  request: FastifyRequest,
  what: keyof typeof clientLimits,
): Promise<number> {
  return limits ? consumeBurstLimit(db, `${what}-from:${addressOf(request)}`, clientLimits[what]) : 1
}

/** Returns the client that sent a request for an account. */
export async function signInClientOf(
  { db, sessions }: Pick<ReplyDeps, 'db' | 'sessions'>,
  request: FastifyRequest,
  kind: AccountKind,
  email: string,
): Promise<SignInClient> {
  const browserToken = sessions.browserTokenOf(request)
  const browser = browserOf(request.headers['user-agent'])
  return {
    address: addressOf(request),
    browserToken,
    known: await isKnownBrowser(db, kind, email, browserToken),
    browser,
  }
}

/** Returns the reply of a call that sent a code of a turn (`queueCodeMail`). */
export async function codeReply(
  { db, secret }: Pick<ReplyDeps, 'db' | 'secret'>,
  request: FastifyRequest,
  { sent, turn }: { sent: CodeSentMessage; turn: number },
) {
  const { code, ...delay } = await codeSentMessage(db, sent, { turn, queue: codeQueueOf(secret, addressOf(request)) })
  return { message: successMessage(request, code), ...delay }
}

/** Runs a check of a password or a code, and logs the account if it is refused. */
export async function logGuesses<T>(
  { db, secret }: Pick<ReplyDeps, 'db' | 'secret'>,
  request: FastifyRequest,
  { kind, email }: { kind: AccountKind; email: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && guessRefusals.has(error.code)) {
      // Looked up for unknown addresses, too, so that the response time doesn't reveal whether there is an account.
      const found = await findAccount(db, kind, email)
      const account = found?.id ?? `unknown ${createHmac('sha256', secret).update(email).digest('hex').slice(0, 16)}`
      request.log.warn({ refusal: error.code, kind, account }, 'guessed')
    }
    throw error
  }
}

/** Sets the cookies of a new session and of the browser. */
export async function setCookies(
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, signedIn }: { kind: AccountKind; signedIn: SignedIn },
): Promise<void> {
  // Ends the browser's previous session, so that a token never continues under another account (session fixation).
  await sessions.end(request, reply, kind)
  sessions.setCookie(reply, kind, signedIn.token)
  sessions.setBrowserCookie(reply, signedIn.browserToken)
}

/**
 * Signs in with the password of the request's body; an account with a second factor gets only a token for the second
 * step.
 */
export async function signInTo(
  deps: ReplyDeps,
  request: FastifyRequest & { body: Credentials },
  reply: FastifyReply,
  kind: AccountKind,
) {
  const email = emailOf(request.body.email)
  const client = await signInClientOf(deps, request, kind, email)
  // Known browsers aren't counted, so that unknown ones behind the same IP address can't use up their limit.
  if (!client.known) await consumeClientLimit(deps, request, 'sign-in')
  const signedIn = await logGuesses(deps, request, { kind, email }, () => signIn(deps.db, kind, request.body, client))
  if ('signInToken' in signedIn) return signedIn
  await setCookies(deps.sessions, request, reply, { kind, signedIn })
  request.log.info({ [kind]: signedIn.user.id }, 'signed in')
  return signedIn
}

/** Returns a request for a password reset code, or a try of one, and counts it per client address. */
export async function codeRequest(
  deps: ReplyDeps,
  request: FastifyRequest & { body: { email: string } },
  kind: AccountKind,
  { what, credential }: { what: 'code' | 'code-mail'; credential?: string },
): Promise<CodeRequest> {
  const email = emailOf(request.body.email)
  const { address: clientAddress, browserToken, known } = await signInClientOf(deps, request, kind, email)
  // Known browsers aren't counted, so that unknown ones behind the same IP address can't use up their limit; nor are
  // links, which can't be guessed.
  const isCounted = !known && !(credential && isLinkCredential(credential))
  const turn = isCounted ? await consumeClientLimit(deps, request, what) : 1
  // Without a browser cookie, a random hash, which matches no browser's code.
  const requester = hashOfToken(browserToken ?? newToken())
  return {
    email,
    purpose: kind === 'shopper' ? 'reset' : 'seller-reset',
    requester,
    clientAddress,
    ofAccount: known,
    turn,
    requestedFrom: clientAddress,
  }
}
