import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type * as z from 'zod'
import { monotonicMicroseconds } from '../../common/monotonic-time.ts'
import { Refusal } from '../../common/refusal.ts'
import { refusalOfIssues } from '../../common/zod-refusal.ts'
import { acceptJson } from '../bodies/json-body.ts'
import type { App } from '../calls/calls.ts'
import { bareHeaders, refusalReply, sendFailure } from '../calls/failures.ts'
import { refusalOfAmbiguousRequest, refusalOfOrigin } from '../calls/request-guard.ts'

export type HttpOptions = {
  origins: readonly string[]
  production: boolean
  /** The symbol of the shop's currency. */
  symbol: string
  /** Security headers of every reply, including those that no hook sees. */
  securityHeaders?: Readonly<Record<string, string>>
}

/** Sets up validation, guards and the error handler on a new Fastify instance; returns it with its type. */
export function setUpApp(fastify: FastifyInstance, options: HttpOptions): App {
  const app = fastify.withTypeProvider<ZodTypeProvider>() as unknown as App
  app.setValidatorCompiler(({ schema, httpPart }) => (data: unknown) => {
    const result = (schema as unknown as z.ZodType).safeParse(data)
    return result.success
      ? { value: result.data }
      : { error: httpPart === 'body' ? refusalOfIssues(result.error.issues) : new Refusal('malformed') }
  })
  app.setSerializerCompiler(serializerCompiler)
  acceptJson(app)

  app.decorateRequest('arrivedAt', 0)
  app.addHook('onRequest', (request, _reply, done) => {
    request.arrivedAt = monotonicMicroseconds()
    done(refusalOfAmbiguousRequest(request) ?? refusalOfOrigin(request, options.origins))
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Personal replies and failures must not be cached. Public responses set their own header.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, options.symbol))
  // Node would reply to an unknown Expect header with an empty 417; this sends our JSON error.
  app.server.on('checkExpectation', (_request, response: ServerResponse) => {
    const body = JSON.stringify(refusalReply('malformed', 'en'))
    response
      .writeHead(417, { ...options.securityHeaders, ...bareHeaders, 'content-length': Buffer.byteLength(body) })
      .end(body)
  })
  return app
}
