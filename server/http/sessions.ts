import { createHash, randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Language } from '../../contract/shop.ts'
import { newId } from '../common/ids.ts'
import { Refusal, refuse } from '../common/refusal.ts'
import type { Db, Tx } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import type { App } from './edge.ts'

/*
 * Authentication by session cookies. Sessions of shoppers and of sellers are separate: different cookies, tables and
 * lifetimes. A session is a random token in the browser's cookie, of which the database stores the hash. One query looks
 * it up, only if the request has a cookie and the call needs the caller.
 */

export type Shopper = { id: string; name: string; email: string; isAccountVerified: boolean; language: Language }
export type Seller = { id: string; name: string; email: string }
type Accounts = { shopper: Shopper; seller: Seller }
export type Kind = keyof Accounts

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

/** Days for which a browser is known after its last sign-in to an account. */
export const deviceDays = 180

/** A session's idle expiry is extended at most this often, so that most reads don't write. */
const refreshSeconds = 3600

export type Sessions = {
  /** Sets the cookie of a new session. */
  setCookie(reply: FastifyReply, kind: Kind, token: string): void
  /** Ends the session of the request's cookie, if there is one, and clears the cookie. */
  end(request: FastifyRequest, reply: FastifyReply, kind: Kind): Promise<void>
  /** Returns the token of the request's device cookie, which distinguishes browsers and doesn't authenticate. */
  deviceOf(request: FastifyRequest): string | undefined
  /** Sets the device cookie. */
  setDeviceCookie(reply: FastifyReply, token: string): void
  /** Returns the shopper or seller of the request's cookie, if its session is open, and extends the session. */
  find<K extends Kind>(request: FastifyRequest, kind: K): Promise<Accounts[K] | undefined>
  /** Returns the hash of the request's session token, as the database stores it. */
  tokenHashOf(request: FastifyRequest, kind: Kind): string
  /** Returns those of these hashes whose sessions are open, and extends the sessions. */
  open(kind: Kind, keys: readonly string[]): Promise<ReadonlySet<string>>
}

/** Returns a new token of 256 random bits. Only the browser has it; the database stores its hash. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Returns the hash of a token, as the database stores it. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * Adds sessions to the app, and checks who may make a call. A request without a cookie is refused before its body is
 * read. A cookie is looked up only after the whole body has arrived and the request has passed the concurrency limit:
 * requests with cookies must not bypass the queue for the database, nor occupy it while their bodies are still arriving.
 */
export function sessions(app: App, { db, secure }: { db: Db; secure: boolean }): void {
  const cookieOf = (kind: Kind) => `${secure ? '__Host-' : ''}talad_${kind}`
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure }
  const tokenOf = (request: FastifyRequest, kind: Kind) => request.cookies[cookieOf(kind)]
  const deviceCookie = `${secure ? '__Host-' : ''}talad_device`
  const find = <K extends Kind>(request: FastifyRequest, kind: K) => findAccount(db, kind, tokenOf(request, kind))

  app.decorate('sessions', {
    setCookie(reply, kind, token) {
      reply.setCookie(cookieOf(kind), token, { ...options, maxAge: lifetimes[kind].absolute })
    },
    async end(request, reply, kind) {
      const token = tokenOf(request, kind)
      if (!token) return
      await sql`delete from ${sessionsOf(kind)} where token = ${hashOfToken(token)}`.execute(db)
      reply.clearCookie(cookieOf(kind), options)
    },
    deviceOf: (request) => request.cookies[deviceCookie] || undefined,
    setDeviceCookie(reply, token) {
      reply.setCookie(deviceCookie, token, { ...options, maxAge: deviceDays * 86_400 })
    },
    find,
    tokenHashOf: (request, kind) => hashOfToken(tokenOf(request, kind) ?? ''),
    open: (kind, keys) => openSessions(db, kind, keys),
  })
  app.decorateRequest('shopper', undefined)
  app.decorateRequest('seller', undefined)

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
    const kinds: Kind[] = access === 'shopper' ? ['shopper'] : ['seller', 'shopper']
    const hasNoCookie = (request: FastifyRequest) => kinds.every((kind) => !tokenOf(request, kind))
    route.onRequest = [
      ...[route.onRequest ?? []].flat(),
      (request, _reply, done) => done(hasNoCookie(request) ? new Refusal('not_signed_in') : undefined),
    ]
    route.preValidation = [
      ...[route.preValidation ?? []].flat(),
      (request, _reply, done) => void identify(request, access).then(() => done(), done),
    ]
  })
  async function identify(request: FastifyRequest, access: Kind): Promise<void> {
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
      if (isUserClaimed(request)) await refuseOtherCaller(request, seller)
    }
  }

  /** Throws `forbidden` unless a userId in the request is the caller's id as shopper or as seller. */
  async function refuseOtherCaller(request: FastifyRequest, seller?: Seller): Promise<void> {
    const own = [seller ?? (await find(request, 'seller')), await find(request, 'shopper')]
    refuseOtherUser(
      request,
      own.flatMap((each) => (each ? [each.id] : [])),
    )
  }
}

/** Returns the shopper of a call that only shoppers may make. */
export function requireShopper(request: FastifyRequest): Shopper {
  return request.shopper ?? refuse('not_signed_in')
}

/** Returns the seller of a call that only sellers may make. */
export function requireSeller(request: FastifyRequest): Seller {
  return request.seller ?? refuse('not_signed_in')
}

/** Returns the signed-in shopper, if any, of a call that anyone may make. */
export const findShopper = (request: FastifyRequest): Promise<Shopper | undefined> =>
  request.server.sessions.find(request, 'shopper')

/** Returns the signed-in seller, if any, of a call that anyone may make. */
export const findSeller = (request: FastifyRequest): Promise<Seller | undefined> =>
  request.server.sessions.find(request, 'seller')

/** Throws `forbidden` if a userId in the body or the query isn't one of these ids: only the session identifies the caller. */
function refuseOtherUser(request: FastifyRequest, own: readonly unknown[]): void {
  if (claimedUsers(request).some((claimed) => !own.includes(claimed))) refuse('forbidden')
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

/** The columns of `request.shopper` and `request.seller`. */
const columns = {
  shopper: sql`account.id, account.name, account.email, account.email_verified as is_account_verified, account.language`,
  seller: sql`account.id, account.name, account.email`,
} as const satisfies Record<Kind, unknown>

async function findAccount<K extends Kind>(
  db: Db,
  kind: K,
  token: string | undefined,
): Promise<Accounts[K] | undefined> {
  if (!token) return undefined
  const { rows } = await sql<Accounts[K] & { stale: boolean; sessionId: string }>`
    select ${prepared} ${columns[kind]}, session.id as session_id,
           session.updated_at < now() - make_interval(secs => ${refreshSeconds}) as stale
    from ${sessionsOf(kind)} session join ${sql.table(kind)} account on account.id = session.${ownerOf(kind)}
    where session.token = ${hashOfToken(token)} and session.expires_at > now()
      and session.created_at > now() - make_interval(secs => ${lifetimes[kind].absolute})`.execute(db)
  const found = rows[0]
  if (!found) return undefined
  const { stale, sessionId, ...account } = found
  if (stale) await extendSession(db, kind, sessionId)
  return account as unknown as Accounts[K]
}

const sessionsOf = (kind: Kind) => sql.table(`${kind}_session`)
/** Returns the column that names the account in the tables of a kind of account. */
export const ownerOf = (kind: Kind) => sql.ref(`${kind}_id`)

/**
 * Opens a session of an account and returns its token, of which the database stores the hash. Inserts nothing if the
 * account was deleted: the caller notices by the password's row, which was deleted with it.
 */
export async function openSession(tx: Tx, kind: Kind, accountId: string): Promise<string> {
  const token = newToken()
  await sql`
    insert into ${sessionsOf(kind)} (id, ${ownerOf(kind)}, token, expires_at)
    select ${newId()}::uuid, id, ${hashOfToken(token)}, now() + make_interval(secs => ${lifetimes[kind].idle})
    from ${sql.table(kind)} where id = ${accountId} for key share`.execute(tx)
  return token
}

/** Ends every session of an account. */
export async function endSessions(tx: Tx, kind: Kind, accountId: string): Promise<void> {
  await sql`delete from ${sessionsOf(kind)} where ${ownerOf(kind)} = ${accountId}`.execute(tx)
}

async function openSessions(db: Db, kind: Kind, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { idle, absolute } = lifetimes[kind]
  const table = sessionsOf(kind)
  const { rows } = await sql<{ token: string }>`
    with open as (
      select id, token, updated_at < now() - make_interval(secs => ${refreshSeconds}) as stale from ${table}
      where token = any(${keys}::text[]) and expires_at > now() and created_at > now() - make_interval(secs => ${absolute})
    ), extended as (
      update ${table} set updated_at = now(), expires_at = now() + make_interval(secs => ${idle})
      where id in (select id from open where stale)
    )
    select token from open`.execute(db)
  return new Set(rows.map(({ token }) => token))
}

async function extendSession(db: Db, kind: Kind, sessionId: string): Promise<void> {
  await sql`update ${sessionsOf(kind)}
    set updated_at = now(), expires_at = now() + make_interval(secs => ${lifetimes[kind].idle})
    where id = ${sessionId}`.execute(db)
}

/** Deletes the sessions that expired. */
export async function removeOldSessions(db: Db): Promise<void> {
  for (const kind of ['shopper', 'seller'] as const)
    await sql`delete from ${sessionsOf(kind)} where expires_at < now()`.execute(db)
}
