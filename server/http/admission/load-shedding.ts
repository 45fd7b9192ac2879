import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { publishRefusal } from '../../common/metric-events.ts'
import type { App } from '../calls/calls.ts'
import { refusalReply } from '../calls/failures.ts'
import type { ClientAddressOf } from '../request/client-address.ts'
import { languageOf } from '../request/language.ts'
import { isOwnRequest } from '../request/own-requests.ts'
import type { ShedReason } from './client-shares.ts'
import { FairQueue, shedRefusal } from './fair-queue.ts'
import { admitPipelined } from './pipelining.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Takes the request out of the queue; undefined if it isn't in it. */
    leaveQueue: (() => void) | undefined
  }
  interface FastifyContextConfig {
    /**
     * A request that stays open, or waits for another server or an upload: it counts only until its session is known.
     */
    longRunning?: boolean
    /** Served under any load, and not counted. For paths without parameters. */
    neverShed?: boolean
    /** Hashes a password or a code. Hashes have a queue of their own, so that other calls don't wait behind them. */
    hashes?: boolean
  }
}

export type LoadSheddingDeps = {
  /** Returns the client address of a request. */
  clientAddressOf: ClientAddressOf
  /** Security headers of every reply. */
  securityHeaders?: Readonly<Record<string, string>>
  queue?: FairQueue
}

/**
 * Limits concurrent requests. A request counts from when its body is complete until its reply is made, so slow
 * clients don't. Those of routes marked `longRunning` count until their session is known. Requests that the shop makes
 * to itself while rendering belong to a request that counts already.
 *
 * Returns the server to create Fastify with, which refuses requests early under overload, and the function that adds
 * the hooks to the app; to be called before its routes are added.
 */
export function loadShedding({ clientAddressOf, securityHeaders, queue = new FairQueue() }: LoadSheddingDeps) {
  const neverShed = new Set<string | undefined>()
  const head = {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '1',
  }

  /** Makes the server, with the timeouts that Fastify leaves to a server that it is given. */
  function serverFactory(handle: RequestListener, options: FastifyServerOptions): Server {
    const { keepAliveTimeout = 0, requestTimeout = 0 } = options
    // Node would answer a missing Host with an empty reply. request-guard.ts refuses it with a JSON error.
    const server = createServer({ keepAliveTimeout, requestTimeout, requireHostHeader: false })
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (!admitPipelined(request, response)) return
      const from = clientAddressOf(request)
      const shed = queue.shedEarly(from)
      if (!shed || neverShed.has(request.url)) return handle(request, response)
      publishRefusal(shed)
      const { status, bodies } = shedReplies[shed]
      const body = bodies[languageOf(request)]
      response.writeHead(status, { ...head, 'content-length': body.length }).end(body)
    })
    return server
  }

  function admitRequests(app: App): void {
    addQueueHooks(app, { clientAddressOf, queue })
    app.addHook('onRoute', ({ url, config }) => {
      if (config?.neverShed) neverShed.add(url)
    })
  }

  return { serverFactory, admitRequests }
}

export type LoadShedding = ReturnType<typeof loadShedding>

/** Takes a request out of the queue before it has its reply, which may take long. */
export function leaveQueue(request: Pick<FastifyRequest, 'leaveQueue'>): void {
  request.leaveQueue?.()
  request.leaveQueue = undefined
}

/** Milliseconds of a request from which it counts until the next turn of the event loop. */
const longTurn = 1

/**
 * Calls back after the next turn of the event loop, in which the end of a connection is read if it came with the
 * request.
 */
const afterNextTurn = (call: () => void) => void setImmediate(() => setImmediate(call))

/** Adds the hooks by which a request enters the queue and leaves it. */
function addQueueHooks(
  app: App,
  { clientAddressOf, queue }: Required<Omit<LoadSheddingDeps, 'securityHeaders'>>,
): void {
  app.decorateRequest('leaveQueue', undefined)
  app.addHook('preValidation', (request: FastifyRequest, { raw }: FastifyReply, done: (error?: Error) => void) => {
    const { config } = request.routeOptions
    if (config.neverShed || isOwnRequest(request)) return done()
    // Read once: a closed connection no longer has an address.
    const from = clientAddressOf(request.raw)
    const entered = (leave: () => void) => {
      // A client that has closed its connection while queued gets no work done: many of them would hold up the others.
      if (raw.closed || raw.destroyed || request.raw.socket.destroyed) {
        leave()
        return done(shedRefusal('unavailable'))
      }
      // Until the reply is made, also if the client leaves meanwhile: its work goes on.
      request.leaveQueue = leave
      done()
    }
    if (config.hashes) {
      if (queue.startHashing(from)) entered(() => queue.endHashing(from))
      else done(shedRefusal('too_many'))
      return
    }
    const queued = queue.enter(from)
    // A request that computes and waits for nothing is over before the next one is read. If it left the queue at once,
    // a client with hundreds of connections would compute hundreds of replies in one turn of the event loop, and never
    // queue.
    const start = () => {
      const startedAt = performance.now()
      entered(() => {
        if (performance.now() - startedAt < longTurn) queue.leave(from)
        else setImmediate(() => queue.leave(from))
      })
    }
    // Connections that wait to be accepted may be closed already: a flood of those would be handled in vain, and hold
    // up the connections behind them.
    if (queued !== undefined) queued.then(start, done)
    else if (queue.isBusyWith(from)) afterNextTurn(start)
    else start()
  })
  // Sessions are looked up in earlier hooks.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.routeOptions.config.longRunning) leaveQueue(request)
    done()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leaveQueue(request)
    done()
  })
}

const shedReply = (shed: ShedReason, status: number) => ({
  status,
  bodies: {
    en: Buffer.from(JSON.stringify(refusalReply(shed, 'en'))),
    th: Buffer.from(JSON.stringify(refusalReply(shed, 'th'))),
  },
})
const shedReplies = { too_many: shedReply('too_many', 429), unavailable: shedReply('unavailable', 503) }
