import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type * as z from 'zod'
import type { Access, RefusalReply } from '../../../contract/calls/call.ts'
import { everyCall } from '../../../contract/calls.ts'
import { type SuccessCode, successMessages } from '../../../contract/messages/success-messages.ts'
import { fillText } from '../../../contract/values/fill-text.ts'
import { languageOf } from '../request/language.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may make the call; see the session's hook. */
    access?: Access
    /**
     * The name of the route in the table of roles (contract/staff/staff-roles.ts); for routes that only the staff may
     * call.
     */
    right?: string
    /** True for a GET that changes something, which existing clients use: it is guarded like a POST. */
    changes?: boolean
  }
  interface FastifyRequest {
    /** When the request arrived, in `monotonicMicroseconds`. */
    arrivedAt: number
  }
}

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

/** The names of all calls, by method and path. */
const callNames = new Map(everyCall().map(({ method, url, name }) => [`${method} ${url}`, name]))

type RoutedCall = {
  method: 'GET' | 'POST'
  url: string
  access: Access
  multipart?: boolean
  success: z.ZodType
  schema: { body?: z.ZodType; querystring?: z.ZodType }
}
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined

/** A call's request as its handler gets it: parsed by the contract. */
export type CallRequest<C> = FastifyRequest & {
  body: C extends { schema: { body: infer B } } ? Parsed<B> : unknown
  query: C extends { schema: { querystring: infer Q } } ? Parsed<Q> : unknown
}

/**
 * Registers the route of a call of the contract. The handler returns what the success reply has besides
 * `success: true`, which is added here, or refuses by throwing.
 */
export function addCall<C extends RoutedCall | (Omit<RoutedCall, 'schema'> & { schema: object })>(
  app: App,
  call: C,
  handler: (
    request: CallRequest<C>,
    reply: FastifyReply,
  ) => Promise<Omit<z.output<C['success']>, 'success'> | RefusalReply | FastifyReply>,
  options: { changes?: boolean; longRunning?: boolean; hashes?: boolean } = {},
): void {
  app.route({
    method: call.method,
    url: call.url,
    schema: call.schema,
    // A multipart request lasts as long as its upload.
    config: {
      access: call.access,
      right: callNames.get(`${call.method} ${call.url}`) ?? '',
      ...(call.multipart ? { longRunning: true } : {}),
      ...options,
    },
    handler: async (request, reply) => {
      // A handler that has sent the reply itself returns undefined; Fastify then needs the reply object.
      const result = (await handler(request as CallRequest<C>, reply)) as object | undefined
      if (result === undefined) return reply
      return 'success' in result ? result : { success: true, ...result }
    },
  })
}

/** Returns the message of a successful call, in the caller's language, with its placeholders filled. */
export function successMessage(
  request: FastifyRequest,
  code: SuccessCode,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return fillText(successMessages[code][languageOf(request)], values)
}
