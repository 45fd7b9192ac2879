import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { publishRefusal } from '../common/metric-events.ts'
import { EarlyRefusal } from './early-refusal.ts'
import { type App, refusalReply } from './edge.ts'
import { FairQueue, shedding } from './fair-queue.ts'
import type { OriginOf } from './origin.ts'
import type { Shed } from './origin-shares.ts'
import { isOwnRequest } from './own-requests.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the place that it takes; undefined when it takes none. */
    leave: (() => void) | undefined
  }
  interface FastifyContextConfig {
    /** Stays open or waits for another server or for files: takes a place only until it is known who asks. */
    apart?: boolean
    /** Is answered under any load, and takes no place. The address is one without parameters. */
    evenFull?: boolean
  }
}

export type AdmissionDeps = {
  /** Calls that hash, which is done in a queue of its own; they take no place here. */
  hashing: ReadonlySet<string>
  /** Where a request comes from. */
  originOf: OriginOf
  /** Headers that every answer carries. */
  guards?: Readonly<Record<string, string>>
  queue?: FairQueue
}

/**
 * Lets requests in as there is room. Counted from when a request is whole until its answer is made: a client that sends
 * or reads slowly takes up no place. Routes marked `apart` are counted until their session has been looked up. Requests
 * that the shop makes to itself while rendering are part of one that is inside already.
 */
export function admitRequests(app: App, { hashing, originOf, guards, queue = new FairQueue() }: AdmissionDeps): void {
  app.decorateRequest('leave', undefined)
  const leave = (request: FastifyRequest) => {
    request.leave?.()
    request.leave = undefined
  }
  app.addHook('preValidation', (request: FastifyRequest, { raw }: FastifyReply, done: (error?: Error) => void) => {
    const { config, url = '' } = request.routeOptions
    if (config.evenFull || isOwnRequest(request)) return done()
    // Asked once: a connection that broke no longer says where it came from.
    const from = originOf(request.raw)
    const entered = (giveBack: () => void) => {
      request.leave = giveBack
      // Whoever hung up while waiting has closed already.
      if (raw.closed || raw.destroyed) leave(request)
      else raw.on('close', () => leave(request))
      done()
    }
    if (hashing.has(url)) {
      if (queue.enterBeside(from)) entered(() => queue.leaveBeside(from))
      else done(shedding('too_many'))
      return
    }
    const room = queue.enter(from)
    const leaveRoom = () => queue.leave(from)
    if (room === undefined) entered(leaveRoom)
    else room.then(() => entered(leaveRoom), done)
  })
  // Sessions are looked up in hooks of the step before.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.routeOptions.config.apart) leave(request)
    done()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leave(request)
    done()
  })

  const early = new EarlyRefusal(queue.origins)
  const head = {
    ...guards,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '1',
  }
  const evenFull = new Set<string | undefined>()
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.evenFull) evenFull.add(url)
  })
  const [answer] = app.server.listeners('request') as [(request: IncomingMessage, response: ServerResponse) => void]
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const from = originOf(request)
    const shed = queue.shedAtOnce(from) ?? early.shed(from)
    if (!shed || evenFull.has(request.url)) return answer(request, response)
    publishRefusal(shed)
    const { status, bodies } = ready[shed]
    const body = bodies[/^\s*th/i.test(request.headers['accept-language'] ?? '') ? 'th' : 'en']
    response.writeHead(status, { ...head, 'content-length': body.length }).end(body)
  })
  const endWatch = early.watchLateness()
  app.addHook('onClose', async () => endWatch())
}

const readyReply = (shed: Shed, status: number) => ({
  status,
  bodies: {
    en: Buffer.from(JSON.stringify(refusalReply(shed, 'en'))),
    th: Buffer.from(JSON.stringify(refusalReply(shed, 'th'))),
  },
})
const ready = { too_many: readyReply('too_many', 429), unavailable: readyReply('unavailable', 503) }
