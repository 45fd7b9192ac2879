import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { signInSeconds } from '../../../contract/staff/second-factor.ts'
import { mayCall, maySetUp, type Right } from '../../../contract/staff/staff-roles.ts'
import { actAs } from '../../common/actor.ts'
import { Refusal, refuse, refuseUnless } from '../../common/refusal.ts'
import type { Db } from '../../database/database.ts'
import {
  type AccountKind,
  type Accounts,
  browserDays,
  continueSession,
  continueSessions,
  endSession,
  hashOfToken,
  lifetimes,
  type Seller,
  type Shopper,
} from '../../domain/session-queries.ts'
import type { App } from './calls.ts'

/*
 * Authentication by session cookies, one for shoppers and one for sellers. The sessions are in
 * domain/session-queries.ts. One query looks a session up, only if the request has a cookie and the call needs the
 * caller.
 */

declare module 'fastify' {
  interface FastifyRequest {
    shopper: Shopper | undefined
    seller: Seller | undefined
    /**
     * Looks the caller up again, and throws as at the beginning of the call: for calls whose body takes long to arrive.
     * Undefined for calls that anyone may make.
     */
    identifyAgain: (() => Promise<void>) | undefined
  }
  interface FastifyInstance {
    sessions: Sessions
  }
}

export type Sessions = {
  /** Sets the cookie of a new session. */
  setCookie(reply: FastifyReply, kind: AccountKind, token: string): void
  /** Ends the session of the request's cookie, if there is one, and clears the cookie. */
  end(request: FastifyRequest, reply: FastifyReply, kind: AccountKind): Promise<void>
  /** Returns the token of the request's browser cookie, which distinguishes browsers and doesn't authenticate. */
  browserTokenOf(request: FastifyRequest): string | undefined
  /** Sets the browser cookie. */
  setBrowserCookie(reply: FastifyReply, token: string): void
  /** Returns the token of the request's sign-in that awaits its second step. */
  signInOf(request: FastifyRequest): string | undefined
  /** Sets the cookie of a sign-in that awaits its second step, or clears it. */
  setSignInCookie(reply: FastifyReply, token: string | undefined): void
  /** Returns the shopper or seller of the request's cookie, if its session is open, and extends the session. */
  find<K extends AccountKind>(request: FastifyRequest, kind: K): Promise<Accounts[K] | undefined>
  /** Returns the hash of the request's session token, as the database stores it. */
  tokenHashOf(request: FastifyRequest, kind: AccountKind): string
  /** Returns those of these hashes whose sessions are open, and extends the sessions. */
  open(kind: AccountKind, hashes: readonly string[]): Promise<ReadonlySet<string>>
}

/**
 * Adds sessions to the app, and checks who may make a call; for the staff's calls, by the role. A request without a
 * cookie is refused before its body is read. A cookie is looked up only after the whole body has arrived and the
 * request has passed the concurrency limit: requests with cookies must not bypass the queue for the database, nor
 * occupy it while their bodies are still arriving.
 */
export function sessions(app: App, { db, secure }: { db: Db; secure: boolean }): void {
  const cookieOf = (kind: AccountKind) => `${secure ? '__Host-' : ''}talad_${kind}`
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure }
  const tokenOf = (request: FastifyRequest, kind: AccountKind) => request.cookies[cookieOf(kind)]
  const signInCookie = `${secure ? '__Host-' : ''}talad_seller_sign_in`
  // Not named after known browsers: a renamed cookie would forget them all.
  const browserCookie = `${secure ? '__Host-' : ''}talad_device`
  const find = <K extends AccountKind>(request: FastifyRequest, kind: K) =>
    continueSession(db, kind, tokenOf(request, kind))

  app.decorate('sessions', {
    setCookie(reply, kind, token) {
      reply.setCookie(cookieOf(kind), token, { ...options, maxAge: lifetimes[kind].absolute })
    },
    async end(request, reply, kind) {
      const token = tokenOf(request, kind)
      if (!token) return
      await endSession(db, kind, token)
      reply.clearCookie(cookieOf(kind), options)
    },
    browserTokenOf: (request) => request.cookies[browserCookie] || undefined,
    setBrowserCookie(reply, token) {
      reply.setCookie(browserCookie, token, { ...options, maxAge: browserDays * 86_400 })
    },
    signInOf: (request) => request.cookies[signInCookie] || undefined,
    setSignInCookie(reply, token) {
      if (token) reply.setCookie(signInCookie, token, { ...options, sameSite: 'strict', maxAge: signInSeconds })
      else reply.clearCookie(signInCookie, options)
    },
    find,
    tokenHashOf: (request, kind) => hashOfToken(tokenOf(request, kind) ?? ''),
    open: (kind, hashes) => continueSessions(db, kind, hashes),
  })
  app.decorateRequest('shopper', undefined)
  app.decorateRequest('seller', undefined)
  app.decorateRequest('identifyAgain', undefined)

  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    if (access === 'anyone') {
      // Calls for anyone look up no session, unless the request has a userId.
      route.preValidation = [
        ...[route.preValidation ?? []].flat(),
        (request, _reply, done) =>
          isUserClaimed(request) ? void refuseOtherCaller(request).then(() => done(), done) : done(),
      ]
    }
    if (access !== 'shopper' && access !== 'seller') return
    // A shopper's cookie passes here, so that a signed-in shopper gets `forbidden` from a seller's call.
    const kinds: AccountKind[] = access === 'shopper' ? ['shopper'] : ['seller', 'shopper']
    const hasNoCookie = (request: FastifyRequest) => kinds.every((kind) => !tokenOf(request, kind))
    route.onRequest = [
      ...[route.onRequest ?? []].flat(),
      (request, _reply, done) => done(hasNoCookie(request) ? new Refusal('not_signed_in') : undefined),
    ]
    route.preValidation = [
      ...[route.preValidation ?? []].flat(),
      (request, _reply, done) =>
        void identify(request, access, route.config?.right ?? '').then(() => {
          // The audit log records the changes of a staff request under its caller.
          if (request.seller && request.method !== 'GET') actAs(request.seller.email, done)
          else done()
        }, done),
    ]
  })
  async function identify(request: FastifyRequest, access: AccountKind, right: string): Promise<void> {
    request.identifyAgain = () => identify(request, access, right)
    if (access === 'shopper') {
      const shopper = await find(request, 'shopper')
      if (!shopper) refuse('not_signed_in')
      request.shopper = shopper
      refuseOtherUser(request, [shopper.id])
    } else {
      const seller = await find(request, 'seller')
      // A signed-in shopper isn't allowed to make a seller's call.
      if (!seller) refuse((await find(request, 'shopper')) ? 'forbidden' : 'not_signed_in')
      request.seller = seller
      refuseUnless(!seller.mustSetUp || maySetUp(right), 'second_step_required')
      refuseUnless(mayCall(seller.role, right), 'role_forbids')
      if (isUserClaimed(request)) await refuseOtherCaller(request, seller)
    }
  }

  /** Throws `forbidden` unless a userId in the request is the caller's id as shopper or as seller. */
  async function refuseOtherCaller(request: FastifyRequest, seller?: Seller): Promise<void> {
    const callers = [seller ?? (await find(request, 'seller')), await find(request, 'shopper')]
    refuseOtherUser(
      request,
      callers.flatMap((each) => (each ? [each.id] : [])),
    )
  }
}

/** Returns the shopper of a call that only shoppers may make. Throws `not_signed_in` in a route of any other call. */
export function requireShopper(request: FastifyRequest): Shopper {
  return request.shopper ?? refuse('not_signed_in')
}

/** Returns the seller of a call that only sellers may make. Throws `not_signed_in` in a route of any other call. */
export function requireSeller(request: FastifyRequest): Seller {
  return request.seller ?? refuse('not_signed_in')
}

/** Throws `role_forbids` unless the seller's role has this right: for routes that shoppers call too. */
export function requireRight(seller: Seller, right: Right): void {
  refuseUnless(mayCall(seller.role, right), 'role_forbids')
}

/** Returns the signed-in shopper, if any, of a call that anyone may make. */
export const findShopper = (request: FastifyRequest): Promise<Shopper | undefined> =>
  request.server.sessions.find(request, 'shopper')

/**
 * Returns the signed-in seller, if any, of a call that anyone may make; undefined for one who has to set a second
 * factor up first.
 */
export async function findSeller(request: FastifyRequest): Promise<Seller | undefined> {
  const seller = await request.server.sessions.find(request, 'seller')
  return seller?.mustSetUp ? undefined : seller
}

/**
 * Throws `forbidden` if a userId in the body or the query isn't one of these ids: only the session identifies the
 * caller.
 */
function refuseOtherUser(request: FastifyRequest, ownIds: readonly unknown[]): void {
  if (claimedUsers(request).some((claimed) => !ownIds.includes(claimed))) refuse('forbidden')
}

const isUserClaimed = (request: FastifyRequest) => claimedUsers(request).length > 0

function claimedUsers(request: FastifyRequest): unknown[] {
  return [request.query, request.body]
    .flatMap((part) => {
      if (typeof part !== 'object' || part === null || !Object.hasOwn(part, 'userId')) return []
      const { userId } = part as { userId: unknown }
      // Wrapped in an object, because `flatMap` would flatten a userId that is an array.
      return userId === undefined ? [] : [{ userId }]
    })
    .map(({ userId }) => userId)
}
