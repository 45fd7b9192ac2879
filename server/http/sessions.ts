import { createHash, randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Language } from '../../contract/shop.ts'
import { Refusal, refuse } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import type { App } from './edge.ts'

/*
 * Who is asking. Shoppers and sellers have sessions of their own: other cookies, other tables, other lifetimes. A
 * session is a random token that the browser keeps and of which the database has the hash; it is looked up by one
 * query, and only when a cookie came and the call needs it.
 */

export type Shopper = { id: string; name: string; email: string; isAccountVerified: boolean; language: Language }
export type Seller = { id: string; name: string; email: string }
export type Kind = 'shopper' | 'seller'

declare module 'fastify' {
  interface FastifyRequest {
    shopper: Shopper | undefined
    seller: Seller | undefined
  }
  interface FastifyInstance {
    sessions: Sessions
  }
}

/** Idle and absolute lifetime of a session, in seconds. */
export const lifetimes = {
  shopper: { idle: 7 * 86_400, absolute: 30 * 86_400 },
  seller: { idle: 12 * 3600, absolute: 7 * 86_400 },
} as const satisfies Record<Kind, { idle: number; absolute: number }>

/** Days for which a browser is known after an account was last signed in to from it. */
export const deviceDays = 180

/** A session's idle limit is moved on at most this often, so that reading doesn't mean writing. */
const refreshSeconds = 3600

export type Sessions = {
  /** The cookie that a new session is kept in by the browser. */
  give(reply: FastifyReply, kind: Kind, token: string): void
  /** Ends the session of the offered cookie, if there is one, and takes the cookie back. */
  end(request: FastifyRequest, reply: FastifyReply, kind: Kind): Promise<void>
  /** The token of the offered device cookie, which tells browsers apart and signs nobody in. */
  deviceOf(request: FastifyRequest): string | undefined
  /** Gives the browser a device cookie with a new token, and returns the token. */
  giveDevice(reply: FastifyReply): string
  /** What the database keeps of the token that a request brought. */
  keyOf(request: FastifyRequest, kind: Kind): string
  /** Which of the sessions with these keys are open. Counts as a use of each. */
  open(kind: Kind, keys: readonly string[]): Promise<ReadonlySet<string>>
}

/** A new token: 256 random bits, for the browser only. */
export const newToken = () => randomBytes(32).toString('base64url')

/** What the database keeps of a token. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * Adds sessions to the app, and checks who may make a call. Whoever brings no cookie is refused before the body is read.
 * Whose cookie it is, the database is asked once the request is whole and has been let in: a crowd that brings cookies must
 * not get past the line to the database, nor wait there with a body that is still on its way.
 */
export function sessions(app: App, { db, secure }: { db: Db; secure: boolean }): void {
  const cookieOf = (kind: Kind) => `${secure ? '__Host-' : ''}talad_${kind}`
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure }
  const tokenOf = (request: FastifyRequest, kind: Kind) => request.cookies[cookieOf(kind)]
  const deviceCookie = `${secure ? '__Host-' : ''}talad_device`

  app.decorate('sessions', {
    give(reply, kind, token) {
      reply.setCookie(cookieOf(kind), token, { ...options, maxAge: lifetimes[kind].absolute })
    },
    async end(request, reply, kind) {
      const token = tokenOf(request, kind)
      if (!token) return
      const hash = hashOfToken(token)
      if (kind === 'shopper') await db.deleteFrom('shopperSession').where('token', '=', hash).execute()
      else await db.deleteFrom('sellerSession').where('token', '=', hash).execute()
      reply.clearCookie(cookieOf(kind), options)
    },
    deviceOf: (request) => request.cookies[deviceCookie] || undefined,
    giveDevice(reply) {
      const token = newToken()
      reply.setCookie(deviceCookie, token, { ...options, maxAge: deviceDays * 86_400 })
      return token
    },
    keyOf: (request, kind) => hashOfToken(tokenOf(request, kind) ?? ''),
    open: (kind, keys) => openSessions(db, kind, keys),
  })
  app.decorateRequest('shopper', undefined)
  app.decorateRequest('seller', undefined)

  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    if (access === 'anyone') {
      // Calls for everybody look up no session, unless the caller says who it is.
      route.preValidation = [
        ...[route.preValidation ?? []].flat(),
        (request, _reply, done) =>
          isUserClaimed(request) ? void refuseOtherCaller(request).then(() => done(), done) : done(),
      ]
    }
    if (access !== 'shopper' && access !== 'seller') return
    // A shopper is told that a seller's call is not for shoppers.
    const kinds: Kind[] = access === 'shopper' ? ['shopper'] : ['seller', 'shopper']
    const isNobody = (request: FastifyRequest) => kinds.every((kind) => !tokenOf(request, kind))
    route.onRequest = [
      ...[route.onRequest ?? []].flat(),
      (request, _reply, done) => done(isNobody(request) ? new Refusal('not_signed_in') : undefined),
    ]
    route.preValidation = [
      ...[route.preValidation ?? []].flat(),
      (request, _reply, done) => void identify(request, access).then(() => done(), done),
    ]
  })
  async function identify(request: FastifyRequest, access: Kind): Promise<void> {
    if (access === 'shopper') {
      const shopper = await loadShopper(db, tokenOf(request, 'shopper'))
      if (!shopper) refuse('not_signed_in')
      request.shopper = shopper
      refuseOtherUser(request, [shopper.id])
    } else {
      const seller = await loadSeller(db, tokenOf(request, 'seller'))
      // A shopper is somebody, but not the one who may do this.
      if (!seller) refuse((await loadShopper(db, tokenOf(request, 'shopper'))) ? 'forbidden' : 'not_signed_in')
      request.seller = seller
      if (isUserClaimed(request)) await refuseOtherCaller(request, seller)
    }
  }

  /** Whoever is signed in as shopper and as seller may name either. */
  async function refuseOtherCaller(request: FastifyRequest, seller?: Seller): Promise<void> {
    const own = [
      seller ?? (await loadSeller(db, tokenOf(request, 'seller'))),
      await loadShopper(db, tokenOf(request, 'shopper')),
    ]
    refuseOtherUser(
      request,
      own.flatMap((each) => (each ? [each.id] : [])),
    )
  }

  app.decorate('findShopper', (request: FastifyRequest) => loadShopper(db, tokenOf(request, 'shopper')))
  app.decorate('findSeller', (request: FastifyRequest) => loadSeller(db, tokenOf(request, 'seller')))
}

/** The shopper of a call that only shoppers may make. */
export function requireShopper(request: FastifyRequest): Shopper {
  return request.shopper ?? refuse('not_signed_in')
}

/** The seller of a call that only sellers may make. */
export function requireSeller(request: FastifyRequest): Seller {
  return request.seller ?? refuse('not_signed_in')
}

/** The shopper of a call that anyone may make, where one is signed in. */
export const findShopper = (request: FastifyRequest): Promise<Shopper | undefined> =>
  request.server.findShopper(request)

/** The seller of a call that anyone may make, where one is signed in. */
export const findSeller = (request: FastifyRequest): Promise<Seller | undefined> => request.server.findSeller(request)

declare module 'fastify' {
  interface FastifyInstance {
    findShopper(request: FastifyRequest): Promise<Shopper | undefined>
    findSeller(request: FastifyRequest): Promise<Seller | undefined>
  }
}

/** Refuses a userId in body or query that isn't one of the session's own: only the session says who calls. */
function refuseOtherUser(request: FastifyRequest, own: readonly unknown[]): void {
  if (claimedUsers(request).some((claimed) => !own.includes(claimed))) refuse('forbidden')
}

const isUserClaimed = (request: FastifyRequest) => claimedUsers(request).length > 0

function claimedUsers(request: FastifyRequest): unknown[] {
  return [request.query, request.body]
    .flatMap((part) => {
      if (typeof part !== 'object' || part === null || !Object.hasOwn(part, 'userId')) return []
      const { userId } = part as { userId: unknown }
      // Wrapped, so that a claimed list stays one claim.
      return userId === undefined ? [] : [{ userId }]
    })
    .map(({ userId }) => userId)
}

async function loadShopper(db: Db, token: string | undefined): Promise<Shopper | undefined> {
  if (!token) return undefined
  const { rows } = await sql<Shopper & { stale: boolean; sessionId: string }>`
    select ${prepared} shopper.id, shopper.name, shopper.email, shopper.email_verified as is_account_verified, shopper.language,
           session.id as session_id, session.updated_at < now() - make_interval(secs => ${refreshSeconds}) as stale
    from shopper_session session join shopper on shopper.id = session.shopper_id
    where session.token = ${hashOfToken(token)} and session.expires_at > now()
      and session.created_at > now() - make_interval(secs => ${lifetimes.shopper.absolute})`.execute(db)
  const found = rows[0]
  if (!found) return undefined
  const { stale, sessionId, ...shopper } = found
  if (stale) await moveOn(db, 'shopper', sessionId)
  return shopper
}

async function loadSeller(db: Db, token: string | undefined): Promise<Seller | undefined> {
  if (!token) return undefined
  const { rows } = await sql<Seller & { stale: boolean; sessionId: string }>`
    select seller.id, seller.name, seller.email,
           session.id as session_id, session.updated_at < now() - make_interval(secs => ${refreshSeconds}) as stale
    from seller_session session join seller on seller.id = session.seller_id
    where session.token = ${hashOfToken(token)} and session.expires_at > now()
      and session.created_at > now() - make_interval(secs => ${lifetimes.seller.absolute})`.execute(db)
  const found = rows[0]
  if (!found) return undefined
  const { stale, sessionId, ...seller } = found
  if (stale) await moveOn(db, 'seller', sessionId)
  return seller
}

async function openSessions(db: Db, kind: Kind, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { idle, absolute } = lifetimes[kind]
  const table = sql.table(`${kind}_session`)
  const { rows } = await sql<{ token: string }>`
    with open as (
      select id, token, updated_at < now() - make_interval(secs => ${refreshSeconds}) as stale from ${table}
      where token = any(${keys}::text[]) and expires_at > now() and created_at > now() - make_interval(secs => ${absolute})
    ), moved_on as (
      update ${table} set updated_at = now(), expires_at = now() + make_interval(secs => ${idle})
      where id in (select id from open where stale)
    )
    select token from open`.execute(db)
  return new Set(rows.map(({ token }) => token))
}

async function moveOn(db: Db, kind: Kind, sessionId: string): Promise<void> {
  await sql`update ${sql.table(`${kind}_session`)}
    set updated_at = now(), expires_at = now() + make_interval(secs => ${lifetimes[kind].idle})
    where id = ${sessionId}`.execute(db)
}

/** Removes the sessions that ended. */
export async function removeOldSessions(db: Db): Promise<void> {
  await db.deleteFrom('shopperSession').where('expiresAt', '<', sql<Date>`now()`).execute()
  await db.deleteFrom('sellerSession').where('expiresAt', '<', sql<Date>`now()`).execute()
}
