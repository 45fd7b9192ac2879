import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { serverLimits } from '../../../contract/values/limits.ts'
import { type LogSettings, loggerOf } from '../../common/log.ts'
import type { LoadShedding } from '../admission/load-shedding.ts'
import { currentUrlOf } from '../calls/earlier-paths.ts'
import { refusalReply, replyToMalformedHttp } from '../calls/failures.ts'
import { clientIpReader } from '../request/client-address.ts'
import { languageOf } from '../request/language.ts'
import { drainTimeout } from './graceful-shutdown.ts'

/** Never called: setUpApp sets its own validator and serializer. */
const neverCompiles = () => {
  throw new TypeError('there is a schema that the server does not know')
}

export type ServerOptions = {
  logger: LogSettings
  /** Addresses of trusted proxies, whose X-Forwarded headers are used. */
  trustProxy: readonly string[]
  /** Makes the HTTP server. */
  serverFactory: LoadShedding['serverFactory']
  /** Headers of every reply. */
  securityHeaders: Readonly<Record<string, string>>
}

/** Returns a Fastify instance with the shop's limits and timeouts, and security headers on every reply. */
export function makeServer({ logger, trustProxy, serverFactory, securityHeaders }: ServerOptions): FastifyInstance {
  const bareHeaders = { ...securityHeaders, 'cache-control': 'no-store' }
  const server = fastify({
    serverFactory,
    logger: loggerOf(logger),
    logController: new LogController({ disableRequestLogging: true }),
    // Random, since a counter would start again in each process, and logs of all processes are read together.
    genReqId: () => randomUUID(),
    // setUpApp sets both. Without these Fastify would load two JSON Schema compilers.
    schemaController: {
      compilersFactory: { buildValidator: () => neverCompiles, buildSerializer: () => neverCompiles },
    },
    rewriteUrl: currentUrlOf,
    bodyLimit: serverLimits.jsonBytes,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Uploading four photos from a phone takes a while. A slow upload doesn't count until it is complete.
    requestTimeout: 300_000,
    // Closing waits for running requests; Fastify's default would end that with an error.
    pluginTimeout: 2 * drainTimeout,
    keepAliveTimeout: 72_000,
    clientErrorHandler: replyToMalformedHttp(securityHeaders),
    // Graceful shutdown answers with our own message.
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      // A malformed URL is no screen, and redirects to the home page like any other unknown one.
      if (request.method === 'GET' && !request.url.startsWith('/api/'))
        return void (reply as FastifyReply).headers(bareHeaders).redirect('/')
      const body = { ...refusalReply('malformed', languageOf(request)), requestId: request.id }
      void (reply as FastifyReply).code(400).headers(bareHeaders).send(body)
    },
  })
  const clientIpOf = clientIpReader(trustProxy)
  server.decorateRequest('clientIp', {
    getter() {
      return clientIpOf(this.raw)
    },
  })
  // First, so that refusals have the headers too.
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(securityHeaders)
    done()
  })
  return server
}
